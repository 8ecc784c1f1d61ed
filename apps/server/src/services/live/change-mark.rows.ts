import type { Db } from "../../db/index.ts";

/**
 * A text that changes whenever a document or e-mail of the conta arrives, or a document or lote changes: the
 * last sequence of its feed, its newest nota and e-mail, and the last change of a lote. Four reads of one
 * index entry each.
 */
export async function readChangeMark(db: Db, contaId: string): Promise<string> {
  const found = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("contaSequencia").where("contaId", "=", contaId).select("sequencia").as("sequencia"),
      selectFrom("nota")
        .where("contaId", "=", contaId)
        .orderBy("id", "desc")
        .limit(1)
        .select("id")
        .as("nota"),
      selectFrom("email")
        .where("contaId", "=", contaId)
        .orderBy("id", "desc")
        .limit(1)
        .select("id")
        .as("email"),
      selectFrom("lote")
        .where("contaId", "=", contaId)
        .orderBy("alteradoEm", "desc")
        .limit(1)
        .select("alteradoEm")
        .as("lote"),
    ])
    .executeTakeFirstOrThrow();
  return `${found.sequencia ?? 0} ${found.nota ?? ""} ${found.email ?? ""} ${found.lote?.getTime() ?? ""}`;
}
