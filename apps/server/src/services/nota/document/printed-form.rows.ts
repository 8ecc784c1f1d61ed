import type { PrintSituacao } from "@malote/print";
import type { TipoNota } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import { PUBLISHABLE_VEREDITOS } from "../../evento/evento.rules.ts";
import { writeCancelled, writeReportedCancelamento } from "../../evento/fact.rows.ts";
import { CANCELLED_STATUSES, DENIED_STATUSES } from "../../manifestacao/manifestacao.rules.ts";

/** Data for the printed form of a view. logo: the emitente's, if it is an empresa of the conta with one. */
export type NotaForPrintedForm = {
  chave: string;
  tipoNota: TipoNota;
  situacao: PrintSituacao;
  logo: Buffer | null;
  xmlGzip: Buffer;
};

/** SQL of a view's situacao for its printed form. A refuted view is `nao-conferida` until its release from
 * quarantine; homologação alone does not count, since the form itself states it. */
export function writeSituacao(nota: string, { canceladas, denegadas }: Bound): string {
  const status = `coalesce(${nota}.sefaz_status, ${nota}.nfe_status, '')`;
  return `CASE
    WHEN ${writeRefuted(nota)} AND ${nota}.quarentena_liberada_em IS NULL THEN 'nao-conferida'
    WHEN ${nota}.hash_sha1_canc IS NOT NULL OR ${status} = ANY (${canceladas}::text[]) OR EXISTS (SELECT FROM evento c
      WHERE c.conta_id = ${nota}.conta_id AND c.chave = ${nota}.chave AND ${writeCancelled({ evento: "c", nota })}) THEN 'cancelada'
    WHEN ${status} = ANY (${denegadas}::text[]) THEN 'denegada'
    WHEN EXISTS (SELECT FROM evento c WHERE c.conta_id = ${nota}.conta_id AND c.chave = ${nota}.chave
      AND ${writeReportedCancelamento({ evento: "c", nota })}) THEN 'cancelamento-informado'
    ELSE 'normal' END`;
}

/** SQL condition: the veredito of a view or evento refutes its signature or contents. */
function writeRefuted(judged: string): string {
  return `(${judged}.veredito NOT IN (${PUBLISHABLE_VEREDITOS.map((veredito) => `'${veredito}'`).join(", ")}))`;
}

/** Placeholders of the bound status codes. */
type Bound = { canceladas: string; denegadas: string };

export async function findNotaForPrintedForm(
  db: Db,
  contaId: string,
  id: string,
): Promise<NotaForPrintedForm | null> {
  const rows = await db.query<NotaForPrintedForm>(
    `SELECT n.chave, n.tipo_nota AS "tipoNota", x.xml_gzip AS "xmlGzip", e.logo,
       ${writeSituacao("n", { canceladas: "$3", denegadas: "$4" })} AS situacao
     FROM nota n
       JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
       JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
       LEFT JOIN empresa e ON e.conta_id = n.conta_id AND e.cnpj = n.cnpj_emitente
     WHERE n.conta_id = $1 AND n.id = $2`,
    [contaId, id, CANCELLED_STATUSES, DENIED_STATUSES],
  );
  return rows[0] ?? null;
}

/** An evento with its XML, and the XML of its document if the conta has it. */
export type FullEvento = {
  chave: string;
  tpEvento: string;
  nSeq: number;
  situacao: PrintSituacao;
  xmlGzip: Buffer;
  doDocumentoGzip: Buffer | null;
};

export async function findFullEvento(db: Db, contaId: string, id: string): Promise<FullEvento | null> {
  const rows = await db.query<FullEvento>(
    `SELECT e.chave, e.tp_evento AS "tpEvento", e.n_seq AS "nSeq", x.xml_gzip AS "xmlGzip", nx.xml_gzip AS "doDocumentoGzip",
       CASE WHEN ${writeRefuted("e")} THEN 'nao-conferida' ELSE 'normal' END AS situacao
     FROM evento e
       JOIN documento d ON d.conta_id = e.conta_id AND d.id = e.documento_id
       JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
       LEFT JOIN nota n ON n.conta_id = e.conta_id AND n.chave = e.chave AND NOT n.quarentena
       LEFT JOIN documento nd ON nd.conta_id = n.conta_id AND nd.id = n.documento_id
       LEFT JOIN documento_xml nx ON nx.conta_id = nd.conta_id AND nx.documento_id = nd.id AND nx.mes = nd.mes
     WHERE e.conta_id = $1 AND e.id = $2 ORDER BY n.papel LIMIT 1`,
    [contaId, id],
  );
  return rows[0] ?? null;
}
