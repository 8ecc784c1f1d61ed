/** Work on the road; each has its queue. alvo: caixa id (poll), email id (ingest), chave (validate). */
export const TAREFA_TIPOS = ["poll", "ingest", "validate"] as const;
export type TarefaTipo = (typeof TAREFA_TIPOS)[number];

/** Attempts that may begin and not end well; a poll has no such end: it is periodic. */
export const MAX_FALHAS = 3;

/** Processes that may die over a tarefa which ran alone; the first death counts as a failure. */
export const MAX_MORTES = 10;

const MINUTE_MS = 60_000;
const BACKOFF_MS = [1, 2, 5, 15].map((minutes) => minutes * MINUTE_MS);

/** How long after its nth failure in a row a tarefa is tried again, in ms: 1, 2, 5, then 15 min; an outage may ask for more. */
export function backoffMs(falhas: number, retryAfterMs = 0): number {
  const step = BACKOFF_MS[Math.min(Math.max(falhas, 1), BACKOFF_MS.length) - 1] ?? 0;
  return Math.max(step, retryAfterMs);
}

/** Whether a tarefa that has now failed `falhas` times ends there. */
export function isExhausted(tipo: TarefaTipo, falhas: number): boolean {
  return tipo !== "poll" && falhas >= MAX_FALHAS;
}
