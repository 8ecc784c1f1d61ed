import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { pgType, queryText, type RowOf, textStatement, tryAdvisoryLock } from "../../db/index.ts";
import { connectionConfig } from "../../db/pool.ts";

/** Tables left out of a backup: they describe this machine or this database only. */
const EXCLUDED_TABLES = ["_prisma_migrations", "backup_execucao", "backup_pedido"];
/** No timeout: a backup or restore may copy for hours. */
const NO_LIMIT = 0;
const LOCK_SPACE = 72_707;
const LOCK_BACKUP = 370;

export type DumpClient = pg.Client;

const TABLE = {
  name: pgType.text,
  /** Name of the partitioned parent table; without partitions, the table's own name. */
  root: pgType.text,
  columns: pgType.texts,
  filenode: pgType.text,
  blocks: pgType.number,
  bytes: pgType.number,
};
/**
 * A table to back up. filenode changes when the table is rewritten. blocks excludes TOAST; bytes includes it.
 */
export type DumpTable = RowOf<typeof TABLE>;

const SEGMENT = { rows: pgType.number, changed: pgType.boolean };
/** Current state of a segment's rows. changed: a row was written by the given transaction or a later one. */
export type SegmentState = RowOf<typeof SEGMENT>;

/** Blocks [from, to); to null = to the end of the table. */
export type BlockRange = { table: DumpTable; from: number; to: number | null };

/** Connects as the database's owner. role: the role that the session switches to. */
export async function connectOwner(ownerUrl: string, role?: string): Promise<DumpClient> {
  const client = new pg.Client({
    ...connectionConfig(ownerUrl, role === undefined ? {} : { role }),
    statement_timeout: NO_LIMIT,
    idle_in_transaction_session_timeout: NO_LIMIT,
  });
  // Without a listener, a broken connection would end the process before the current statement fails.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/**
 * @returns false when another backup or restore of this database is running. Closing the connection unlocks.
 */
export async function tryLockBackups(client: DumpClient): Promise<boolean> {
  return await tryAdvisoryLock(client, [LOCK_SPACE, LOCK_BACKUP]);
}

const EXPORT_SNAPSHOT = textStatement(
  { at: pgType.instant, id: pgType.text, xmin: pgType.text },
  "SELECT clock_timestamp() AS at, pg_export_snapshot() AS id, pg_snapshot_xmin(pg_current_snapshot())::text AS xmin",
);

/**
 * @returns the snapshot's instant, its id for other
 * connections, and the oldest transaction still running in it
 */
export async function beginSnapshot(client: DumpClient): Promise<{ at: Date; id: string; xmin: string }> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const snapshot = await EXPORT_SNAPSHOT.first(client);
  if (snapshot === null) throw new Error("PostgreSQL exported no snapshot");
  return snapshot;
}

export async function joinSnapshot(client: DumpClient, id: string): Promise<void> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(`SET TRANSACTION SNAPSHOT ${client.escapeLiteral(id)}`);
}

export async function endSnapshot(client: DumpClient): Promise<void> {
  await client.query("COMMIT");
}

const TABLES = textStatement(
  TABLE,
  `SELECT c.relname::text AS name, coalesce(i.inhparent::regclass::text, c.relname::text) AS root,
     pg_relation_filenode(c.oid)::text AS filenode, pg_table_size(c.oid) AS bytes,
     pg_relation_size(c.oid) / current_setting('block_size')::bigint AS blocks,
     (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
   FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1::text[])
   ORDER BY c.relname COLLATE "C"`,
);

export async function findTables(client: DumpClient): Promise<DumpTable[]> {
  return await TABLES.rows(client, [EXCLUDED_TABLES]);
}

const MIGRATIONS = textStatement(
  { nome: pgType.text, checksum: pgType.text },
  `SELECT migration_name AS nome, checksum FROM "_prisma_migrations"
   WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
);
export type AppliedMigration = RowOf<typeof MIGRATIONS.columns>;

export async function findMigrations(client: DumpClient): Promise<AppliedMigration[]> {
  return await MIGRATIONS.rows(client);
}

const XID = textStatement(
  { xid: pgType.text, comparable: pgType.boolean },
  `SELECT $1::text::xid8::xid::text AS xid,
     (pg_snapshot_xmax(pg_current_snapshot())::text::numeric - $1::text::numeric) BETWEEN 0 AND 2000000000 AS comparable`,
);

/**
 * @returns `xmin` as a 32-bit xid as rows store it; null when too many transactions have passed to compare it
 */
async function findComparableXid(client: DumpClient, xmin: string): Promise<string | null> {
  const found = await XID.first(client, [xmin]);
  return found?.comparable ? found.xid : null;
}

/**
 * Counts the rows of every `width` blocks in one scan that does not read TOAST values. An update writes a new
 * row version, so a segment is unchanged if its count is the same and none of its rows is as new as `since`.
 */
export async function scanSegments(
  client: DumpClient,
  { name, blocks }: DumpTable,
  { width, since }: { width: number; since: string | null },
): Promise<SegmentState[]> {
  const xid = since === null ? null : await findComparableXid(client, since);
  const changed = xid === null ? "count(*) > 0" : `coalesce(bool_or(age(xmin) <= age('${xid}'::xid)), false)`;
  const text = `SELECT s.rows, s.changed
    FROM generate_series(0::bigint, greatest($1::bigint - 1, 0), $2::bigint) AS b CROSS JOIN LATERAL (
      SELECT count(*) AS rows, ${changed} AS changed FROM ONLY ${client.escapeIdentifier(name)}
      WHERE ctid >= format('(%s,0)', b)::tid AND ctid < format('(%s,0)', CASE WHEN b + $2 >= $1 THEN 4294967295 ELSE b + $2 END)::tid) AS s
    ORDER BY b`;
  return await queryText(client, { columns: SEGMENT, text, values: [blocks, width] });
}

/** Whether a row of `table` still names a blob. column: the column with the blob's SHA-256. */
export async function isReferenced(
  client: DumpClient,
  { table, column }: { table: string; column: string },
  { contaId, sha256 }: { contaId: string; sha256: string },
): Promise<boolean> {
  const [from, named] = [client.escapeIdentifier(table), client.escapeIdentifier(column)];
  const { rowCount } = await client.query(
    `SELECT FROM ${from} WHERE conta_id = $1 AND ${named} = $2 LIMIT 1`,
    [contaId, sha256],
  );
  return rowCount === 1;
}

/** Streams the rows in these blocks in binary COPY format. */
export function copyOut(client: DumpClient, { table, from, to }: BlockRange): AsyncIterable<Buffer> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const end = to === null ? "" : ` AND ctid < '(${to},0)'`;
  return client.query(
    copyTo(
      `COPY (SELECT ${columns} FROM ONLY ${client.escapeIdentifier(table.name)} WHERE ctid >= '(${from},0)'${end})
       TO STDOUT (FORMAT binary)`,
    ),
  );
}

/** Inserts rows. A partitioned table routes each row to its partition. @returns how many rows */
export async function copyIn(
  client: DumpClient,
  { table, columns }: { table: string; columns: readonly string[] },
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const stream = client.query(
    copyFrom(`COPY ${client.escapeIdentifier(table)} (${list}) FROM STDIN (FORMAT binary)`),
  );
  await pipeline(source, stream);
  return stream.rowCount;
}
