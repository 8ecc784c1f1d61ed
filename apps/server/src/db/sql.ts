import type pg from "pg";

/** Values of a statement; a Date is an instant, a Buffer is bytea, an array is a PostgreSQL array. */
export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null | readonly SqlValue[];

/**
 * One open transaction of one conta. Returns int8 as number, date as yyyy-MM-dd, numeric as string,
 * bytea as Buffer, timestamptz as Date.
 */
export type Sql = {
  /** The rows of one statement. */
  query<T>(text: string, values?: readonly SqlValue[]): Promise<T[]>;
  /** The number of rows changed by one statement. */
  execute(text: string, values?: readonly SqlValue[]): Promise<number>;
};

/** {@link Sql} over a connection, while `isOpen`. */
export function createSql(client: pg.PoolClient, isOpen: () => boolean): Sql {
  const send = async (text: string, values: readonly SqlValue[] = []) => {
    if (!isOpen()) throw new Error("withContaSql: the transaction has ended; a query was not awaited");
    return await client.query(text, [...values]);
  };
  return {
    query: async <T>(text: string, values?: readonly SqlValue[]) => (await send(text, values)).rows as T[],
    execute: async (text, values) => (await send(text, values)).rowCount ?? 0,
  };
}
