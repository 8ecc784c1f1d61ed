import type { Db } from "../../db/index.ts";

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
  const rows = await db.query<SupplierContacts>(
    `SELECT
       (SELECT e.remetente FROM (
          SELECT n.documento_id FROM nota n WHERE n.conta_id = $1 AND n.papel = 'E' AND n.cnpj_emitente = $2 AND NOT n.quarentena
          ORDER BY n.data_emissao DESC LIMIT ${NOTAS_MAX}) ultimas
        JOIN anexo x ON x.conta_id = $1 AND x.documento_id = ultimas.documento_id
        JOIN email e ON e.conta_id = $1 AND e.id = x.email_id
        WHERE e.remetente LIKE '%_@_%' ORDER BY e.recebida_em DESC, e.id DESC LIMIT 1) AS para,
       (SELECT c.usuario FROM caixa_email c WHERE c.conta_id = $1 AND c.apagada_em IS NULL AND c.usuario LIKE '%_@_%'
        ORDER BY c.criado_em, c.id LIMIT 1) AS caixa,
       (SELECT m.cnpj FROM empresa m WHERE m.conta_id = $1 AND m.id = $3) AS "empresaCnpj",
       EXISTS (SELECT FROM empresa m WHERE m.conta_id = $1 AND m.cnpj = $2) AS propria`,
    [contaId, cnpjEmitente, empresaId],
  );
  const [found] = rows;
  if (!found) throw new Error("a query without FROM returns one row");
  return found;
}
