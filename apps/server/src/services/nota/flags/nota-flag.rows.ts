import type { Db } from "../../../db/index.ts";

/** The three flags that users and ERPs set on a document (spec §4). */
export type Flag = "processadoErp" | "recebido" | "conferido";

const FLAG_COLUMNS: Record<Flag, { valor: string; em: string; por: string }> = {
  processadoErp: { valor: "processado_erp", em: "processado_em", por: "processado_por" },
  recebido: { valor: "recebido", em: "recebido_em", por: "recebido_por" },
  conferido: { valor: "conferido", em: "conferido_em", por: "conferido_por" },
};

/** A flag to set or clear. A set flag has a user and a time; clearing it clears both. */
export type NewFlag = { ids: readonly string[]; flag: Flag; valor: boolean; by: string; now: Date };

/** @returns changed documents only: none equal, quarantined or unknown. isPublic: the feed must publish it */
export async function updateFlags(
  db: Db,
  contaId: string,
  { ids, flag, valor, by, now }: NewFlag,
): Promise<{ id: string; isPublic: boolean }[]> {
  const columns = FLAG_COLUMNS[flag];
  return await db.query<{ id: string; isPublic: boolean }>(
    `UPDATE nota SET ${columns.valor} = $3, ${columns.em} = CASE WHEN $3 THEN $4::timestamptz END,
       ${columns.por} = CASE WHEN $3 THEN $5 END, alterado_em = $4
     WHERE conta_id = $1 AND id = ANY ($2::uuid[]) AND NOT quarentena AND ${columns.valor} <> $3
     RETURNING id, NOT terceiros AS "isPublic"`,
    [contaId, ids, valor, now, by],
  );
}
