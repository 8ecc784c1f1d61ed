import type { Db } from "../../db/index.ts";

/** Pattern of a text that may be an address. */
const ADDRESS = "%_@_%";
/** Latest notas of a supplier whose e-mails are searched for its address. */
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

export async function findSupplierContacts(
  db: Db,
  contaId: string,
  { cnpjEmitente, empresaId }: { cnpjEmitente: string | null; empresaId: string | null },
): Promise<SupplierContacts> {
  const latest = db
    .selectFrom("nota as n")
    .where("n.contaId", "=", contaId)
    .where("n.papel", "=", "E")
    .where("n.cnpjEmitente", "=", cnpjEmitente)
    .where(({ not }) => not("n.quarentena"))
    .select("n.documentoId")
    .orderBy("n.dataEmissao", "desc")
    .limit(NOTAS_MAX);
  const sender = db
    .selectFrom(latest.as("ultimas"))
    .innerJoin("anexo as x", (join) =>
      join.on("x.contaId", "=", contaId).onRef("x.documentoId", "=", "ultimas.documentoId"),
    )
    .innerJoin("email as e", (join) => join.on("e.contaId", "=", contaId).onRef("e.id", "=", "x.emailId"))
    .where("e.remetente", "like", ADDRESS)
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
