import { anyOf, type Db } from "../../../db/index.ts";

/** The three flags that users and ERPs set on a document (spec §4). */
export type Flag = "processadoErp" | "recebido" | "conferido";

const FLAG_COLUMNS = {
  processadoErp: { em: "processadoEm", por: "processadoPor" },
  recebido: { em: "recebidoEm", por: "recebidoPor" },
  conferido: { em: "conferidoEm", por: "conferidoPor" },
} as const satisfies Record<Flag, { em: string; por: string }>;

/** A flag to set or clear. A set flag has a user and a time; clearing it clears both. */
export type NewFlag = { ids: readonly string[]; flag: Flag; valor: boolean; by: string; now: Date };

/** @returns changed documents only: none equal, quarantined or unknown. isPublic: the feed must publish it */
export async function updateFlags(
  db: Db,
  contaId: string,
  { ids, flag, valor, by, now }: NewFlag,
): Promise<{ id: string; isPublic: boolean }[]> {
  const columns = FLAG_COLUMNS[flag];
  return await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .where(({ eb, not, and }) => and([not("quarentena"), eb(flag, "<>", valor)]))
    .set(flag, valor)
    .set(columns.em, valor ? now : null)
    .set(columns.por, valor ? by : null)
    .set({ alteradoEm: now })
    .returning(["id", ({ not }) => not("terceiros").as("isPublic")])
    .execute();
}
