import type { CONSULTA_ORIGINS, ConsultaFailure } from "@malote/contract";
import { type Db, newId } from "../../db/index.ts";

/** What caused a query to SEFAZ. */
export type ConsultaOrigem = (typeof CONSULTA_ORIGINS)[number];

/** The service of a request to SEFAZ. */
export type ConsultaServico = "consulta" | "evento" | "distribuicao";

/**
 * One attempt to query SEFAZ. `cStat`: null without an answer; `falha` is then the cause. quem:
 * full name of the user.
 */
export type NovaConsulta = {
  chave: string;
  servico: ConsultaServico;
  origem: ConsultaOrigem;
  quem: string | null;
  autorizador: string | null;
  pedidaEm: Date;
  duracaoMs: number;
  cStat: string | null;
  xMotivo: string | null;
  falha: ConsultaFailure | null;
};

/**
 * Stores an attempt. A repeated failure of an automatic query updates the previous row instead of
 * adding one.
 */
export async function insertConsulta(db: Db, contaId: string, consulta: NovaConsulta): Promise<void> {
  if (consulta.falha !== null && consulta.quem === null && (await repeatFailure(db, contaId, consulta)))
    return;
  await db.query(
    `INSERT INTO consulta (conta_id, id, chave, servico, origem, quem, autorizador, pedida_em, duracao_ms, cstat, x_motivo, falha)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[contaId, newId(), consulta.chave, consulta.servico, consulta.origem, consulta.quem],
      ...[consulta.autorizador, consulta.pedidaEm, consulta.duracaoMs],
      ...[consulta.cStat, consulta.xMotivo, consulta.falha],
    ],
  );
}

async function repeatFailure(db: Db, contaId: string, consulta: NovaConsulta): Promise<boolean> {
  const { chave, servico, autorizador, falha, pedidaEm, duracaoMs } = consulta;
  const changed = await db.execute(
    `UPDATE consulta c SET pedida_em = $6, duracao_ms = $7, vezes = c.vezes + 1
     FROM (SELECT id FROM consulta WHERE conta_id = $1 AND chave = $2 ORDER BY pedida_em DESC, id DESC LIMIT 1) u
     WHERE c.conta_id = $1 AND c.id = u.id AND c.quem IS NULL AND c.cstat IS NULL AND c.servico = $3
       AND c.autorizador IS NOT DISTINCT FROM $4 AND c.falha = $5`,
    [contaId, chave, servico, autorizador, falha, pedidaEm, duracaoMs],
  );
  return changed > 0;
}

/**
 * Times of the answered consultations since an instant, oldest first: SEFAZ counts only those it received.
 */
export async function findConsultasSince(
  db: Db,
  contaId: string,
  { chave, desde }: { chave: string; desde: Date },
): Promise<Date[]> {
  const rows = await db.query<{ pedidaEm: Date }>(
    `SELECT pedida_em AS "pedidaEm" FROM consulta
     WHERE conta_id = $1 AND chave = $2 AND pedida_em > $3 AND cstat IS NOT NULL AND servico = 'consulta' ORDER BY pedida_em`,
    [contaId, chave, desde],
  );
  return rows.map((row) => row.pedidaEm);
}

/** One row of a document's history with SEFAZ. */
export type ConsultaRow = Omit<NovaConsulta, "chave" | "pedidaEm" | "falha"> & {
  quando: Date;
  falha: string | null;
};

/** The requests about a chave, newest first. */
export async function findConsultas(
  db: Db,
  contaId: string,
  { chave, limite }: { chave: string; limite: number },
): Promise<ConsultaRow[]> {
  return await db.query<ConsultaRow>(
    `SELECT pedida_em AS quando, servico, origem, quem, autorizador, cstat AS "cStat", x_motivo AS "xMotivo", falha,
       duracao_ms AS "duracaoMs"
     FROM consulta WHERE conta_id = $1 AND chave = $2 ORDER BY pedida_em DESC, id DESC LIMIT $3`,
    [contaId, chave, limite],
  );
}
