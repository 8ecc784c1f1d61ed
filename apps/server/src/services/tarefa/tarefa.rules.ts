/**
 * Work, each kind with its queue. alvo: caixa id (poll), email id (ingest), chave (validate), envio
 * id (envio), "<empresa id> NFe" or "<empresa id> CTe" (distribuicao), manifestacao id (manifesto),
 * CNPJ that became or ceased to be the conta's own, "partes" after an upgrade that reads more of
 * them, or "dias" when its clock became another (empresa), importacao id (importacao),
 * arquivo_pedido id (exportacao, repositorio), webhook id (webhook).
 */
export const TAREFA_TIPOS = [
  "poll",
  "ingest",
  "validate",
  "envio",
  "distribuicao",
  "manifesto",
  "empresa",
  "importacao",
  "exportacao",
  "repositorio",
  "webhook",
] as const;
export type TarefaTipo = (typeof TAREFA_TIPOS)[number];

/** Attempts that may begin and not end well; a poll and a distribuicao have no such end: they are periodic. */
export const MAX_FALHAS = 3;

/** Processes that may die over a tarefa which ran alone; the first death counts as a failure. */
export const MAX_MORTES = 10;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Longest step between two tries: a document waits for SEFAZ at most an hour, a letter for its mail server half of one, all else a quarter. */
const STEP_MAX_MS: Readonly<Record<TarefaTipo, number>> = {
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
};
const BACKOFF_MS = [1, 2, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);

/**
 * Tries in a row that may find the world away, which say nothing of the document: at the longest step, a week of a disk that is full
 * or a database that is gone, and for SEFAZ the 180 days in which it answers about a key; a letter is stale after three days. A mailbox is visited for as long as it exists.
 */
export const MAX_AUSENCIAS: Readonly<Record<TarefaTipo, number>> = {
  poll: Number.POSITIVE_INFINITY,
  ingest: (7 * DAY_MS) / STEP_MAX_MS.ingest,
  validate: (180 * DAY_MS) / STEP_MAX_MS.validate,
  envio: (3 * DAY_MS) / STEP_MAX_MS.envio,
  // The walk over the NSU goes on for as long as the empresa wants it; what a person asked for is told to have failed after a day.
  distribuicao: Number.POSITIVE_INFINITY,
  manifesto: DAY_MS / STEP_MAX_MS.manifesto,
  empresa: (7 * DAY_MS) / STEP_MAX_MS.empresa,
  importacao: (7 * DAY_MS) / STEP_MAX_MS.importacao,
  // Who asked for a file is told after a day.
  exportacao: DAY_MS / STEP_MAX_MS.exportacao,
  repositorio: DAY_MS / STEP_MAX_MS.repositorio,
  // A receiver that is away is no outage of this tarefa (services/webhook): what is counted here is our own.
  webhook: (7 * DAY_MS) / STEP_MAX_MS.webhook,
};

/** What went wrong with a tarefa since it last went well: by its own fault, and because the world was away. */
export type Contas = { falhas: number; ausencias: number };

/** Counts one more attempt that did not end well. away: it was an outage, which is nobody's fault here. */
export function countFalha({ falhas, ausencias }: Contas, away: boolean): Contas {
  return away ? { falhas, ausencias: ausencias + 1 } : { falhas: falhas + 1, ausencias };
}

/** Waits after the first tries that found something of our own away, such as a database that starts again, in ms. */
const SOON_MS = [5_000, 20_000, 60_000];

/**
 * How long after an attempt that did not end well a tarefa is tried again, in ms.
 * @param contas as they are now
 * @param awayMs how long what was away asks for; 0 = it was our own and did not say, null = nothing was away
 */
export function waitMs(tipo: TarefaTipo, { falhas, ausencias }: Contas, awayMs: number | null): number {
  const soon = awayMs === 0 && falhas === 0 ? SOON_MS[ausencias - 1] : undefined;
  return soon ?? backoffMs(tipo, falhas + ausencias, awayMs ?? 0);
}

/** What is asked for at the nth absence in a row: twice as long as at the one before, ateMs at most; always the same where that is null. */
export function doubledMs(
  awayMs: number | null,
  { ausencias, ateMs }: { ausencias: number; ateMs: number | null },
): number | null {
  if (awayMs === null || ateMs === null) return awayMs;
  return Math.min(awayMs * 2 ** Math.max(ausencias - 1, 0), ateMs);
}

/** How long after its nth try in a row that went wrong a tarefa is tried again, in ms: 1, 2, 5, 15 min, envio 30 too, validate 60; an
 * outage may ask for more. */
export function backoffMs(tipo: TarefaTipo, tries: number, askedMs = 0): number {
  const step = BACKOFF_MS[Math.min(Math.max(tries, 1), BACKOFF_MS.length) - 1] ?? 0;
  return Math.max(Math.min(step, STEP_MAX_MS[tipo]), askedMs);
}

/** Whether a tarefa ends there. */
export function isExhausted(tipo: TarefaTipo, { falhas, ausencias }: Contas): boolean {
  if (tipo === "poll" || tipo === "distribuicao") return false;
  return falhas >= MAX_FALHAS || ausencias >= MAX_AUSENCIAS[tipo];
}
