import type { Database } from "../../db/index.ts";

/**
 * Which of these blobs a row of the conta refers to: raw e-mails, their parts, uploads, generated files
 * and documents before repair. Add each new referring table here, or the sweeper deletes its blobs.
 */
export async function findReferencedBlobs(
  database: Database,
  contaId: string,
  sha256s: readonly string[],
): Promise<Set<string>> {
  const rows = await database.withConta(contaId, (db) =>
    db.query<{ sha256: string }>(
      `SELECT sha256 FROM email WHERE conta_id = $1 AND sha256 = ANY($2::text[])
       UNION SELECT sha256 FROM anexo WHERE conta_id = $1 AND sha256 = ANY($2::text[])
       UNION SELECT sha256 FROM importacao WHERE conta_id = $1 AND sha256 = ANY($2::text[])
       UNION SELECT sha256 FROM arquivo_pedido WHERE conta_id = $1 AND sha256 = ANY($2::text[])
       UNION SELECT recebido_sha256 FROM documento WHERE conta_id = $1 AND recebido_sha256 = ANY($2::text[])`,
      [contaId, sha256s],
    ),
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}
