import type pg from "pg";
import { toCamelCase } from "../../src/db/names.ts";
import type { Columns } from "../../src/db/text-columns.ts";
import { listFaults } from "../../src/db/text-statement.ts";

type Field = Pick<pg.FieldDef, "name" | "tableID" | "columnID" | "dataTypeID">;

/**
 * The columns of a statement as PostgreSQL describes them, without running it; none for a statement
 * without rows.
 * @source PostgreSQL, Frontend/Backend Protocol: Extended Query
 */
export async function describeStatement(client: pg.Client, text: string): Promise<Field[]> {
  return await new Promise((resolve, reject) => {
    let fields: Field[] = [];
    const statement: pg.Submittable & Handlers = {
      submit(connection) {
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription: (message) => (fields = message.fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    };
    client.query(statement);
  });
}

/** What the client calls while a statement is its current one. */
type Handlers = {
  handleRowDescription(message: { fields: Field[] }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
};

/** Names of all tables' columns by table and position: "16401.3" → "nota.chave". */
async function readTableColumns(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ id: string; tabela: string; coluna: string }>(
    `SELECT a.attrelid || '.' || a.attnum AS id, c.relname::text AS tabela, a.attname::text AS coluna
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  return new Map(rows.map(({ id, tabela, coluna }) => [id, `${toCamelCase(tabela)}.${toCamelCase(coluna)}`]));
}

/** A statement and the columns that it declares. */
export type DeclaredStatement = { columns: Columns; text: string };

/**
 * Compares statements with what PostgreSQL describes, types of tables' columns included.
 * @returns statements whose declaration is wrong, each with its faults
 */
export async function findWrongStatements(
  client: pg.Client,
  statements: readonly DeclaredStatement[],
): Promise<{ text: string; found: string[] }[]> {
  const origins = await readTableColumns(client);
  const wrong = [];
  for (const statement of statements) {
    const found = await findFaults(client, origins, statement).catch((error: Error) => [error.message]);
    if (found.length > 0) wrong.push({ text: statement.text, found });
  }
  return wrong;
}

async function findFaults(
  client: pg.Client,
  origins: ReadonlyMap<string, string>,
  { columns, text }: DeclaredStatement,
): Promise<string[]> {
  const fields = await describeStatement(client, text);
  const wrongOrigins = fields.flatMap(({ name, tableID, columnID }) => {
    const from = columns[toCamelCase(name)]?.from ?? null;
    const found = origins.get(`${tableID}.${columnID}`) ?? "no table";
    return from === null || from === found ? [] : [`${name} is ${found}, not ${from}`];
  });
  return [...listFaults(columns, fields), ...wrongOrigins];
}
