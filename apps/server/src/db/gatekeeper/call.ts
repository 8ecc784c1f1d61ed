import { toSnakeCase } from "../names.ts";
import type { Sender, SqlValue } from "../run-statement.ts";
import { boolean, type Column, type Columns, number, type RowOf } from "../text-columns.ts";
import { textStatement } from "../text-statement.ts";

/** One gatekeeper function: the rows that a call returns. */
export type GatekeeperCall<C extends Columns> = (
  on: Sender,
  ...values: readonly SqlValue[]
) => Promise<RowOf<C>[]>;

/**
 * Declares a gatekeeper function (db/portaria/*.sql) of `parameters` parameters and the columns that
 * are read of its rows, in this order.
 */
export function gatekeeperRows<C extends Columns>(
  name: string,
  parameters: number,
  columns: C,
  order?: string,
): GatekeeperCall<C> {
  const names = Object.keys(columns).map(toSnakeCase).join(", ");
  const statement = textStatement(
    columns,
    `SELECT ${names} FROM ${callSql(name, parameters)}${order === undefined ? "" : ` ORDER BY ${order}`}`,
  );
  return async (on, ...values) => await statement.rows(on, values);
}

/** The same for a function of one row at most. */
export function gatekeeperRow<C extends Columns>(name: string, parameters: number, columns: C) {
  const call = gatekeeperRows(name, parameters, columns);
  return async (on: Sender, ...values: readonly SqlValue[]): Promise<RowOf<C> | null> =>
    (await call(on, ...values))[0] ?? null;
}

/** The same for a function that returns one value. */
export function gatekeeperValue<T>(name: string, parameters: number, column: Column<T>) {
  const statement = textStatement({ value: column }, `SELECT ${callSql(name, parameters)} AS value`);
  return async (on: Sender, ...values: readonly SqlValue[]): Promise<T | null> =>
    (await statement.first(on, values))?.value ?? null;
}

/** The same for a function that returns a number, as of the rows it changed. */
export function gatekeeperCount(name: string, parameters: number) {
  const call = gatekeeperValue(name, parameters, number);
  return async (on: Sender, ...values: readonly SqlValue[]): Promise<number> =>
    (await call(on, ...values)) ?? 0;
}

/** The same for a function that says whether it did something. */
export function gatekeeperFlag(name: string, parameters: number) {
  const call = gatekeeperValue(name, parameters, boolean);
  return async (on: Sender, ...values: readonly SqlValue[]): Promise<boolean> =>
    (await call(on, ...values)) ?? false;
}

/** The same for a function that returns nothing. */
export function gatekeeperDone(name: string, parameters: number) {
  const statement = textStatement({}, `SELECT FROM ${callSql(name, parameters)}`);
  return async (on: Sender, ...values: readonly SqlValue[]): Promise<void> => {
    await statement.rows(on, values);
  };
}

function callSql(name: string, parameters: number): string {
  const places = Array.from({ length: parameters }, (_, index) => `$${index + 1}`);
  return `${name}(${places.join(", ")})`;
}
