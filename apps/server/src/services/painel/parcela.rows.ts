import { MODELOS, TIPOS_NOTA } from "@malote/syntax";
import { anyOf, type Db, jsonRows, type Row } from "../../db/index.ts";
import type { Parcelas } from "../documento/parcela.rules.ts";

/** The types whose XML has instalments. */
const WITH_INSTALMENTS = TIPOS_NOTA.filter((tipo) => MODELOS[tipo].parcelas);

/** A nota whose instalments were never read, with its XML. */
export type UnreadNota = Pick<Row<"nota">, "id" | "documentoId"> & Pick<Row<"documentoXml">, "xmlGzip">;

/** The notas after an id whose instalments no version has read, in order, at most `limit`. */
export async function findUnreadNotas(
  db: Db,
  contaId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<UnreadNota[]> {
  return await db
    .selectFrom("nota as n")
    .innerJoin("documento as d", (join) =>
      join.on("d.contaId", "=", contaId).onRef("d.id", "=", "n.documentoId"),
    )
    .innerJoin("documentoXml as x", (join) =>
      join.on("x.contaId", "=", contaId).onRef("x.documentoId", "=", "d.id").onRef("x.mes", "=", "d.mes"),
    )
    .where("n.contaId", "=", contaId)
    .where("n.vencimentos", "is", null)
    .where("n.tipoNota", "=", anyOf(WITH_INSTALMENTS))
    .$if(after !== null, (query) => query.where("n.id", ">", after))
    .select(["n.id", "n.documentoId", "x.xmlGzip"])
    .orderBy("n.id")
    .limit(limit)
    .execute();
}

/**
 * Stores instalments that are still unread. A copy that came meanwhile brought its own. `alteradoEm` stays:
 * nothing changed for an ERP.
 */
export async function saveParcelas(
  db: Db,
  contaId: string,
  read: readonly (Pick<UnreadNota, "id" | "documentoId"> & Parcelas)[],
): Promise<void> {
  if (read.length === 0) return;
  await db
    .updateTable("nota")
    .from(jsonRows("w", "nota", read))
    .where("nota.contaId", "=", contaId)
    .whereRef("nota.id", "=", "w.id")
    .whereRef("nota.documentoId", "=", "w.documentoId")
    .where("nota.vencimentos", "is", null)
    .set(({ ref }) => ({ vencimentos: ref("w.vencimentos"), parcelas: ref("w.parcelas") }))
    .execute();
}
