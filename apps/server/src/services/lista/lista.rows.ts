import { TOTAL_EXATO_MAX } from "@malote/contract";
import type { SqlValue } from "../../db/index.ts";

/** Rows that a count looks at: one above those it promises to count. */
export const COUNT_MAX = TOTAL_EXATO_MAX + 1;

/** A statement in the making: every value goes through `bind`, which answers its `$n`. */
export type Binder = { bind(value: SqlValue): string; readonly values: SqlValue[] };

export function createBinder(): Binder {
  const values: SqlValue[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/**
 * One condition for each field of a contract's filter: a new field without one does not compile, and no text of a caller ever
 * becomes SQL. Null = nothing was typed.
 */
export type Conditions<Filtro, Scope> = {
  [K in keyof Filtro]-?: (value: NonNullable<Filtro[K]>, scope: Scope) => string | null;
};

/** The conditions of the fields that a filter has. */
export function writeConditions<Filtro extends object, Scope>(
  conditions: Conditions<Filtro, Scope>,
  filtro: Filtro,
  scope: Scope,
): string[] {
  const campos = Object.keys(conditions) as (keyof Filtro)[];
  return campos
    .map((campo) => {
      const value = filtro[campo];
      return value === undefined || value === null ? null : conditions[campo](value, scope);
    })
    .filter((condition) => condition !== null);
}

/** The instant at which a day begins where the conta lives; the column it is compared with stays bare, so that its index serves. */
export function startOfDia(dia: string, plus: 0 | 1, { bind, zona }: Binder & { zona: string }): string {
  return `((${bind(dia)}::date + ${plus})::timestamp AT TIME ZONE ${bind(zona)})`;
}
