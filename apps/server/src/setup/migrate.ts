import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { StartRefusal } from "../errors.ts";

/** The lock of `prisma migrate deploy`, so that both never run at once. */
const MIGRATE_LOCK = 72_707_369;

/** The table and checksums of `prisma migrate deploy`: either tool may continue the other's work. */
const HISTORY = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

type Applied = { name: string; checksum: string; finished: boolean };
type Migration = { name: string; db: string; checksum: string };

/** Serializes setups of a database; the end of the connection releases the lock. */
export async function takeMigrateLock(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [MIGRATE_LOCK]);
}

/** The migrations of this version, in order of name. */
export function listMigrations(folder: string): Pick<Migration, "name" | "checksum">[] {
  return readMigrations(folder);
}

/**
 * Applies the pending migrations in `folder`, in order of name.
 * @param only limits them to these names: a restore creates the tables as of the backup
 * @returns the names of the applied migrations
 * @throws {StartRefusal} when an applied migration was edited, an earlier one is incomplete, or one
 * fails now
 */
export async function migrate(
  client: pg.Client,
  folder: string,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  await client.query(HISTORY);
  const { rows } = await client.query<Applied>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  );
  const migrations = readMigrations(folder);
  refuseBrokenHistory(rows, migrations);
  const done = new Set(rows.map((row) => row.name));
  const pending = migrations.filter(({ name }) => !done.has(name) && (only?.has(name) ?? true));
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ name }) => name);
}

function readMigrations(folder: string): Migration[] {
  const names = fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, "migration.sql")));
  return names.sort().map((name) => {
    const db = fs.readFileSync(path.join(folder, name, "migration.sql"), "utf8");
    return { name, db, checksum: createHash("sha256").update(db).digest("hex") };
  });
}

function refuseBrokenHistory(applied: Applied[], migrations: Migration[]): void {
  for (const { name, checksum, finished } of applied) {
    if (!finished) {
      throw new StartRefusal(
        `A migração ${name} parou no meio numa tentativa anterior. Corrija o banco e marque-a como resolvida (prisma migrate resolve).`,
      );
    }
    const now = migrations.find((migration) => migration.name === name);
    if (now === undefined) {
      throw new StartRefusal(
        `O banco já tem a migração ${name}, que esta versão do Malote não conhece: use uma versão mais nova.`,
      );
    }
    if (now.checksum !== checksum) {
      throw new StartRefusal(
        `A migração ${name} foi editada depois de aplicada. Desfaça a edição e escreva uma migração nova` +
          " (ou apague o banco, se for só de desenvolvimento).",
      );
    }
  }
}

async function apply(client: pg.Client, { name, db, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await client.query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ($1, $2, $3)`, [
    id,
    checksum,
    name,
  ]);
  try {
    await client.query(db);
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
