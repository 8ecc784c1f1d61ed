import type { CONSULTA_ORIGENS, FalhaConsulta } from "@malote/contract";
import { newId, type Sql } from "../../db/index.ts";

/** Who or what had SEFAZ asked. */
export type ConsultaOrigem = (typeof CONSULTA_ORIGENS)[number];

/** What was asked of SEFAZ, or told it. */
export type ConsultaServico = "consulta" | "evento" | "distribuicao";

/** One attempt to ask SEFAZ. `cStat` is null when it was not heard; `falha` then says why, by cause. quem: full name of the person. */
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
  falha: FalhaConsulta | null;
};

/** Writes an attempt down. */
export async function insertConsulta(sql: Sql, contaId: string, consulta: NovaConsulta): Promise<void> {
  await sql.query(
    `INSERT INTO consulta (conta_id, id, chave, servico, origem, quem, autorizador, pedida_em, duracao_ms, cstat, x_motivo, falha)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[contaId, newId(), consulta.chave, consulta.servico, consulta.origem, consulta.quem],
      ...[consulta.autorizador, consulta.pedidaEm, consulta.duracaoMs],
      ...[consulta.cStat, consulta.xMotivo, consulta.falha],
    ],
  );
}

/** When the consultations since an instant were made that reached SEFAZ, oldest first: SEFAZ counts those it heard. */
export async function findConsultasSince(
  sql: Sql,
  contaId: string,
  { chave, desde }: { chave: string; desde: Date },
): Promise<Date[]> {
  const rows = await sql.query<{ pedidaEm: Date }>(
    `SELECT pedida_em AS "pedidaEm" FROM consulta
     WHERE conta_id = $1 AND chave = $2 AND pedida_em > $3 AND cstat IS NOT NULL AND servico = 'consulta' ORDER BY pedida_em`,
    [contaId, chave, desde],
  );
  return rows.map((row) => row.pedidaEm);
}

/** One line of a document's story with SEFAZ. */
export type ConsultaRow = Omit<NovaConsulta, "chave" | "pedidaEm" | "falha"> & {
  quando: Date;
  falha: string | null;
};

/** What was asked about a chave, newest first. */
export async function findConsultas(
  sql: Sql,
  contaId: string,
  { chave, limite }: { chave: string; limite: number },
): Promise<ConsultaRow[]> {
  return await sql.query<ConsultaRow>(
    `SELECT pedida_em AS quando, servico, origem, quem, autorizador, cstat AS "cStat", x_motivo AS "xMotivo", falha,
       duracao_ms AS "duracaoMs"
     FROM consulta WHERE conta_id = $1 AND chave = $2 ORDER BY pedida_em DESC, id DESC LIMIT $3`,
    [contaId, chave, limite],
  );
}
