import { CANCELLED_CSTATS, DENIED_CSTATS } from "@malote/syntax";
import { sql } from "kysely";
import { anyOf, expressionsOf } from "../../../db/index.ts";
import type { Condition } from "../../list/list.rows.ts";

/** Statuses with which nothing is owed. */
const NOT_OWED = [...CANCELLED_CSTATS, ...DENIED_CSTATS];

const n = expressionsOf("nota", "n");

/** Not cancelled nor denied, as the painel counts it: what SEFAZ says is newer than the document. */
export function isOwed(): Condition {
  const status = sql`coalesce(${n.ref("n.sefazStatus")}, ${n.ref("n.nfeStatus")})`;
  return n.and([n("n.hashSha1Canc", "is", null), sql<boolean>`(${status} = ${anyOf(NOT_OWED)}) IS NOT TRUE`]);
}

/** It has instalments; in this form the predicate of `nota_vencimento_idx`. */
export function hasInstalments(): Condition {
  return sql<boolean>`${n.ref("n.vencimentos")} <> '{}'`;
}

/** An instalment of it falls due between two days, both included, and is owed. */
export function fallsDue({ de, ate }: { de?: string | undefined; ate?: string | undefined }): Condition {
  const bounds = [
    ...(de === undefined ? [] : [sql`dia >= ${de}::date`]),
    ...(ate === undefined ? [] : [sql`dia <= ${ate}::date`]),
  ];
  const isBetween = sql.join(bounds, sql` AND `);
  const instalments = n.ref("n.vencimentos");
  return n.and([
    hasInstalments(),
    isOwed(),
    sql<boolean>`EXISTS (SELECT FROM unnest(${instalments}) AS dia WHERE ${isBetween})`,
  ]);
}
