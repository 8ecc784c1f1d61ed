import type pg from "pg";

/** Values that a statement may carry; a Date is an instant, a Buffer is bytea, an array is a PostgreSQL array. */
export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null | readonly SqlValue[];

/**
 * One open transaction of one conta. Reads int8 as number, date as yyyy-MM-dd, numeric as string, bytea as Buffer,
 * timestamptz as Date.
 */
export type Sql = {
  /** The rows of one statement. */
  query<T>(text: string, values?: readonly SqlValue[]): Promise<T[]>;
  /** How many rows one statement changed. */
  execute(text: string, values?: readonly SqlValue[]): Promise<number>;
};

/** Speaks {@link Sql} over a connection for as long as `isOpen`. */
export function speakSql(client: pg.PoolClient, isOpen: () => boolean): Sql {
  const send = async (text: string, values: readonly SqlValue[] = []) => {
    if (!isOpen()) throw new Error("withContaSql: the transaction has ended; a query was not awaited");
    return await client.query(text, [...values]);
  };
  return {
    query: async <T>(text: string, values?: readonly SqlValue[]) => (await send(text, values)).rows as T[],
    execute: async (text, values) => (await send(text, values)).rowCount ?? 0,
  };
}
