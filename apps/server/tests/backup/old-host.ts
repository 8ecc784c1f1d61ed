import pg from "pg";
import { copyIn, copyOut, type DumpTable } from "../../src/backup/dump/tables.rows.ts";
import { openToBackup } from "../../src/setup/backup-role.ts";
import { applyGatekeeperUnchecked } from "../../src/setup/gatekeeper.ts";
import { listMigrations, migrate } from "../../src/setup/migrate.ts";
import { MIGRATIONS } from "../../src/setup/run-setup.ts";
import type { TestContext } from "../setup/context.ts";
import { type Host, openHost } from "./backup-tools.ts";

/** The last migration of the older Malote: the first version that could make backups. */
const LAST = "20261126000300_backups";

/** A host with the schema of an older version, filled with today's rows where it has their tables
 * and columns. migrations: those added since. */
export async function openOldHost(t: TestContext): Promise<{ host: Host; migrations: string[] }> {
  const host = await openHost(t);
  const names = listMigrations(MIGRATIONS).map(({ name }) => name);
  const old = new Set(names.filter((name) => name <= LAST));
  const owner = await connect(host.ownerUrl);
  const [from, to] = [await connect(t.ownerUrl), await connect(host.adminUrl)];
  try {
    await migrate(owner, MIGRATIONS, old);
    await owner.query("BEGIN");
    await applyGatekeeperUnchecked(owner);
    await owner.query("COMMIT");
    await owner.query("SELECT portaria_particoes(current_date)");
    await openToBackup(owner);
    await to.query("SET session_replication_role = replica");
    for (const table of await findShared(to, from))
      await copyIn(to, target(table), copyOut(from, all(table)));
  } finally {
    await Promise.all([owner.end(), from.end(), to.end()]);
  }
  return { host, migrations: names.filter((name) => !old.has(name)) };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const target = ({ name, columns }: DumpTable) => ({ table: name, columns });
const all = (table: DumpTable) => ({ table, from: 0, to: null });

const COLUMNS = `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'backup\\_%' AND c.relname <> '_prisma_migrations'
  GROUP BY 1 ORDER BY 1`;

/** The tables and partitions that both databases have, with their common columns. */
async function findShared(old: pg.Client, now: pg.Client): Promise<DumpTable[]> {
  type Columns = { name: string; columns: string[] };
  const [before, after] = [await old.query<Columns>(COLUMNS), await now.query<Columns>(COLUMNS)];
  const columnsNow = new Map(after.rows.map(({ name, columns }) => [name, columns]));
  return before.rows.flatMap(({ name, columns }) => {
    const shared = columns.filter((column) => columnsNow.get(name)?.includes(column));
    return shared.length === 0
      ? []
      : [{ name, root: name, columns: shared, filenode: "", blocks: 0, bytes: 0 }];
  });
}
