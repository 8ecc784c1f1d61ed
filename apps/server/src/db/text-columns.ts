import type { Selectable } from "kysely";
import pg from "pg";
import type { Tables } from "./generated/tables.ts";

/** A column of a text statement: its value's type, and the types of PostgreSQL that give such a value. */
export type Column<T> = {
  /** Object ids of types; null: those of the column {@link from}. */
  readonly oids: readonly number[] | null;
  /** The column of a table that this is, as "nota.valorTotal". */
  readonly from: string | null;
  /** Only for the type of the value. */
  readonly value?: T;
};

/** The columns of a text statement by their camelCase names. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row of a text statement. */
export type RowOf<C extends Columns> = {
  -readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never;
};

const { builtins } = pg.types;
const NAME = 19;
const ARRAYS = { name: 1003, text: 1009, uuid: 2951 };

const column = <T>(...oids: number[]): Column<T> => ({ oids, from: null });

export const uuid = column<string>(builtins.UUID);
export const text = column<string>(builtins.TEXT, builtins.VARCHAR, NAME);
/** int2, int4, int8 (always below 2^53), oid and floats. */
export const number = column<number>(
  builtins.INT2,
  builtins.INT4,
  builtins.INT8,
  builtins.OID,
  builtins.FLOAT4,
  builtins.FLOAT8,
);
export const boolean = column<boolean>(builtins.BOOL);
export const instant = column<Date>(builtins.TIMESTAMPTZ);
/** yyyy-MM-dd */
export const day = column<string>(builtins.DATE);
export const bytes = column<Buffer>(builtins.BYTEA);
export const json = column<unknown>(builtins.JSON, builtins.JSONB);
/** JSON that the statement itself builds, in this shape. */
export const jsonOf = <T>(): Column<T> => column(builtins.JSON, builtins.JSONB);
export const uuids = column<string[]>(ARRAYS.uuid);
export const texts = column<string[]>(ARRAYS.text, ARRAYS.name);

/** A text or number of a closed set, whose column has a CHECK or is written by us alone. */
export const oneOf = <T extends string | number>(): Column<T> => ({
  oids: [...(text.oids ?? []), ...(number.oids ?? [])],
  from: null,
});

export const nullable = <T>(of: Column<T>): Column<T | null> => of;

/** Columns of a table, with the types of prisma/schema.prisma. */
export function columnsOf<T extends keyof Tables & string, K extends keyof Selectable<Tables[T]> & string>(
  table: T,
  ...names: readonly K[]
): { [N in K]: Column<Selectable<Tables[T]>[N]> } {
  const columns = names.map((name) => [name, { oids: null, from: `${table}.${name}` }]);
  return Object.fromEntries(columns);
}
