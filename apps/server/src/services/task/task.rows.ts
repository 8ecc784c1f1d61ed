import { type Db, newId } from "../../db/index.ts";
import type { WaitReason } from "../../errors.ts";
import { isMailboxCause } from "../../failure-cause.ts";
import { countFailure, doubledMs, isExhausted, type TaskType, waitMs } from "./task.rules.ts";

/** A task to plan. cota: a resource with limited concurrency over all contas (mail server, authorizer). */
export type NewTask = { tipo: TaskType; alvo: string; venceEm: Date; cota?: string };

/** One delivery of a task; an outdated tentativa changes nothing. */
export type TaskDelivery = { tarefaId: string; tentativa: number };

/** The state of a task at its start. falhas: earlier attempts that failed. */
export type StartedTask = { tipo: TaskType; alvo: string; cota: string; falhas: number };

/** The end of an attempt. */
export type AttemptEnd = { now: Date; resultado?: string };

/**
 * Upserts the open task of each (tipo, alvo): a pending one becomes due earlier, a running one is due
 * again when it ends. Call it in the transaction that wrote the task's subject, before `publica`.
 */
export async function planTasks(db: Db, contaId: string, newTasks: readonly NewTask[]): Promise<void> {
  if (newTasks.length === 0) return;
  // In key order, so that two transactions that plan the same alvos do not deadlock.
  await db.execute(
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
      newTasks.map(() => newId()),
      newTasks.map(({ tipo }) => tipo),
      newTasks.map(({ alvo }) => alvo),
      newTasks.map(({ venceEm }) => venceEm),
      newTasks.map(({ cota }) => cota ?? ""),
    ],
  );
}

/**
 * Starts a delivery, once.
 * @returns null when it is outdated: a later delivery exists, or it has begun or ended
 */
export async function beginTask(
  db: Db,
  contaId: string,
  { tarefaId, tentativa, executor, now, ate }: TaskDelivery & { executor: number; now: Date; ate: Date },
): Promise<StartedTask | null> {
  const rows = await db.query<StartedTask>(
    `UPDATE tarefa SET iniciada_em = $4, executor = $5, arrendada_ate = $6
     WHERE conta_id = $1 AND id = $2 AND tentativa = $3 AND estado = 'entregue' AND iniciada_em IS NULL
     RETURNING tipo, alvo, cota, falhas`,
    [contaId, tarefaId, tentativa, now, executor, ate],
  );
  return rows[0] ?? null;
}

/**
 * Ends a successful attempt. Call it in the transaction of its result, if possible.
 * @returns false when the delivery is outdated
 */
export async function finishTask(db: Db, contaId: string, end: TaskDelivery & AttemptEnd): Promise<boolean> {
  return await close(db, contaId, { ...end, estado: "feita" });
}

/**
 * Ends a failed attempt. espera: what it waits for now; awayMs: wait requested by an outage, null =
 * the attempt itself failed; dobraAteMs: upper limit of doubling awayMs for consecutive outages. A
 * task without further attempts stays with its process, which gives it up.
 * @returns "repetir" with the next attempt planned, "desistir" without one, "atrasada" when the
 * delivery is outdated
 */
export async function failTask(
  db: Db,
  contaId: string,
  end: TaskDelivery & {
    now: Date;
    resultado: string;
    espera: WaitReason;
    /** A failure code. */
    causa: string;
    awayMs: number | null;
    dobraAteMs?: number | null;
  },
): Promise<"repetir" | "desistir" | "atrasada"> {
  const rows = await db.query<{ tipo: TaskType; falhas: number; ausencias: number }>(
    `SELECT tipo, falhas, ausencias FROM tarefa
     WHERE conta_id = $1 AND id = $2 AND tentativa = $3 AND estado = 'entregue' FOR UPDATE`,
    [contaId, end.tarefaId, end.tentativa],
  );
  const found = rows[0];
  if (found === undefined) return "atrasada";
  const { falhas, ausencias } = countFailure(found, end.awayMs !== null);
  const ends = isExhausted(found.tipo, { falhas, ausencias });
  const awayMs = doubledMs(end.awayMs, { ausencias, ateMs: end.dobraAteMs ?? null });
  const wait = waitMs(found.tipo, { falhas, ausencias }, awayMs);
  const again = ends
    ? ""
    : `, estado = 'pendente', vence_em = $10, proxima_em = NULL, executor = NULL, arrendada_ate = NULL, iniciada_em = NULL`;
  const failedAt = isMailboxCause(end.causa) ? null : end.now;
  const values = [
    ...[contaId, end.tarefaId, end.tentativa, falhas, ausencias, end.resultado, end.espera],
    ...[end.causa, failedAt],
  ];
  await db.execute(
    `UPDATE tarefa SET falhas = $4, ausencias = $5, resultado = $6, espera = $7, causa = $8, falhou_em = $9${again} WHERE conta_id = $1 AND id = $2 AND tentativa = $3`,
    ends ? values : [...values, new Date(end.now.getTime() + wait)],
  );
  return ends ? "desistir" : "repetir";
}

/**
 * Defers an attempt: the task returns to the queue, and neither a failure nor an outage is counted.
 * @returns false when the delivery is outdated
 */
export async function deferTask(
  db: Db,
  contaId: string,
  { tarefaId, tentativa, venceEm, resultado }: TaskDelivery & { venceEm: Date; resultado: string },
): Promise<boolean> {
  const changed = await db.execute(
    `UPDATE tarefa SET estado = 'pendente', vence_em = $4, resultado = $5, espera = 'pedida',
       proxima_em = NULL, executor = NULL, arrendada_ate = NULL, iniciada_em = NULL
     WHERE conta_id = $1 AND id = $2 AND tentativa = $3 AND estado = 'entregue'`,
    [contaId, tarefaId, tentativa, venceEm, resultado],
  );
  return changed === 1;
}

/** Gives up a task; a run planned meanwhile remains. @returns false when the delivery is outdated */
export async function giveUpTask(db: Db, contaId: string, end: TaskDelivery & AttemptEnd): Promise<boolean> {
  return await close(db, contaId, { ...end, estado: "desistiu" });
}

/** Resolves a given-up task that is done again: it no longer counts as a failure. */
export async function resolveTask(db: Db, contaId: string, tarefaId: string): Promise<void> {
  await db.execute(
    "UPDATE tarefa SET falhou_em = NULL WHERE conta_id = $1 AND id = $2 AND estado = 'desistiu'",
    [contaId, tarefaId],
  );
}

async function close(
  db: Db,
  contaId: string,
  end: TaskDelivery & AttemptEnd & { estado: "feita" | "desistiu" },
): Promise<boolean> {
  // Success resolves earlier given-up tasks of the same alvo: the operator need not look at them.
  const rows = await db.query<{ n: number }>(
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
    [contaId, end.tarefaId, end.tentativa, end.estado, end.now, end.resultado ?? null],
  );
  return rows[0]?.n === 1;
}
