import { randomBytes } from "node:crypto";
import pg from "pg";
import { runSetup } from "../src/setup/run-setup.ts";
import { loginOf } from "./login.ts";

/**
 * Before the first integration test: sets up one database, as `npm start` does, which the databases of the tests are copies of. A copy
 * costs a tenth of a setup. Without TEST_DATABASE_URL there is nothing to do: the tests that want one say so.
 * @returns what takes it away after the last test
 */
export default async function openModelo(): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return async () => {};
  const name = `malote_modelo_${randomBytes(6).toString("hex")}`;
  await runOnce(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await runSetup({ ownerUrl: url.href, databaseUrl: loginOf(url.href) });
  // The processes of the tests are started later, and inherit it.
  process.env.TEST_DATABASE_MODELO = name;
  return () => runOnce(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function runOnce(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
