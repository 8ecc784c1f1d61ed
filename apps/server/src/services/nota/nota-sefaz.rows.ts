import type { TipoNota } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import type { EstadoSefaz } from "./nota.rules.ts";

/**
 * A document over all its views, for whoever waits for SEFAZ; its dates are the latest of any view. When it was asked for, answered and
 * failed is read off one clock, the database's: http and worker may live on hosts that disagree.
 */
export type Consultavel = EstadoSefaz & { chave: string; dataEmissao: Date; empresaIds: string[] };

export async function findConsultavel(
  sql: Sql,
  contaId: string,
  { tipo, chave }: { tipo: TipoNota; chave: string },
): Promise<Consultavel | null> {
  const rows = await sql.query<Consultavel>(
    `SELECT chave, max(sefaz_status) AS "sefazStatus", max(sefaz_pedida_em) AS "sefazPedidaEm",
       max(sefaz_consultada_em) AS "sefazConsultadaEm", max(sefaz_falhou_em) AS "sefazFalhouEm",
       max(data_emissao) AS "dataEmissao",
       coalesce(array_agg(empresa_id ORDER BY papel) FILTER (WHERE empresa_id IS NOT NULL), '{}') AS "empresaIds"
     FROM nota WHERE conta_id = $1 AND chave = $2 AND tipo_nota = $3 GROUP BY chave`,
    [contaId, chave, tipo],
  );
  return rows[0] ?? null;
}

/** Remembers on every view of a chave that somebody waits for a new answer. */
export async function setSefazPedida(sql: Sql, contaId: string, chave: string): Promise<void> {
  await sql.execute(
    "UPDATE nota SET sefaz_pedida_em = clock_timestamp() WHERE conta_id = $1 AND chave = $2",
    [contaId, chave],
  );
}

/** Chaves of published notas of an empresa of which nobody could ask, for want of a certificate. */
export async function findAguardando(sql: Sql, contaId: string, empresaId: string): Promise<string[]> {
  const rows = await sql.query<{ chave: string }>(
    `SELECT DISTINCT chave FROM nota
     WHERE conta_id = $1 AND empresa_id = $2 AND aguardando_certificado AND NOT quarentena AND NOT terceiros`,
    [contaId, empresaId],
  );
  return rows.map(({ chave }) => chave);
}
