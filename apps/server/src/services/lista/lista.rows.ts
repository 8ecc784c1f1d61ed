import { TOTAL_EXATO_MAX } from "@malote/contract";
import type { SqlValue } from "../../db/index.ts";
import { faixasOfNumero } from "./lista.rules.ts";

/** Row limit of a count: one above the maximum that is reported exactly. */
export const COUNT_MAX = TOTAL_EXATO_MAX + 1;

/** Characters of "2026-11-20". */
const DIA_CHARS = 10;
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
export type Conditions<Filtro, Scope> = {
  [K in keyof Filtro]-?: (value: NonNullable<Filtro[K]>, scope: Scope) => string | null;
};

/** Conditions of the fields that a filter sets. */
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

/** SQL: start of a day, or of a minute ("2026-11-20T14:30"), in the conta's zone. plus: 1 = the next one. */
export function startOfMomento(
  momento: string,
  plus: 0 | 1,
  { bind, zona, values }: Binder & { zona: string },
): string {
  if (momento.length === DIA_CHARS) return startOfDia(momento, plus, { bind, zona, values });
  return `((${bind(momento)}::timestamp + interval '${plus} minute') AT TIME ZONE ${bind(zona)})`;
}

/** SQL: start of a day in the conta's zone; the compared column stays bare, so that its index applies. */
export function startOfDia(dia: string, plus: 0 | 1, { bind, zona }: Binder & { zona: string }): string {
  return `((${bind(dia)}::date + ${plus})::timestamp AT TIME ZONE ${bind(zona)})`;
}

/**
 * SQL condition: a CNPJ, CPF or chave has this prefix. A range, because row security keeps a function over
 * the column from its index. The values are digits and capitals, which every collation orders alike.
 */
export function startsWith(coluna: string, inicio: string, { bind }: Pick<Binder, "bind">): string {
  return `${coluna} >= ${bind(inicio)} AND ${coluna} <= ${bind(inicio.padEnd(CHAVE_CHARS, "Z"))}`;
}

/** SQL condition: a number has these leading digits ({@link faixasOfNumero}), as ranges of its index. */
export function startsWithNumero(coluna: string, numero: number, { bind }: Pick<Binder, "bind">): string {
  const faixas = faixasOfNumero(numero).map(({ de, ate }) =>
    de === ate ? `${coluna} = ${bind(de)}` : `${coluna} BETWEEN ${bind(de)} AND ${bind(ate)}`,
  );
  return `(${faixas.join(" OR ")})`;
}
