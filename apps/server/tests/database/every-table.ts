import pg from "pg";
import type { TestContext } from "../setup/context.ts";

/** A table with rows of contas. lida: malote_app may read it by this name, which it may not for a
 * partition. */
export type Table = { nome: string; lida: boolean };

type Column = { nome: string; tipo: string; check: string | null };

/** Columns that a check constraint excludes when the row has another one. */
const LEFT_OUT: Readonly<Record<string, string>> = { manifestacao: "tp_evento", lote: "status" };

const BY_TYPE: Readonly<Record<string, string>> = {
  text: "'x'",
  integer: "1",
  smallint: "1",
  bigint: "1",
  numeric: "1",
  boolean: "false",
  "timestamp with time zone": "now()",
  date: "current_date",
  bytea: "'\\x00'::bytea",
  jsonb: "'[]'",
  ARRAY: "'{}'",
};

/** Inserts one row of `contaId` into every table with conta_id, found by the catalog so that new
 * tables are tested too. Foreign keys are off meanwhile. */
export async function fillEveryTable(t: TestContext, contaId: string): Promise<Table[]> {
  const client = new pg.Client({ connectionString: t.ownerUrl });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    const { rows } = await client.query<{ nome: string; lida: boolean; parte: boolean }>(
      `SELECT c.relname AS nome, has_table_privilege('malote_app', c.oid, 'SELECT') AS lida, c.relispartition AS parte
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'conta_id'
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`,
    );
    for (const { nome, parte } of rows) if (!parte) await fillTable(client, nome, contaId);
    return [...rows.map(({ nome, lida }) => ({ nome, lida })), { nome: "conta", lida: true }];
  } finally {
    await client.end();
  }
}

async function fillTable(client: pg.Client, nome: string, contaId: string): Promise<void> {
  const { rows: all } = await client.query<Column>(
    `SELECT column_name AS nome, data_type AS tipo,
       (SELECT substring(pg_get_constraintdef(k.oid) FROM '''([^'']+)''::text') FROM pg_constraint k
        WHERE k.conrelid = ('public.' || quote_ident(c.table_name))::regclass AND k.contype = 'c'
          AND pg_get_constraintdef(k.oid) LIKE 'CHECK ((' || c.column_name || ' %' LIMIT 1) AS check
     FROM information_schema.columns c
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND column_default IS NULL`,
    [nome],
  );
  const rows = all.filter((column) => column.nome !== LEFT_OUT[nome]);
  const names = rows.map((column) => `"${column.nome}"`).join(", ");
  await client.query(
    `INSERT INTO "${nome}" (${names}) VALUES (${rows.map((column) => inventValue(column, contaId)).join(", ")}) ON CONFLICT DO NOTHING`,
  );
}

function inventValue({ nome, tipo, check }: Column, contaId: string): string {
  if (nome === "conta_id") return `'${contaId}'`;
  if (check !== null) return `'${check}'`;
  if (tipo === "uuid") return "gen_random_uuid()";
  const value = BY_TYPE[tipo];
  if (value === undefined) throw new Error(`every-table: no value for a column of type ${tipo}`);
  return value;
}
