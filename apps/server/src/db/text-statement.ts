import type { RawBuilder } from "kysely";
import type pg from "pg";
import type { Db } from "./kysely.ts";
import { compileSql, senderOf } from "./kysely.ts";
import { toCamelCase, toSnakeCase } from "./names.ts";
import { runStatement, type Sender, type SqlValue, toObjects } from "./run-statement.ts";
import type { Columns, RowOf } from "./text-columns.ts";

/** Where a text statement runs: a transaction of a conta, or a connection without one. */
export type On = Db | Sender;

/** A statement as constant text, with its declared columns. */
export type TextStatement<C extends Columns> = {
  readonly columns: C;
  readonly text: string;
  rows(on: On, values?: readonly SqlValue[]): Promise<RowOf<C>[]>;
  /** The first row; null without one. */
  first(on: On, values?: readonly SqlValue[]): Promise<RowOf<C> | null>;
};

const known: TextStatement<Columns>[] = [];

/** All statements declared so far: a test compares each with what PostgreSQL describes. */
export function declaredStatements(): readonly TextStatement<Columns>[] {
  return known;
}

/** Declares a statement as text, for what only text can say. Its test needs no line: declaring is enough. */
export function textStatement<C extends Columns>(columns: C, text: string): TextStatement<C> {
  const statement: TextStatement<C> = {
    columns,
    text,
    rows: (on, values) => queryText(on, { columns, text, values }),
    first: async (on, values) => (await queryText(on, { columns, text, values }))[0] ?? null,
  };
  known.push(statement);
  return statement;
}

/** A text and its values; the text may depend on what was asked. */
export type TextQuery<C extends Columns> = {
  columns: C;
  text: string;
  values?: readonly SqlValue[] | undefined;
};

/**
 * The rows of a text statement. @throws Error when its columns are not the declared ones: the
 * declaration is wrong
 */
export async function queryText<C extends Columns>(
  on: On,
  { columns, text, values }: TextQuery<C>,
): Promise<RowOf<C>[]> {
  return await readRows(on, columns, { text, values });
}

/** The rows of a text with typed conditions, written with the `sql` tag; checked as {@link queryText}. */
export async function querySql<C extends Columns>(
  on: On,
  columns: C,
  statement: RawBuilder<unknown>,
): Promise<RowOf<C>[]> {
  return await readRows(on, columns, compileSql(statement));
}

async function readRows<C extends Columns>(
  on: On,
  columns: C,
  { text, values }: { text: string; values?: readonly unknown[] | undefined },
): Promise<RowOf<C>[]> {
  const result = await runStatement(senderOf(on), text, values);
  refuseOtherColumns(columns, result.fields);
  // The columns are those declared, and each of a type whose values the declaration names.
  return toObjects(result) as RowOf<C>[];
}

/** Runs a text statement without rows. @returns the number of rows it changed */
export async function executeText(on: On, text: string, values?: readonly SqlValue[]): Promise<number> {
  return (await runStatement(senderOf(on), text, values)).affected ?? 0;
}

/** The columns as SQL, from a table's alias: "n.chave, n.valor_total". */
export function columnsSql(columns: Columns, alias: string): string {
  return Object.keys(columns)
    .map((name) => `${alias}.${toSnakeCase(name)}`)
    .join(", ");
}

function refuseOtherColumns(columns: Columns, fields: readonly pg.FieldDef[]): void {
  const faults = listFaults(columns, fields);
  if (faults.length > 0) throw new Error(`text statement: ${faults.join("; ")}`);
}

/** What differs between declared columns and those that PostgreSQL describes. */
export function listFaults(
  columns: Columns,
  fields: readonly Pick<pg.FieldDef, "name" | "dataTypeID">[],
): string[] {
  const names = Object.keys(columns);
  const found = fields.map(({ name }) => toCamelCase(name));
  const missing = names.filter((name) => !found.includes(name)).map((name) => `${name} is missing`);
  const faults = fields.flatMap(({ dataTypeID }, index) => {
    const name = found[index] ?? "";
    const declared = columns[name];
    if (declared === undefined) return [`${name} is not declared`];
    if (declared.oids === null || declared.oids.includes(dataTypeID)) return [];
    return [`${name} has the type ${dataTypeID}`];
  });
  return [...missing, ...faults];
}
