import { EXACT_TOTAL_MAX } from "@malote/contract";
import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { countRows, type Db } from "../../db/index.ts";
import { rangesOfNumero } from "./list.rules.ts";

/** Row limit of a count: one above the maximum that is reported exactly. */
export const COUNT_MAX = EXACT_TOTAL_MAX + 1;

/** Characters of "2026-11-20". */
const DAY_CHARS = 10;
/** Characters of a chave, the longest value that is searched by its prefix. */
const CHAVE_CHARS = 44;

const eb = expressionBuilder<object>();

/** A condition of a statement, which any `where` takes. */
export type Condition = Expression<SqlBool>;

/**
 * One condition per field of a contract's filter: a new field without one does not compile. Null = blank.
 */
export type Conditions<Filter, Scope, Out = string> = {
  [K in keyof Filter]-?: (value: NonNullable<Filter[K]>, scope: Scope) => Out | null;
};

/** Conditions of the fields that a filter sets. */
export function conditionsOf<Filter extends object, Scope, Out>(
  conditions: Conditions<Filter, Scope, Out>,
  filter: Filter,
  scope: Scope,
): Out[] {
  const fields = Object.keys(conditions) as (keyof Filter)[];
  return fields
    .map((field) => {
      const value = filter[field];
      return value === undefined || value === null ? null : conditions[field](value, scope);
    })
    .filter((condition) => condition !== null);
}

/** Start of a day, or of a minute ("2026-11-20T14:30"), in the conta's zone. plus: 1 = the next one. */
export function momentStart(moment: string, plus: 0 | 1, zona: string): Expression<Date> {
  if (moment.length === DAY_CHARS) return dayStart(moment, plus, zona);
  const minutes = sql.lit(`${plus} minute`);
  return sql<Date>`((${moment}::timestamp + interval ${minutes}) AT TIME ZONE ${zona})`;
}

/** Start of a day in the conta's zone; the compared column stays bare, so that its index applies. */
export function dayStart(day: string, plus: 0 | 1, zona: string): Expression<Date> {
  return sql<Date>`((${day}::date + ${sql.lit(plus)})::timestamp AT TIME ZONE ${zona})`;
}

/**
 * A CNPJ, CPF or chave has this prefix. A range, because row security keeps a function over the column from
 * its index. The values are digits and capitals, which every collation orders alike.
 */
export function hasPrefix(column: Expression<string | null>, prefix: string): Condition {
  return eb.between(column, prefix, prefix.padEnd(CHAVE_CHARS, "Z"));
}

/** A chave has these characters from a position on, from 0: beside a condition that has an index. */
export function isChavePart(
  column: Expression<string | null>,
  { trecho, posicao }: { trecho: string; posicao: number },
): Condition {
  return sql<boolean>`substr(${column}, ${posicao + 1}::integer, ${trecho.length}::integer) = ${trecho}`;
}

/** A number has these leading digits ({@link rangesOfNumero}), as ranges of its index. */
export function hasNumeroPrefix(column: Expression<number | null>, numero: number): Condition {
  return eb.or(
    rangesOfNumero(numero).map(({ from, to }) =>
      from === to ? eb(column, "=", from) : eb.between(column, from, to),
    ),
  );
}

/** Counts the rows that a query finds, up to {@link COUNT_MAX}. */
export async function countToMax<DB, TB extends keyof DB>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, unknown>,
): Promise<number> {
  const rows = query.clearSelect().select(sql.lit(1).as("um")).limit(COUNT_MAX);
  return await countRows(db.selectFrom(sql`${rows}`.as("t")));
}
