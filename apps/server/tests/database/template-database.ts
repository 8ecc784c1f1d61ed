import { randomBytes } from "node:crypto";
import pg from "pg";
import { runSetup } from "../../src/setup/run-setup.ts";
import { loginUrlOf } from "./login-url.ts";

/**
 * Runs before the first integration test: sets up one template database, as `npm start` does, which
 * every test copies. A copy takes a tenth of the time of a setup.
 * Without TEST_DATABASE_URL it does nothing: tests that need a database report it themselves.
 * @returns a function that drops the template after the last test
 */
export default async function openTemplateDatabase(): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return async () => {};
  const name = `malote_modelo_${randomBytes(6).toString("hex")}`;
  await runOnce(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await runSetup({ ownerUrl: url.href, databaseUrl: loginUrlOf(url.href) });
  // The test processes start later and inherit this variable.
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
