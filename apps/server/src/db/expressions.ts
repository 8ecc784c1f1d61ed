import {
  type AliasedRawBuilder,
  type DeleteResult,
  type InsertResult,
  type RawBuilder,
  type Selectable,
  sql,
  type UpdateResult,
} from "kysely";
import type { Tables } from "./generated/tables.ts";
import { toSnakeCase } from "./names.ts";

// What the statements of many nouns need beside Kysely's own methods.

/** A row of a table, as it is read. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>;

/** Right side of `=`: any of these values, of which there may be none. One parameter, unlike `in`. */
export function anyOf<T>(values: readonly T[]): RawBuilder<T> {
  return sql<T>`any(${values})`;
}

/** The number of rows that a statement changed. */
export async function countChanged(statement: {
  executeTakeFirstOrThrow(): Promise<UpdateResult | DeleteResult | InsertResult>;
}): Promise<number> {
  const result = await statement.executeTakeFirstOrThrow();
  if ("numUpdatedRows" in result) return Number(result.numUpdatedRows);
  if ("numDeletedRows" in result) return Number(result.numDeletedRows);
  return Number(result.numInsertedOrUpdatedRows ?? 0);
}

/** Types of PostgreSQL's arrays, by the type of their elements in the code. */
type ArrayType = {
  uuid: string;
  text: string;
  int4: number;
  int8: number;
  bool: boolean;
  bytea: Uint8Array;
  timestamptz: Date;
  date: string;
  numeric: string;
  jsonb: string;
};

/** One column of {@link unnestRows}. */
export type UnnestColumn<T> = { type: keyof ArrayType; values: readonly T[] };

/** Values of one column, for {@link unnestRows}. */
export function column<K extends keyof ArrayType, T extends ArrayType[K] | null>(
  type: K,
  values: readonly T[],
): UnnestColumn<T> {
  return { type, values };
}

/** Rows of a table expression with these columns. */
type UnnestRow<C> = { [K in keyof C]: C[K] extends UnnestColumn<infer T> ? T : never };

/**
 * Rows given as columns of equal length, as a table: one parameter per column, whatever the number
 * of rows. `db.selectFrom(unnestRows("x", { id: column("uuid", ids) }))`
 */
export function unnestRows<A extends string, C extends Record<string, UnnestColumn<unknown>>>(
  alias: A,
  columns: C,
): AliasedRawBuilder<UnnestRow<C>, A> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(toSnakeCase(name))));
  const arrays = sql.join(
    Object.values(columns).map(({ type, values }) => sql`${values}::${sql.raw(`${type}[]`)}`),
  );
  return sql<UnnestRow<C>>`unnest(${arrays})`.as<A>(sql`${sql.ref(alias)}(${names})`);
}
