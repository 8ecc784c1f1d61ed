import type { Db } from "../../db/index.ts";

/** The e-mail that first brought a document of a chave; null when none did. */
export async function findEmailOfChave(db: Db, contaId: string, chave: string): Promise<string | null> {
  const row = await db
    .selectFrom("documento as d")
    .innerJoin("anexo as a", (join) =>
      join.onRef("a.contaId", "=", "d.contaId").onRef("a.documentoId", "=", "d.id"),
    )
    .where("d.contaId", "=", contaId)
    .where("d.chave", "=", chave)
    .where("d.natureza", "=", "nota")
    .select("a.emailId")
    .orderBy("a.emailId")
    .limit(1)
    .executeTakeFirst();
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
  const row = await db
    .selectFrom("webhookEntrega as e")
    .innerJoin("feed as f", (join) =>
      join.onRef("f.contaId", "=", "e.contaId").onRef("f.sequencia", "=", "e.sequencia"),
    )
    .innerJoin("nota as n", (join) =>
      join.onRef("n.contaId", "=", "f.contaId").onRef("n.id", "=", "f.notaId"),
    )
    .leftJoin("evento as v", (join) =>
      join.onRef("v.contaId", "=", "f.contaId").onRef("v.id", "=", "f.eventoId"),
    )
    .where("e.contaId", "=", contaId)
    .where("e.id", "=", deliveryId)
    .select("n.chave")
    .select(({ fn }) => fn.coalesce("v.documentoId", "f.documentoId").as("documentoId"))
    .executeTakeFirst();
  if (row === undefined) return null;
  const ofDocumento =
    row.documentoId === null ? null : await findEmailOfDocumento(db, contaId, row.documentoId);
  return ofDocumento ?? (await findEmailOfChave(db, contaId, row.chave));
}

async function findEmailOfDocumento(db: Db, contaId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("anexo")
    .where("contaId", "=", contaId)
    .where("documentoId", "=", id)
    .select("emailId")
    .orderBy("emailId")
    .limit(1)
    .executeTakeFirst();
  return row?.emailId ?? null;
}
