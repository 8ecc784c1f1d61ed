import { newId, type Sql } from "../../db/index.ts";

/** One attempt to ask SEFAZ. `cStat` is null when it was not heard; `falha` then says why, by cause. */
export type NovaConsulta = {
  chave: string;
  autorizador: string | null;
  pedidaEm: Date;
  duracaoMs: number;
  cStat: string | null;
  xMotivo: string | null;
  falha: string | null;
};

/** Writes an attempt down. */
export async function insertConsulta(sql: Sql, contaId: string, consulta: NovaConsulta): Promise<void> {
  await sql.query(
    `INSERT INTO consulta (conta_id, id, chave, autorizador, pedida_em, duracao_ms, cstat, x_motivo, falha)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      contaId,
      newId(),
      consulta.chave,
      consulta.autorizador,
      consulta.pedidaEm,
      consulta.duracaoMs,
      consulta.cStat,
      consulta.xMotivo,
      consulta.falha,
    ],
  );
}

/** When the attempts since an instant were made that reached SEFAZ, oldest first: SEFAZ counts those it heard. */
export async function findConsultasSince(
  sql: Sql,
  contaId: string,
  { chave, desde }: { chave: string; desde: Date },
): Promise<Date[]> {
  const rows = await sql.query<{ pedidaEm: Date }>(
    `SELECT pedida_em AS "pedidaEm" FROM consulta WHERE conta_id = $1 AND chave = $2 AND pedida_em > $3 AND cstat IS NOT NULL ORDER BY pedida_em`,
    [contaId, chave, desde],
  );
  return rows.map((row) => row.pedidaEm);
}
