import path from "node:path";
import pg from "pg";
import type { Config } from "../config.ts";
import { checkServer, pgType, textStatement } from "../db/index.ts";
import { connectionConfig } from "../db/pool.ts";
import { openToBackup } from "./backup-role.ts";
import { closePublic } from "./close-public.ts";
import { applyGatekeeper } from "./gatekeeper.ts";
import { ensureLogin } from "./login.ts";
import { listMigrations, migrate, takeMigrateLock } from "./migrate.ts";
import { readHistory } from "./migration-history.ts";
import { applyQueueSchema } from "./queue-schema.ts";
import { ensureRoles } from "./roles.ts";

/** The migrations of this version. */
export const MIGRATIONS = path.resolve(import.meta.dirname, "../../../../prisma/migrations");
/** Processes compare the applied migrations with the expected ones before they report readiness. */
const SHOW_HISTORY =
  'GRANT SELECT (migration_name, finished_at, rolled_back_at) ON "_prisma_migrations" TO malote_app';
const LOCK_NOT_AVAILABLE = "55P03";
/** A migration may rewrite a large table: no statement timeout here. */
const NO_LIMIT = 0;

/** The changes of a setup, as lines for the operator; empty when there was nothing to do. */
export type SetupReport = { lines: string[] };

/**
 * ownerUrl: of the database's owner; databaseUrl: of the server's login, which setup creates if missing.
 * migrations: their folder, if it is not the one of this version: tests invent a later version.
 */
export type SetupConfig = Pick<Config, "databaseUrl"> & { ownerUrl: string; migrations?: string };

/**
 * Brings the database to the state that this version expects. It can be repeated at any time, also
 * beside running processes. Connects as the owner, without assuming a role.
 * @throws {StartRefusal} with a sentence for the operator
 */
export async function runSetup(config: SetupConfig): Promise<SetupReport> {
  const { ownerUrl, databaseUrl, migrations = MIGRATIONS } = config;
  const client = new pg.Client({
    ...connectionConfig(ownerUrl, {}),
    statement_timeout: NO_LIMIT,
    idle_in_transaction_session_timeout: NO_LIMIT,
  });
  await client.connect();
  try {
    await checkServer(client);
    await takeMigrateLock(client);
    await readHistory(client, listMigrations(migrations)); // refuses another version before the first change
    await ensureRoles(client);
    const applied = await migrate(client, migrations);
    const lines = applied.map((name) => `migração aplicada: ${name}`);
    lines.push(...(await ensureLogin(client, databaseUrl)));
    await closePublic(client);
    await client.query(SHOW_HISTORY);
    if (await applyGatekeeper(client)) lines.push("portaria do banco atualizada");
    await applyQueueSchema(client);
    lines.push(...(await ensurePartitions(client)));
    await openToBackup(client);
    return { lines };
  } finally {
    await client.end();
  }
}

const MAKE_PARTITIONS = textStatement(
  { feitas: pgType.number },
  "SELECT portaria_particoes(current_date) AS feitas",
);

async function ensurePartitions(client: pg.Client): Promise<string[]> {
  try {
    const created = (await MAKE_PARTITIONS.first(client))?.feitas ?? 0;
    return created === 0 ? [] : [`partições de documento_xml criadas: ${created}`];
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE) {
      return ["partições de documento_xml: o banco está ocupado, a faxina diária as cria"];
    }
    throw error;
  }
}
