import type pg from "pg";
import { toCamelCase } from "./names.ts";

/** Values of a statement; a Date is an instant, a Buffer is bytea, an array is a PostgreSQL array. */
export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null | readonly SqlValue[];

/** A statement as pg takes it. rowMode: rows as arrays. */
export type Statement = { text: string; values: unknown[]; rowMode?: "array" };

/** Sends one statement: a pool, a connection, or one while its transaction is open. */
export type Sender = { query(statement: Statement): Promise<SentResult> };

type SentResult = Pick<pg.QueryArrayResult, "fields" | "rowCount" | "rows">;

/** A result before its rows have names. affected: null for a statement that changes no rows. */
export type StatementResult = { fields: readonly pg.FieldDef[]; rows: unknown[][]; affected: number | null };

/**
 * Runs a statement; its columns come by position, and get their camelCase names once for the
 * result, not once for each row.
 */
export async function runStatement(
  sender: Sender,
  text: string,
  values: readonly unknown[] = [],
): Promise<StatementResult> {
  const { fields, rows, rowCount } = await sender.query({
    text,
    values: [...values],
    rowMode: "array",
  });
  return { fields, rows, affected: rowCount };
}

/** Rows as objects, with camelCase names. Int8 is a number, date yyyy-MM-dd, numeric a string. */
export function toObjects({ fields, rows }: StatementResult): Record<string, unknown>[] {
  const names = fields.map(({ name }) => toCamelCase(name));
  // V8 keeps an object that grows key by key past some 16 keys as a hash table, slow to read and to print
  // as JSON. A copy of one with all its keys stays a structure; `pg` makes its own rows in the same way.
  const empty: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(names.map((n) => [n, null]))),
  );
  return rows.map((row) => {
    const object = { ...empty };
    // An index: this loop runs for each value that the database returns.
    for (let i = 0; i < names.length; i++) object[names[i] ?? ""] = row[i];
    return object;
  });
}
