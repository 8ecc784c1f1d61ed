import type { Sql } from "../../db/index.ts";
import type { Janela } from "./aviso-prazo.rules.ts";
import { AUTORIZADA_EM, FALTA_CONCLUSIVA } from "./prazo.rows.ts";

/** A received NF-e whose manifestação deadline is near. */
export type NotaAVencer = {
  id: string;
  chave: string;
  empresaId: string;
  numeroNota: number;
  nomeEmitente: string;
  autorizadaEm: Date;
  avisado: number | null;
};

/** The authorization is assumed to follow the emission within this time. */
const EMISSAO_FOLGA_MS = 30 * 86_400_000;

/** NF-e without a conclusive manifestação that were authorized in a window, oldest first; only of companies
 * that enabled manifestações. */
export async function findAVencer(
  sql: Sql,
  contaId: string,
  { janela: { de, ate }, limite }: { janela: Janela; limite: number },
): Promise<NotaAVencer[]> {
  return await sql.query<NotaAVencer>(
    `SELECT v.* FROM (SELECT n.id, n.chave, n.empresa_id AS "empresaId", n.numero_nota AS "numeroNota", n.nome_emitente AS "nomeEmitente",
         ${AUTORIZADA_EM} AS "autorizadaEm", n.prazo_avisado AS avisado
       FROM nota n JOIN empresa e ON e.conta_id = n.conta_id AND e.id = n.empresa_id AND e.ativar_manifestacao
       WHERE n.conta_id = $1 AND ${FALTA_CONCLUSIVA} AND n.data_emissao BETWEEN $2 AND $3
         AND (n.prazo_avisado IS NULL OR n.prazo_avisado > 3)) v
     WHERE v."autorizadaEm" BETWEEN $4 AND $3 ORDER BY v."autorizadaEm", v.id LIMIT $5`,
    [contaId, new Date(de.getTime() - EMISSAO_FOLGA_MS), ate, de, limite],
  );
}

/** Records the notice as sent. */
export async function saveAvisos(
  sql: Sql,
  contaId: string,
  { ids, dias }: { ids: readonly string[]; dias: number },
): Promise<void> {
  await sql.execute("UPDATE nota SET prazo_avisado = $3 WHERE conta_id = $1 AND id = ANY ($2)", [
    contaId,
    ids,
    dias,
  ]);
}
