import type { Db } from "../../db/index.ts";
import { AUTHORIZED_AT, LACKS_CONCLUSIVE } from "../manifestacao/deadline.rows.ts";
import type { AuthorizationWindow } from "./deadline-notice.rules.ts";

/** A received NF-e whose manifestação deadline is near. */
export type ExpiringNota = {
  id: string;
  chave: string;
  empresaId: string;
  numeroNota: number;
  nomeEmitente: string;
  autorizadaEm: Date;
  avisado: number | null;
};

/** The authorization is assumed to follow the emission within this time. */
const EMISSION_MARGIN_MS = 30 * 86_400_000;

/** NF-e without a conclusive manifestação that were authorized in a window, oldest first; only of companies
 * that enabled manifestações. */
export async function findExpiring(
  db: Db,
  contaId: string,
  { window: { de: from, ate: until }, limit }: { window: AuthorizationWindow; limit: number },
): Promise<ExpiringNota[]> {
  return await db.query<ExpiringNota>(
    `SELECT v.* FROM (SELECT n.id, n.chave, n.empresa_id AS "empresaId", n.numero_nota AS "numeroNota", n.nome_emitente AS "nomeEmitente",
         ${AUTHORIZED_AT} AS "autorizadaEm", n.prazo_avisado AS avisado
       FROM nota n JOIN empresa e ON e.conta_id = n.conta_id AND e.id = n.empresa_id AND e.ativar_manifestacao
       WHERE n.conta_id = $1 AND ${LACKS_CONCLUSIVE} AND n.data_emissao BETWEEN $2 AND $3
         AND (n.prazo_avisado IS NULL OR n.prazo_avisado > 3)) v
     WHERE v."autorizadaEm" BETWEEN $4 AND $3 ORDER BY v."autorizadaEm", v.id LIMIT $5`,
    [contaId, new Date(from.getTime() - EMISSION_MARGIN_MS), until, from, limit],
  );
}

/** Records the notice as sent. */
export async function saveNotices(
  db: Db,
  contaId: string,
  { ids, dias: days }: { ids: readonly string[]; dias: number },
): Promise<void> {
  await db.execute("UPDATE nota SET prazo_avisado = $3 WHERE conta_id = $1 AND id = ANY ($2)", [
    contaId,
    ids,
    days,
  ]);
}
