import type { NotNull } from "kysely";
import { anyOf, type Database } from "../../db/index.ts";

const REFERRING_TABLES = ["email", "anexo", "importacao", "arquivoPedido"] as const;

/**
 * Which of these blobs a row of the conta refers to: raw e-mails, their parts, uploads, generated files
 * and documents before repair. Add each new referring table here, or the sweeper deletes its blobs.
 */
export async function findReferencedBlobs(
  database: Database,
  contaId: string,
  sha256s: readonly string[],
): Promise<Set<string>> {
  const rows = await database.withConta(contaId, (db) => {
    const received = db
      .selectFrom("documento")
      .where("contaId", "=", contaId)
      .where("recebidoSha256", "=", anyOf(sha256s))
      .select("recebidoSha256 as sha256");
    return REFERRING_TABLES.map((table) =>
      db
        .selectFrom(table)
        .where("contaId", "=", contaId)
        .where("sha256", "=", anyOf(sha256s))
        .select("sha256"),
    )
      .reduce((all, query) => all.union(query), received)
      .$narrowType<{ sha256: NotNull }>() // it is equal to one of those
      .execute();
  });
  return new Set(rows.map(({ sha256 }) => sha256));
}
