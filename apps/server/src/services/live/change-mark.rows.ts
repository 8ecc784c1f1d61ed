import type { Db } from "../../db/index.ts";

/**
 * A text that changes whenever a document or e-mail of the conta arrives, or a document changes: the last
 * sequence of its feed and its newest nota and e-mail. Three reads of one index entry each.
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
    ])
    .executeTakeFirstOrThrow();
  return `${found.sequencia ?? 0} ${found.nota ?? ""} ${found.email ?? ""}`;
}
