import type { Db } from "../../db/index.ts";

export type ManifestacaoOperacao = {
  id: string;
  notaId: string | null;
  /** Null for an evento that is not a manifestação. */
  status: number | null;
  estado: "pendente" | "registrada" | "recusada" | "falhou";
  cStat: string | null;
  xMotivo: string | null;
  falha: string | null;
  pedidaEm: Date;
  registradaEm: Date | null;
};

const MANIFESTACAO = `SELECT m.id, n.id AS "notaId", m.status, m.estado, m.cstat AS "cStat", m.x_motivo AS "xMotivo", m.falha, m.pedida_em AS "pedidaEm",
    m.registrada_em AS "registradaEm"
  FROM manifestacao m LEFT JOIN nota n ON n.conta_id = m.conta_id AND n.chave = m.chave AND n.papel = 'E'`;

export async function findManifestacaoById(
  db: Db,
  contaId: string,
  id: string,
): Promise<ManifestacaoOperacao | null> {
  const [row] = await db.query<ManifestacaoOperacao>(`${MANIFESTACAO} WHERE m.conta_id = $1 AND m.id = $2`, [
    contaId,
    id,
  ]);
  return row ?? null;
}

/** Finds the latest manifestação with this status that was requested for each nota. */
export async function findLatestManifestacoes(
  db: Db,
  contaId: string,
  { notaIds, status }: { notaIds: readonly string[]; status: number },
): Promise<ManifestacaoOperacao[]> {
  return await db.query<ManifestacaoOperacao>(
    `SELECT DISTINCT ON (n.id) m.id, n.id AS "notaId", m.status, m.estado, m.cstat AS "cStat", m.x_motivo AS "xMotivo", m.falha,
       m.pedida_em AS "pedidaEm", m.registrada_em AS "registradaEm"
     FROM nota n JOIN manifestacao m ON m.conta_id = n.conta_id AND m.chave = n.chave
     WHERE n.conta_id = $1 AND n.id = ANY ($2::uuid[]) AND m.status = $3
     ORDER BY n.id, m.pedida_em DESC, m.id DESC`,
    [contaId, notaIds, status],
  );
}
