import { TOTAL_EXATO_MAX } from "@malote/contract";
import type { SqlValue } from "../../db/index.ts";
import { faixasOfNumero } from "./lista.rules.ts";

/** Rows that a count looks at: one above those it promises to count. */
export const COUNT_MAX = TOTAL_EXATO_MAX + 1;

/** Characters of "2026-11-20". */
const DIA_CHARS = 10;
/** Characters of an access key, the longest of what is looked for by its beginning. */
const CHAVE_CHARS = 44;

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

/** The instant at which a day, or a minute of one ("2026-11-20T14:30"), begins where the conta lives; plus: the next one. */
export function startOfMomento(
  momento: string,
  plus: 0 | 1,
  { bind, zona, values }: Binder & { zona: string },
): string {
  if (momento.length === DIA_CHARS) return startOfDia(momento, plus, { bind, zona, values });
  return `((${bind(momento)}::timestamp + interval '${plus} minute') AT TIME ZONE ${bind(zona)})`;
}

/** The instant at which a day begins where the conta lives; the column it is compared with stays bare, so that its index serves. */
export function startOfDia(dia: string, plus: 0 | 1, { bind, zona }: Binder & { zona: string }): string {
  return `((${bind(dia)}::date + ${plus})::timestamp AT TIME ZONE ${bind(zona)})`;
}

/**
 * That a CNPJ, CPF or key begins so: a range, which the index of the column serves under row security, where a function over the column
 * would keep it away. What such a column holds is digits and capital letters, which every collation orders alike.
 */
export function startsWith(coluna: string, inicio: string, { bind }: Pick<Binder, "bind">): string {
  return `${coluna} >= ${bind(inicio)} AND ${coluna} <= ${bind(inicio.padEnd(CHAVE_CHARS, "Z"))}`;
}

/** That a number begins so ({@link faixasOfNumero}), as ranges of its index. */
export function startsWithNumero(coluna: string, numero: number, { bind }: Pick<Binder, "bind">): string {
  const faixas = faixasOfNumero(numero).map(({ de, ate }) =>
    de === ate ? `${coluna} = ${bind(de)}` : `${coluna} BETWEEN ${bind(de)} AND ${bind(ate)}`,
  );
  return `(${faixas.join(" OR ")})`;
}
