import type { Expression } from "kysely";
import type { Db } from "../../db/index.ts";

/** Pattern of a text that may be an address. */
export const ADDRESS = "%_@_%";
/** Latest notas of a supplier whose e-mails are searched for its addresses. */
const NOTAS_MAX = 50;

/** Data for an e-mail to a supplier, besides the document; null if unknown. */
export type SupplierContacts = {
  /** The latest address that sent a document of this emitter. */
  para: string | null;
  /** The address of the oldest watched mailbox whose user name is an e-mail address. */
  caixa: string | null;
  empresaCnpj: string | null;
  /** The emitter is an empresa of the conta, so no e-mail is needed. */
  propria: boolean;
};

/** The e-mails, as e, that brought documents of a supplier, and whose sender has an address. */
export function selectSupplierEmails(db: Db, contaId: string, cnpj: Expression<string> | string | null) {
  const latest = db
    .selectFrom("nota as n")
    .where("n.contaId", "=", contaId)
    .where("n.papel", "=", "E")
    .where("n.cnpjEmitente", "=", cnpj)
    .where(({ not }) => not("n.quarentena"))
    .select("n.documentoId")
    .orderBy("n.dataEmissao", "desc")
    .limit(NOTAS_MAX);
  return db
    .selectFrom(latest.as("l"))
    .innerJoin("anexo as x", (join) =>
      join.on("x.contaId", "=", contaId).onRef("x.documentoId", "=", "l.documentoId"),
    )
    .innerJoin("email as e", (join) => join.on("e.contaId", "=", contaId).onRef("e.id", "=", "x.emailId"))
    .where("e.remetente", "like", ADDRESS);
}

export async function findSupplierContacts(
  db: Db,
  contaId: string,
  { cnpjEmitente, empresaId }: { cnpjEmitente: string | null; empresaId: string | null },
): Promise<SupplierContacts> {
  const sender = selectSupplierEmails(db, contaId, cnpjEmitente)
    .select("e.remetente")
    .orderBy("e.recebidaEm", "desc")
    .orderBy("e.id", "desc")
    .limit(1);
  const caixa = db
    .selectFrom("caixaEmail")
    .where("contaId", "=", contaId)
    .where("apagadaEm", "is", null)
    .where("usuario", "like", ADDRESS)
    .select("usuario")
    .orderBy("criadoEm")
    .orderBy("id")
    .limit(1);
  const empresas = db.selectFrom("empresa").where("contaId", "=", contaId);
  return await db
    .selectNoFrom(({ exists }) => [
      sender.as("para"),
      caixa.as("caixa"),
      empresas.where("id", "=", empresaId).select("cnpj").as("empresaCnpj"),
      exists(empresas.where("cnpj", "=", cnpjEmitente))
        .$castTo<boolean>()
        .as("propria"),
    ])
    .executeTakeFirstOrThrow();
}
