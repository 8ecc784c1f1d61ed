import { isDaCaixa } from "../../causa.ts";
import type { Sql } from "../../db/index.ts";
import { newId } from "../../db/index.ts";
import type { Espera } from "../../espera.ts";
import type { TarefaTipo } from "./tarefa.rules.ts";
import { countFalha, doubledMs, isExhausted, waitMs } from "./tarefa.rules.ts";

/** Work to be done. cota: what is held to a number at once, whichever conta it serves (mail server, authorizer). */
export type TarefaNova = { tipo: TarefaTipo; alvo: string; venceEm: Date; cota?: string };

/** One handover of a tarefa: whoever comes with an old tentativa changes nothing. */
export type Entrega = { tarefaId: string; tentativa: number };

/** What a process finds when it begins. falhas: attempts before this one that began and did not end well. */
export type TarefaIniciada = { tipo: TarefaTipo; alvo: string; cota: string; falhas: number };

/** How an attempt ended. */
export type Fim = { agora: Date; resultado?: string };

/**
 * Upserts the one open tarefa of each (tipo, alvo): a pending one is pulled earlier, one that is running is due again
 * when it ends. Belongs in the transaction that wrote what the tarefa is about, before `publica`.
 */
export async function planTarefas(sql: Sql, contaId: string, novas: readonly TarefaNova[]): Promise<void> {
  if (novas.length === 0) return;
  // In key order, so that two transactions planning the same alvos wait for each other instead of deadlocking.
  await sql.execute(
    `INSERT INTO tarefa AS t (conta_id, id, tipo, alvo, vence_em, cota, criado_em)
     SELECT $1, n.id, n.tipo, n.alvo, n.vence_em, n.cota, now() FROM (
       SELECT DISTINCT ON (tipo, alvo) * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
         AS u (id, tipo, alvo, vence_em, cota)
       ORDER BY tipo, alvo, vence_em) n
     ORDER BY n.tipo, n.alvo
     ON CONFLICT (conta_id, tipo, alvo) WHERE estado IN ('pendente', 'entregue') DO UPDATE SET
       vence_em = CASE t.estado WHEN 'pendente' THEN least(t.vence_em, excluded.vence_em) ELSE t.vence_em END,
       proxima_em = CASE t.estado WHEN 'entregue' THEN least(t.proxima_em, excluded.vence_em) END,
       cota = CASE excluded.cota WHEN '' THEN t.cota ELSE excluded.cota END`,
    [
      contaId,
      novas.map(() => newId()),
      novas.map(({ tipo }) => tipo),
      novas.map(({ alvo }) => alvo),
      novas.map(({ venceEm }) => venceEm),
      novas.map(({ cota }) => cota ?? ""),
    ],
  );
}

/**
 * Takes up a handover, once.
 * @returns null when it is no longer this one's turn: a later handover exists, or it has begun or ended
 */
export async function beginTarefa(
  sql: Sql,
  contaId: string,
  { tarefaId, tentativa, executor, agora, ate }: Entrega & { executor: number; agora: Date; ate: Date },
): Promise<TarefaIniciada | null> {
  const rows = await sql.query<TarefaIniciada>(
    `UPDATE tarefa SET iniciada_em = $4, executor = $5, arrendada_ate = $6
     WHERE conta_id = $1 AND id = $2 AND tentativa = $3 AND estado = 'entregue' AND iniciada_em IS NULL
     RETURNING tipo, alvo, cota, falhas`,
    [contaId, tarefaId, tentativa, agora, executor, ate],
  );
  return rows[0] ?? null;
}

/**
 * The attempt ended well. Belongs in the transaction that wrote its result, where that is possible.
 * @returns false when it was no longer this one's turn
 */
export async function finishTarefa(sql: Sql, contaId: string, end: Entrega & Fim): Promise<boolean> {
  return await close(sql, contaId, { ...end, estado: "feita" });
}

/**
 * The attempt failed. espera: what it waits for now. awayMs: something it stands on is away, and asks for so long; null = the attempt
 * itself went wrong. A tarefa that may fail no more stays with its process, which gives it up properly. dobraAteMs: what asks for awayMs asks for twice that at each time in
 * a row, so long at most.
 * @returns "repetir" with the next attempt planned, "desistir" when there is none, "atrasada" when it was no longer this one's turn
 */
export async function failTarefa(
  sql: Sql,
  contaId: string,
  end: Entrega & {
    agora: Date;
    resultado: string;
    espera: Espera;
    /** A code (causa.ts). */
    causa: string;
    awayMs: number | null;
    dobraAteMs?: number | null;
  },
): Promise<"repetir" | "desistir" | "atrasada"> {
  const rows = await sql.query<{ tipo: TarefaTipo; falhas: number; ausencias: number }>(
    `SELECT tipo, falhas, ausencias FROM tarefa
     WHERE conta_id = $1 AND id = $2 AND tentativa = $3 AND estado = 'entregue' FOR UPDATE`,
    [contaId, end.tarefaId, end.tentativa],
  );
  const found = rows[0];
  if (found === undefined) return "atrasada";
  const { falhas, ausencias } = countFalha(found, end.awayMs !== null);
  const ends = isExhausted(found.tipo, { falhas, ausencias });
  const awayMs = doubledMs(end.awayMs, { ausencias, ateMs: end.dobraAteMs ?? null });
  const wait = waitMs(found.tipo, { falhas, ausencias }, awayMs);
  const again = ends
    ? ""
    : `, estado = 'pendente', vence_em = $10, proxima_em = NULL, executor = NULL, arrendada_ate = NULL, iniciada_em = NULL`;
  const falhouEm = isDaCaixa(end.causa) ? null : end.agora;
  const values = [
    ...[contaId, end.tarefaId, end.tentativa, falhas, ausencias, end.resultado, end.espera],
    ...[end.causa, falhouEm],
  ];
  await sql.execute(
    `UPDATE tarefa SET falhas = $4, ausencias = $5, resultado = $6, espera = $7, causa = $8, falhou_em = $9${again} WHERE conta_id = $1 AND id = $2 AND tentativa = $3`,
    ends ? values : [...values, new Date(end.agora.getTime() + wait)],
  );
  return ends ? "desistir" : "repetir";
}

/**
 * It was not this attempt's turn: the tarefa goes back to its place, and neither a failure nor an absence is counted.
 * @returns false when it was no longer this one's turn
 */
export async function deferTarefa(
  sql: Sql,
  contaId: string,
  { tarefaId, tentativa, venceEm, resultado }: Entrega & { venceEm: Date; resultado: string },
): Promise<boolean> {
  const changed = await sql.execute(
    `UPDATE tarefa SET estado = 'pendente', vence_em = $4, resultado = $5, espera = 'pedida',
       proxima_em = NULL, executor = NULL, arrendada_ate = NULL, iniciada_em = NULL
     WHERE conta_id = $1 AND id = $2 AND tentativa = $3 AND estado = 'entregue'`,
    [contaId, tarefaId, tentativa, venceEm, resultado],
  );
  return changed === 1;
}

/** Nothing more is tried; what was asked for meanwhile still is. @returns false when it was no longer this one's turn */
export async function giveUpTarefa(sql: Sql, contaId: string, end: Entrega & Fim): Promise<boolean> {
  return await close(sql, contaId, { ...end, estado: "desistiu" });
}

/** Given-up work that is done again: no failure any more. */
export async function resolveTarefa(sql: Sql, contaId: string, tarefaId: string): Promise<void> {
  await sql.execute(
    "UPDATE tarefa SET falhou_em = NULL WHERE conta_id = $1 AND id = $2 AND estado = 'desistiu'",
    [contaId, tarefaId],
  );
}

async function close(
  sql: Sql,
  contaId: string,
  end: Entrega & Fim & { estado: "feita" | "desistiu" },
): Promise<boolean> {
  // What was given up of the same alvo before is resolved by work that ended well: no operator has to look at it.
  const rows = await sql.query<{ n: number }>(
    `WITH fim AS (
       UPDATE tarefa SET
         estado = CASE WHEN proxima_em IS NULL THEN $4 ELSE 'pendente' END,
         terminada_em = CASE WHEN proxima_em IS NULL THEN $5::timestamptz END,
         falhou_em = CASE $4 WHEN 'desistiu' THEN $5::timestamptz END,
         causa = CASE $4 WHEN 'desistiu' THEN causa END,
         falhas = CASE WHEN $4 = 'desistiu' AND proxima_em IS NULL THEN falhas ELSE 0 END,
         ausencias = CASE WHEN $4 = 'desistiu' AND proxima_em IS NULL THEN ausencias ELSE 0 END,
         vence_em = coalesce(proxima_em, vence_em),
         resultado = $6, espera = NULL, mortes = 0,
         proxima_em = NULL, executor = NULL, arrendada_ate = NULL, iniciada_em = NULL
       WHERE conta_id = $1 AND id = $2 AND tentativa = $3 AND estado = 'entregue' RETURNING tipo, alvo
     ), resolvidas AS (
       UPDATE tarefa t SET falhou_em = NULL FROM fim
       WHERE $4 = 'feita' AND t.conta_id = $1 AND t.tipo = fim.tipo AND t.alvo = fim.alvo AND t.estado = 'desistiu'
         AND t.falhou_em IS NOT NULL)
     SELECT count(*) AS n FROM fim`,
    [contaId, end.tarefaId, end.tentativa, end.estado, end.agora, end.resultado ?? null],
  );
  return rows[0]?.n === 1;
}
