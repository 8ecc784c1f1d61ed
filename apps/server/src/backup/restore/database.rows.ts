import { pgType, type TextStatement, textStatement } from "../../db/index.ts";
import { StartRefusal } from "../../errors.ts";
import { applyGatekeeperUnchecked } from "../../setup/gatekeeper.ts";
import { migrate } from "../../setup/migrate.ts";
import { hasTable } from "../../setup/migration-history.ts";
import type { DumpClient } from "../dump/tables.rows.ts";

/** Building an index of a large table is faster with more memory than PostgreSQL's default of 64 MB. */
const INDEX_MEMORY = "256MB";
const PARTITION = /^documento_xml_(\d{4})_(\d{2})$/;

export async function beginRestore(client: DumpClient): Promise<void> {
  await client.query("BEGIN");
  await client.query(`SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
}

export const commitRestore = (client: DumpClient) => client.query("COMMIT");

const OUR_TABLES = textStatement(
  { tabelas: pgType.number, nossas: pgType.boolean },
  `SELECT count(*) AS tabelas, to_regclass('public._prisma_migrations') IS NOT NULL AS nossas
   FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
);

/**
 * @returns true when the database has no tables; false when it has only the empty tables of a setup
 * @throws {StartRefusal} when it has contas, or tables that are not Malote's
 */
export async function assertUnused(client: DumpClient): Promise<boolean> {
  const { tabelas = 0, nossas = false } = (await OUR_TABLES.first(client)) ?? {};
  if (tabelas === 0) return true;
  if (!nossas) {
    throw new StartRefusal(
      "O banco tem tabelas que não são do Malote: restaure num banco vazio. Nada foi alterado.",
    );
  }
  if (await hasContas(client)) {
    throw new StartRefusal(
      "O banco já tem contas: restaure num banco vazio (outra DATA_DIR, ou um banco novo em DATABASE_URL). Nada foi alterado.",
    );
  }
  return false;
}

/** Row security hides rows from an owner who is not a superuser, so a rolled-back transaction disables it. */
async function hasContas(client: DumpClient): Promise<boolean> {
  if (!(await hasTable(client, "public.conta"))) return false;
  await client.query("BEGIN");
  try {
    await client.query("ALTER TABLE conta NO FORCE ROW LEVEL SECURITY");
    const { rowCount } = await client.query("SELECT FROM conta LIMIT 1");
    return rowCount !== 0;
  } finally {
    await client.query("ROLLBACK");
  }
}

/**
 * isFresh: the database has no tables. folder: the migrations of this version. migrations: the
 * backup's. tables: its tables and partitions.
 */
export type TablesRequest = {
  isFresh: boolean;
  folder: string;
  migrations: ReadonlySet<string>;
  tables: readonly string[];
};

/** Creates the tables as they were at the backup. Drops a setup's tables first, because they may be newer. */
export async function createTables(client: DumpClient, request: TablesRequest): Promise<void> {
  if (!request.isFresh) {
    await client.query("DROP SCHEMA IF EXISTS bullmq CASCADE");
    await client.query("DROP SCHEMA public CASCADE");
    await client.query("CREATE SCHEMA public");
    await client.query("GRANT USAGE ON SCHEMA public TO PUBLIC");
  }
  await migrate(client, request.folder, request.migrations);
  await applyGatekeeperUnchecked(client);
  await createPartitions(client, request.tables);
}

/**
 * portaria_particoes makes five months per call; the dates make the last call end at the backup's last month.
 */
async function createPartitions(client: DumpClient, tables: readonly string[]): Promise<void> {
  const months = tables.flatMap((table) => {
    const [, year, month] = PARTITION.exec(table) ?? [];
    return year === undefined ? [] : [{ table, first: `${year}-${month}-01` }];
  });
  const last = months
    .map(({ first }) => first)
    .sort()
    .at(-1);
  for (const { table, first } of months) {
    await client.query(
      `SELECT portaria_particoes(least($1::date + interval '1 month', $2::date - interval '3 months')::date)
       WHERE to_regclass($3) IS NULL`,
      [first, last, `public.${table}`],
    );
  }
}

/** Applies the migrations of `folder` that are newer than the backup. @returns their names */
export async function applyNewerMigrations(client: DumpClient, folder: string): Promise<string[]> {
  return await migrate(client, folder);
}

/**
 * What was dropped or disabled while the tables are filled.
 * indexes, foreignKeys: statements that recreate them.
 */
export type DroppedConstraints = { indexes: string[]; foreignKeys: string[]; tables: string[] };

const SECURED_TABLES = textStatement(
  { tabela: pgType.text },
  `SELECT format('%I', relname) AS tabela FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relrowsecurity ORDER BY relname`,
);

/**
 * Disables triggers and forced row security, and drops foreign keys and indexes. Rows then load unchanged
 * and in any order, and building an index at the end is faster. Primary keys stay.
 */
export async function dropConstraints(client: DumpClient): Promise<DroppedConstraints> {
  const foreignKeys = await dropAll(client, FOREIGN_KEYS);
  const indexes = await dropAll(client, INDEXES);
  const tables = (await SECURED_TABLES.rows(client)).map(({ tabela }) => tabela);
  for (const table of tables) {
    await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
  return { indexes, foreignKeys, tables };
}

/** Recreates and enables all of it again. PostgreSQL checks each new foreign key against all rows. */
export async function restoreConstraints(
  client: DumpClient,
  { indexes, foreignKeys, tables }: DroppedConstraints,
): Promise<void> {
  for (const statement of [...indexes, ...foreignKeys]) await client.query(statement);
  for (const table of tables) {
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  }
}

/** Statements that drop a constraint or index (tira), and create it again (poe). */
const DROPPED = { tira: pgType.text, poe: pgType.text };

const FOREIGN_KEYS = textStatement(
  DROPPED,
  `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS tira,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS poe
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`,
);

const INDEXES = textStatement(
  DROPPED,
  `SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS tira, pg_get_indexdef(i.indexrelid) AS poe
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
);

async function dropAll(client: DumpClient, statement: TextStatement<typeof DROPPED>): Promise<string[]> {
  const rows = await statement.rows(client);
  for (const { tira } of rows) await client.query(tira);
  return rows.map(({ poe }) => poe);
}

/** Collects statistics; without them the first queries would scan whole tables. */
export const analyze = (client: DumpClient) => client.query("ANALYZE");
