import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { StartRefusal } from "../errors.ts";
import { type MigrationId, readHistory } from "./migration-history.ts";

/** The lock of `prisma migrate deploy`, so that both never run at once. */
const MIGRATE_LOCK = 72_707_369;

/** The table and checksums of `prisma migrate deploy`: either tool may continue the other's work. */
const HISTORY = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

type Migration = MigrationId & { sql: string };

/** Serializes setups of a database; the end of the connection releases the lock. */
export async function takeMigrateLock(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [MIGRATE_LOCK]);
}

/** The migrations of this version, in order of name. */
export function listMigrations(folder: string): MigrationId[] {
  return readMigrations(folder);
}

/**
 * Applies the pending migrations in `folder`, in order of name.
 * @param only limits them to these names: a restore creates the tables as of the backup
 * @returns the names of the applied migrations
 * @throws {StartRefusal} when the database is of another version, or a migration fails now
 */
export async function migrate(
  client: pg.Client,
  folder: string,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const done = await readHistory(client, migrations);
  await client.query(HISTORY);
  const pending = migrations.filter(({ name }) => !done.has(name) && (only?.has(name) ?? true));
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ name }) => name);
}

function readMigrations(folder: string): Migration[] {
  const names = fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, "migration.sql")));
  return names.sort().map((name) => {
    const sql = fs.readFileSync(path.join(folder, name, "migration.sql"), "utf8");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await client.query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ($1, $2, $3)`, [
    id,
    checksum,
    name,
  ]);
  try {
    await client.query(sql);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    await client.query(`UPDATE "_prisma_migrations" SET logs = $2 WHERE id = $1`, [id, reason]);
    throw new StartRefusal(`A migração ${name} falhou: ${reason}`, { cause });
  }
  await client.query(
    `UPDATE "_prisma_migrations" SET finished_at = now(), applied_steps_count = 1 WHERE id = $1`,
    [id],
  );
}
