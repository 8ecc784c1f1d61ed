import type { Db } from "../../db/index.ts";

/** The e-mail that first brought a document of a chave; null when none did. */
export async function findEmailOfChave(db: Db, contaId: string, chave: string): Promise<string | null> {
  const [row] = await db.query<{ emailId: string }>(
    `SELECT a.email_id AS "emailId" FROM documento d JOIN anexo a ON a.conta_id = d.conta_id AND a.documento_id = d.id
     WHERE d.conta_id = $1 AND d.chave = $2 AND d.natureza = 'nota' ORDER BY a.email_id LIMIT 1`,
    [contaId, chave],
  );
  return row?.emailId ?? null;
}

/**
 * The e-mail that caused a webhook delivery: the first with the document of its feed row,
 * or for a row without a document the first with its nota; null when there is none.
 */
export async function findEmailOfDelivery(
  db: Db,
  contaId: string,
  deliveryId: string,
): Promise<string | null> {
  const [row] = await db.query<{ documentoId: string | null; chave: string }>(
    `SELECT coalesce(v.documento_id, f.documento_id) AS "documentoId", n.chave FROM webhook_entrega e
       JOIN feed f ON f.conta_id = e.conta_id AND f.sequencia = e.sequencia
       JOIN nota n ON n.conta_id = f.conta_id AND n.id = f.nota_id
       LEFT JOIN evento v ON v.conta_id = f.conta_id AND v.id = f.evento_id
     WHERE e.conta_id = $1 AND e.id = $2`,
    [contaId, deliveryId],
  );
  if (row === undefined) return null;
  const ofDocumento =
    row.documentoId === null ? null : await findEmailOfDocumento(db, contaId, row.documentoId);
  return ofDocumento ?? (await findEmailOfChave(db, contaId, row.chave));
}

async function findEmailOfDocumento(db: Db, contaId: string, id: string): Promise<string | null> {
  const [row] = await db.query<{ emailId: string }>(
    `SELECT email_id AS "emailId" FROM anexo WHERE conta_id = $1 AND documento_id = $2 ORDER BY email_id LIMIT 1`,
    [contaId, id],
  );
  return row?.emailId ?? null;
}
