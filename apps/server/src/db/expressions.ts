import {
  type AliasedRawBuilder,
  type DeleteResult,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Insertable,
  type InsertResult,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SelectType,
  sql,
  type UpdateResult,
} from "kysely";
import type { Tables } from "./generated/tables.ts";
import type { Db } from "./kysely.ts";
import { toSnakeCase } from "./names.ts";
import { mapValue, type OrPlaceholder } from "./placeholder.ts";

// What the statements of many nouns need beside Kysely's own methods.

/** A row of a table, as it is read. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>;

/** Right side of `=`: any of these values, of which there may be none. One parameter, unlike `in`. */
export function anyOf<T>(values: OrPlaceholder<readonly T[]>): RawBuilder<T> {
  return sql<T>`any(${values})`;
}

/** No row of a query. */
export function notExists(query: Expression<unknown>): RawBuilder<boolean> {
  return sql`NOT EXISTS ${query}`;
}

/**
 * Writes expressions on a row of a table, for any statement that has the table under this alias:
 * `const n = expressionsOf("nota", "n")`, then `n("n.papel", "=", "E")`.
 */
export function expressionsOf<T extends keyof Tables, A extends string>(
  _table: T,
  _alias: A,
): ExpressionBuilder<Tables & Record<A, Tables[T]>, A> {
  return expressionBuilder<Tables & Record<A, Tables[T]>, A>();
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

/** References to columns of a table under an alias: `refsOf("nota", "n")("valorTotal")`. */
export function refsOf<T extends keyof Tables & string>(
  _table: T,
  alias: string,
): <K extends keyof Tables[T] & string>(column: K) => RawBuilder<SelectType<Tables[T][K]>> {
  return (column) => sql.ref(`${alias}.${column}`);
}

/** A list of constants in parentheses, right side of `IN`; never from a request. */
export function literals<const T extends string | number>(values: readonly T[]): RawBuilder<T> {
  return sql`(${sql.join(values.map((value) => sql.lit(value)))})`;
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
export type UnnestColumn<T> = { type: keyof ArrayType; values: OrPlaceholder<readonly T[]> };

/** Values of one column, for {@link unnestRows}. */
export function column<K extends keyof ArrayType, T extends ArrayType[K] | null>(
  type: K,
  values: OrPlaceholder<readonly T[]>,
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
  return unnest<UnnestRow<C>, A>(alias, columns);
}

function unnest<R, A extends string>(
  alias: A,
  columns: Record<string, UnnestColumn<unknown>>,
): AliasedRawBuilder<R, A> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(toSnakeCase(name))));
  const arrays = sql.join(
    Object.values(columns).map(({ type, values }) => sql`${values}::${sql.raw(`${type}[]`)}`),
  );
  return sql<R>`unnest(${arrays})`.as<A>(sql`${sql.ref(alias)}(${names})`);
}

/** Types of arrays whose elements are these values. */
type ArrayTypeOf<V> = { [K in keyof ArrayType]: V extends ArrayType[K] | null ? K : never }[keyof ArrayType];

/**
 * Fields of objects as the columns of a table: one parameter per column.
 * `unnestObjects("m", requests, { id: "uuid", nSeq: "int4" })`
 */
export function unnestObjects<
  A extends string,
  O extends object,
  F extends { readonly [K in keyof O]?: ArrayTypeOf<O[K]> },
>(
  alias: A,
  objects: OrPlaceholder<readonly O[]>,
  fields: F,
): AliasedRawBuilder<Pick<O, keyof F & keyof O>, A> {
  const columns = Object.entries(fields).map(([name, type]) => {
    const values = mapValue(objects, (list) => list.map((object) => Reflect.get(object, name)));
    return [name, { type, values }];
  });
  return unnest(alias, Object.fromEntries(columns));
}

/** Fields whose values may be placeholders. */
type FieldsOrPlaceholders<V> = { [K in keyof V]: OrPlaceholder<V[K]> };

/**
 * Rows to insert. fields: taken from each object; computed: what replaces a field, as an expression on the
 * object's row `x`; all: the same in all rows.
 */
type InsertedObjects<T extends keyof Tables, O, F> = {
  objects: OrPlaceholder<readonly O[]>;
  fields: F;
  computed?: { readonly [K in keyof F]?: RawBuilder<unknown> };
  all: FieldsOrPlaceholders<Omit<Insertable<Tables[T]>, keyof F>>;
  orderBy?: readonly (keyof F & string)[];
};

/** INSERT of any number of rows with one parameter per column, to which conflicts and RETURNING are added. */
export function insertObjects<
  T extends keyof Tables & string,
  O extends Partial<Insertable<Tables[T]>>,
  F extends { readonly [K in keyof O]?: ArrayTypeOf<O[K]> },
>(
  db: Pick<Db, "insertInto">,
  table: T,
  { objects, fields, computed = {}, all, orderBy = [] }: InsertedObjects<T, O, F>,
) {
  const constants = Object.entries(all).map(([name, value]) => ({ name, sql: sql`${value}` }));
  const expressions: Partial<Record<string, RawBuilder<unknown>>> = computed;
  const read = Object.keys(fields).map((name) => ({ name, sql: expressions[name] ?? sql.ref(`x.${name}`) }));
  const columns = [...constants, ...read];
  const order = orderBy.map((name) => sql.ref(`x.${name}`));
  return db
    .insertInto(table)
    .columns(columns.map(({ name }) => name) as never)
    .expression(
      sql`SELECT ${sql.join(columns.map((each) => each.sql))} FROM ${unnestObjects("x", objects, fields)}${
        order.length === 0 ? sql`` : sql` ORDER BY ${sql.join(order)}`
      }`,
    );
}

/** INSERT of one row, if a query finds one. */
export function insertIfFound<T extends keyof Tables & string>(
  db: Db,
  table: T,
  values: Insertable<Tables[T]>,
  query: Expression<unknown>,
) {
  return db
    .insertInto(table)
    .columns(Object.keys(values) as never)
    .expression(sql`SELECT ${sql.join(Object.values(values))} WHERE EXISTS ${query}`);
}

/** Rows of several queries with the same columns, as a table. Each query keeps its own order and limit. */
export function unionAll<A extends string, O>(
  alias: A,
  queries: readonly Expression<O>[],
): AliasedRawBuilder<O, A> {
  return sql<O>`(${sql.join(queries, sql` UNION ALL `)})`.as(alias);
}

/** A column's value in JSON. Any list may be null, which schema.prisma cannot say. */
type JsonValue<T> = T extends Date ? Date | string : T extends readonly (infer E)[] ? readonly E[] | null : T;

/**
 * Objects as a table with columns of a stored table; columns that no object has are null. One JSON
 * parameter, for rows with arrays, which {@link unnestRows} cannot take.
 */
export function jsonRows<A extends string, T extends keyof Tables & string, K extends keyof Row<T> & string>(
  alias: A,
  table: T,
  rows: OrPlaceholder<readonly { [P in K]: JsonValue<Row<T>[P]> }[]>,
): AliasedRawBuilder<Pick<Row<T>, K>, A> {
  const json = mapValue(rows, (list) =>
    JSON.stringify(
      list.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnakeCase(name), value])),
      ),
    ),
  );
  return sql<Pick<Row<T>, K>>`json_populate_recordset(NULL::${sql.table(table)}, ${json})`.as(alias);
}

/** Takes the advisory lock of a text, until the transaction ends. */
export async function lockText(db: Db, text: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(db);
}

/** The same, shared with others that take it so. */
export async function lockTextShared(db: Db, text: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${text}, 0))`.execute(db);
}

/** The number of rows that a query finds. */
export async function countRows<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, unknown>,
): Promise<number> {
  const { n } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as("n"))
    // With generic tables, TypeScript does not see the only column.
    .$castTo<{ n: number }>()
    .executeTakeFirstOrThrow();
  return n;
}
