import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate } from "../../src/setup/migrate.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../../prisma/migrations");
const CONTA_ID = "019a0000-0000-7000-8000-000000000001";

/**
 * A database of an earlier version with one conta, whose owner is not a superuser, as in a managed
 * PostgreSQL.
 */
export type OldDatabase = {
  contaId: string;
  client: pg.Client;
  /** Queries as the server does: with its role, inside the conta. */
  asServer<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /**
   * Runs the named migration, which must be the next one; returns the names of the migrations that
   * ran.
   */
  apply(migration: string): Promise<string[]>;
  dispose(): Promise<void>;
};

/** Opens a database with the migrations that precede the named one. */
export async function openOldDatabase(before: string): Promise<OldDatabase> {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) throw new Error("Falta TEST_DATABASE_URL: rode `npm test`.");
  const name = `malote_t_${randomBytes(6).toString("hex")}`;
  const server = new pg.Client({ connectionString: base });
  await server.connect();
  await createOwned(server, name);
  const client = new pg.Client({ connectionString: ownersUrl(base, name) });
  await client.connect();
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "malote-v-"));
  const put = (each: string): Promise<void> =>
    fs.cp(path.join(MIGRATIONS, each), path.join(folder, each), { recursive: true });
  for (const each of await fs.readdir(MIGRATIONS)) if (each < before) await put(each);
  await migrate(client, folder);
  await client.query("SET ROLE malote_portaria");
  await client.query(
    "INSERT INTO conta (id, identificador, tipo_pessoa, uf) VALUES ($1, 'x', 'Jurídica', 'SP')",
    [CONTA_ID],
  );
  await client.query("RESET ROLE");
  return {
    contaId: CONTA_ID,
    client,
    asServer: (text, values = []) => asServer(client, text, values),
    apply: async (migration) => {
      await put(migration);
      return await migrate(client, folder);
    },
    dispose: async () => {
      await client.end();
      await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await server.query(`DROP ROLE IF EXISTS ${name}`);
      await server.end();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

// This owner is subject to row security too.
async function createOwned(server: pg.Client, name: string): Promise<void> {
  await server.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}' CREATEROLE`);
  for (const role of ["malote_app", "malote_portaria"]) {
    const { rowCount } = await server.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
    if (rowCount === 0) await server.query(`CREATE ROLE ${role} NOLOGIN`).catch(() => {});
  }
  await server.query(`GRANT malote_app, malote_portaria TO ${name}`);
  await server.query(`CREATE DATABASE ${name} OWNER ${name}`);
}

function ownersUrl(base: string, name: string): string {
  const url = new URL(base);
  url.username = name;
  url.password = name;
  url.pathname = `/${name}`;
  return url.href;
}

async function asServer<T extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[],
): Promise<T[]> {
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL ROLE malote_app");
    await client.query("SELECT set_config('app.conta', $1, true)", [CONTA_ID]);
    const { rows } = await client.query<T>(text, values);
    await client.query("COMMIT");
    return rows;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
