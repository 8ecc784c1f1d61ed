import { EXACT_TOTAL_MAX } from "@malote/contract";
import type { SqlValue } from "../../db/index.ts";
import { rangesOfNumero } from "./list.rules.ts";

/** Row limit of a count: one above the maximum that is reported exactly. */
export const COUNT_MAX = EXACT_TOTAL_MAX + 1;

/** Characters of "2026-11-20". */
const DAY_CHARS = 10;
/** Characters of a chave, the longest value that is searched by its prefix. */
const CHAVE_CHARS = 44;

/** Collects the values of a statement: `bind` returns the `$n` of each. */
export type Binder = { bind(value: SqlValue): string; readonly values: SqlValue[] };

export function createBinder(): Binder {
  const values: SqlValue[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/**
 * One condition per field of a contract's filter: a new field without one does not compile, and no text of a
 * caller becomes SQL. Null = blank.
 */
export type Conditions<Filter, Scope> = {
  [K in keyof Filter]-?: (value: NonNullable<Filter[K]>, scope: Scope) => string | null;
};

/** Conditions of the fields that a filter sets. */
export function conditionsSql<Filter extends object, Scope>(
  conditions: Conditions<Filter, Scope>,
  filter: Filter,
  scope: Scope,
): string[] {
  const fields = Object.keys(conditions) as (keyof Filter)[];
  return fields
    .map((field) => {
      const value = filter[field];
      return value === undefined || value === null ? null : conditions[field](value, scope);
    })
    .filter((condition) => condition !== null);
}

/** SQL: start of a day, or of a minute ("2026-11-20T14:30"), in the conta's zone. plus: 1 = the next one. */
export function startOfMoment(
  moment: string,
  plus: 0 | 1,
  { bind, zona, values }: Binder & { zona: string },
): string {
  if (moment.length === DAY_CHARS) return startOfDay(moment, plus, { bind, zona, values });
  return `((${bind(moment)}::timestamp + interval '${plus} minute') AT TIME ZONE ${bind(zona)})`;
}

/** SQL: start of a day in the conta's zone; the compared column stays bare, so that its index applies. */
export function startOfDay(day: string, plus: 0 | 1, { bind, zona }: Binder & { zona: string }): string {
  return `((${bind(day)}::date + ${plus})::timestamp AT TIME ZONE ${bind(zona)})`;
}

/**
 * SQL condition: a CNPJ, CPF or chave has this prefix. A range, because row security keeps a function over
 * the column from its index. The values are digits and capitals, which every collation orders alike.
 */
export function startsWith(column: string, prefix: string, { bind }: Pick<Binder, "bind">): string {
  return `${column} >= ${bind(prefix)} AND ${column} <= ${bind(prefix.padEnd(CHAVE_CHARS, "Z"))}`;
}

/** SQL condition: a number has these leading digits ({@link rangesOfNumero}), as ranges of its index. */
export function startsWithNumero(column: string, numero: number, { bind }: Pick<Binder, "bind">): string {
  const ranges = rangesOfNumero(numero).map(({ from, to }) =>
    from === to ? `${column} = ${bind(from)}` : `${column} BETWEEN ${bind(from)} AND ${bind(to)}`,
  );
  return `(${ranges.join(" OR ")})`;
}
