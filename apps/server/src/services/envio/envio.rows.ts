import { newId, type Sql } from "../../db/index.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import type { EnvioNovo } from "./envio.rules.ts";

/** Writes a letter and plans its sending, once for each occasion. Belongs in the transaction that wrote what the letter tells. */
export async function planEnvio(sql: Sql, contaId: string, novo: EnvioNovo): Promise<void> {
  const { modelo, ocasiao, para, dados, agora } = novo;
  const id = newId();
  const written = await sql.execute(
    `INSERT INTO envio (conta_id, id, modelo, ocasiao, para, dados, criado_em) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (conta_id, ocasiao, para) DO NOTHING`,
    [contaId, id, modelo, ocasiao, para, JSON.stringify(dados), agora],
  );
  if (written > 0) await planTarefas(sql, contaId, [{ tipo: "envio", alvo: id, venceEm: agora }]);
}

/** A letter that waits, and the conta in whose name and zone it is written. */
export type EnvioPendente = {
  modelo: string;
  para: string;
  dados: unknown;
  criadoEm: Date;
  identificador: string;
  uf: string;
};

/** A letter to be sent; null when there is none, or it was sent or given up before. */
export async function findEnvioPendente(
  sql: Sql,
  contaId: string,
  envioId: string,
): Promise<EnvioPendente | null> {
  const rows = await sql.query<EnvioPendente>(
    `SELECT e.modelo, e.para, e.dados, e.criado_em AS "criadoEm", c.identificador, c.uf
     FROM envio e JOIN conta c ON c.id = e.conta_id WHERE e.conta_id = $1 AND e.id = $2 AND e.estado = 'pendente'`,
    [contaId, envioId],
  );
  return rows[0] ?? null;
}

/** How a letter ended. falha: null = it was accepted by the mail server. */
export type FimEnvio = { envioId: string; falha: string | null; agora: Date };

/** Ends a letter that waits; one that ended before stays as it is. */
export async function closeEnvio(sql: Sql, contaId: string, fim: FimEnvio): Promise<void> {
  await sql.execute(
    `UPDATE envio SET estado = CASE WHEN $3::text IS NULL THEN 'enviado' ELSE 'falhou' END, falha = $3,
       enviado_em = CASE WHEN $3::text IS NULL THEN $4::timestamptz END
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, fim.envioId, fim.falha, fim.agora],
  );
}
