import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import type { TaskType } from "../../task-types.ts";

export { TASK_TYPES, type TaskType } from "../../task-types.ts";

/** Attempts that may fail; polls and distribuicoes have no limit, because they are periodic. */
export const MAX_FAILURES = 3;

/** Processes that may die during an isolated task; the first death counts as a failure. */
export const MAX_DEATHS = 10;

/** Longest wait between attempts: an hour for SEFAZ, half an hour for e-mails, otherwise a quarter. */
const STEP_MAX_MS: Readonly<Record<TaskType, number>> = {
  poll: 15 * MINUTE_MS,
  ingest: 15 * MINUTE_MS,
  validate: HOUR_MS,
  envio: 30 * MINUTE_MS,
  distribuicao: HOUR_MS,
  manifesto: HOUR_MS,
  empresa: 15 * MINUTE_MS,
  importacao: 15 * MINUTE_MS,
  exportacao: 15 * MINUTE_MS,
  repositorio: 15 * MINUTE_MS,
  webhook: 5 * MINUTE_MS,
  lote: 15 * MINUTE_MS,
};
const BACKOFF_MS = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);

/**
 * Consecutive outages before giving up, at the longest wait: a week of a full disk or missing
 * database; for SEFAZ the 180 days in which it answers about a chave; three days for an e-mail. A
 * mailbox is polled for as long as it exists.
 */
export const MAX_OUTAGES: Readonly<Record<TaskType, number>> = {
  poll: Number.POSITIVE_INFINITY,
  ingest: (7 * DAY_MS) / STEP_MAX_MS.ingest,
  validate: (180 * DAY_MS) / STEP_MAX_MS.validate,
  envio: (3 * DAY_MS) / STEP_MAX_MS.envio,
  // The distribution sync runs for as long as the empresa wants it; a user's requests fail after a day.
  distribuicao: Number.POSITIVE_INFINITY,
  manifesto: DAY_MS / STEP_MAX_MS.manifesto,
  empresa: (7 * DAY_MS) / STEP_MAX_MS.empresa,
  importacao: (7 * DAY_MS) / STEP_MAX_MS.importacao,
  // The requester is notified after a day.
  exportacao: DAY_MS / STEP_MAX_MS.exportacao,
  repositorio: DAY_MS / STEP_MAX_MS.repositorio,
  // Endpoint failures are counted elsewhere (services/webhook): these are our own outages.
  webhook: (7 * DAY_MS) / STEP_MAX_MS.webhook,
  lote: DAY_MS / STEP_MAX_MS.lote,
};

/** Failures of a task since its last success: its own, and outages. */
export type AttemptCounts = { falhas: number; ausencias: number };

/** Counts one more attempt that failed. isOutage: it was an outage. */
export function countFailure({ falhas, ausencias }: AttemptCounts, isOutage: boolean): AttemptCounts {
  return isOutage ? { falhas, ausencias: ausencias + 1 } : { falhas: falhas + 1, ausencias };
}

/** Waits after the first outages of an own service, such as a restarting database, in ms. */
const SOON_MS = [5_000, 20_000, 60_000];

/**
 * Wait after a failed attempt, in ms.
 * @param contas current counts
 * @param awayMs wait requested by the outage; 0 = an own service without a request, null = no outage
 */
export function waitMs(tipo: TaskType, { falhas, ausencias }: AttemptCounts, awayMs: number | null): number {
  const soon = awayMs === 0 && falhas === 0 ? SOON_MS[ausencias - 1] : undefined;
  return soon ?? backoffMs(tipo, falhas + ausencias, awayMs ?? 0);
}

/**
 * The requested wait after the nth consecutive outage: doubles each time, up to ateMs; constant if
 * that is null.
 */
export function doubledMs(
  awayMs: number | null,
  { ausencias, ateMs }: { ausencias: number; ateMs: number | null },
): number | null {
  if (awayMs === null || ateMs === null) return awayMs;
  return Math.min(awayMs * 2 ** Math.max(ausencias - 1, 0), ateMs);
}

/**
 * Wait after the nth consecutive failure, in ms: 1, 2, 5, 15 min, for envio also 30, for validate
 * 60; an outage may request more.
 */
export function backoffMs(tipo: TaskType, tries: number, askedMs = 0): number {
  const step = BACKOFF_MS[Math.min(Math.max(tries, 1), BACKOFF_MS.length) - 1] ?? 0;
  return Math.max(Math.min(step, STEP_MAX_MS[tipo]), askedMs);
}

/** Whether a task has no attempts left. */
export function isExhausted(tipo: TaskType, { falhas, ausencias }: AttemptCounts): boolean {
  if (tipo === "poll" || tipo === "distribuicao") return false;
  return falhas >= MAX_FAILURES || ausencias >= MAX_OUTAGES[tipo];
}
