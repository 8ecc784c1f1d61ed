import type { TipoNota } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import { writeCancelled } from "../../evento/fact.rows.ts";
import type { SefazState } from "../nota.rules.ts";

/**
 * A document over all its views, for a user's query; each date is the latest of any view. Request, answer
 * and failure are timed by the database's clock: http and worker hosts may disagree.
 */
export type QueriedNota = SefazState & { chave: string; dataEmissao: Date; empresaIds: string[] };

export async function findQueriedNota(
  db: Db,
  contaId: string,
  { tipo, chave }: { tipo: TipoNota; chave: string },
): Promise<QueriedNota | null> {
  const rows = await db.query<QueriedNota>(
    `SELECT chave, max(sefaz_status) AS "sefazStatus", max(sefaz_pedida_em) AS "sefazPedidaEm",
       max(sefaz_consultada_em) AS "sefazConsultadaEm", max(sefaz_falhou_em) AS "sefazFalhouEm",
       max(data_emissao) AS "dataEmissao",
       coalesce(array_agg(empresa_id ORDER BY papel) FILTER (WHERE empresa_id IS NOT NULL), '{}') AS "empresaIds"
     FROM nota WHERE conta_id = $1 AND chave = $2 AND tipo_nota = $3 GROUP BY chave`,
    [contaId, chave, tipo],
  );
  return rows[0] ?? null;
}

/** Records on every view of a chave that a user waits for a new answer. requester: full name. */
export async function markSefazRequested(
  db: Db,
  contaId: string,
  { chave, requester }: { chave: string; requester: string },
): Promise<void> {
  await db.execute(
    "UPDATE nota SET sefaz_pedida_em = clock_timestamp(), sefaz_pedida_por = $3 WHERE conta_id = $1 AND chave = $2",
    [contaId, chave, requester],
  );
}

/** Chaves of an empresa's published notas that could not be queried for lack of a certificate. */
export async function findWaitingForCertificado(
  db: Db,
  contaId: string,
  empresaId: string,
): Promise<string[]> {
  const rows = await db.query<{ chave: string }>(
    `SELECT DISTINCT chave FROM nota
     WHERE conta_id = $1 AND empresa_id = $2 AND aguardando_certificado AND NOT quarentena AND NOT terceiros`,
    [contaId, empresaId],
  );
  return rows.map(({ chave }) => chave);
}

/** A nota that SEFAZ reports as cancelled, for its e-mail. canceladaEm: null if no evento gives the time. */
export type CancelledNota = {
  notaId: string;
  chave: string;
  tipoNota: TipoNota;
  numeroNota: number;
  nomeEmitente: string;
  cnpjEmitente: string;
  valorTotal: string;
  dataEmissao: Date;
  canceladaEm: Date | null;
  processadoErp: boolean;
  recebido: boolean;
};

export async function findCancelledNota(
  db: Db,
  contaId: string,
  notaId: string,
): Promise<CancelledNota | null> {
  const rows = await db.query<CancelledNota>(
    `SELECT n.id AS "notaId", n.chave, n.tipo_nota AS "tipoNota", n.numero_nota AS "numeroNota", n.nome_emitente AS "nomeEmitente",
       n.cnpj_emitente AS "cnpjEmitente", n.valor_total::text AS "valorTotal", n.data_emissao AS "dataEmissao",
       n.processado_erp AS "processadoErp", n.recebido,
       (SELECT max(e.protocolo_data) FROM evento e WHERE e.conta_id = $1 AND e.chave = n.chave
          AND ${writeCancelled({ evento: "e", nota: "n" })}) AS "canceladaEm"
     FROM nota n WHERE n.conta_id = $1 AND n.id = $2`,
    [contaId, notaId],
  );
  return rows[0] ?? null;
}
