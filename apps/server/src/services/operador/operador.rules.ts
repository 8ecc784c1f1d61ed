import { QUEUE_STATES, type QueueState, type QueueType } from "@malote/contract";
import { DAY_MS, formatInteger, MINUTE_MS } from "@malote/syntax";
import { MAX_FAILURES, MAX_OUTAGES, type TaskType } from "../task/task.rules.ts";
import { RETRY_DELAYS_MS } from "../webhook/webhook.rules.ts";

/** A queue is late when its oldest waiting work is older than this. */
export const LATE_AFTER_MS: Readonly<Record<QueueType, number>> = {
  poll: 5 * MINUTE_MS,
  ingest: 5 * MINUTE_MS,
  validate: 15 * MINUTE_MS,
  distribuicao: 30 * MINUTE_MS,
  manifesto: 10 * MINUTE_MS,
  webhook: 5 * MINUTE_MS,
  lote: 10 * MINUTE_MS,
  exportacao: 10 * MINUTE_MS,
  repositorio: 30 * MINUTE_MS,
  importacao: 30 * MINUTE_MS,
  envio: 10 * MINUTE_MS,
  empresa: 15 * MINUTE_MS,
};

/** Minutes over which a queue's rate is measured. */
export const RATE_MINUTES = 5;

/** Measures of a queue. feitas: tarefas that succeeded in the last {@link RATE_MINUTES}. */
export type QueueMeasures = {
  tipo: QueueType;
  esperaMs: number | null;
  emAndamento: number;
  feitas: number;
  pausada: boolean;
};

/** A queue is late above its limit, and stopped when it is late and nothing finished or runs. */
export function queueStateOf({ tipo, esperaMs, emAndamento, feitas, pausada }: QueueMeasures): QueueState {
  if (pausada) return "pausada";
  if (esperaMs === null || esperaMs <= LATE_AFTER_MS[tipo]) return "em-dia";
  return feitas === 0 && emAndamento === 0 ? "parada" : "atrasada";
}

export function queueStateName(queueState: QueueState): string {
  return QUEUE_STATES[queueState];
}

/**
 * Kinds of abandoned work that an operator may restart. The others need the conta: a manifestação is its own
 * statement, and a file may have to be uploaded again.
 */
const RESTARTABLE: ReadonlySet<string> = new Set([
  ...["ingest", "validate", "empresa", "exportacao", "repositorio", "webhook"],
]);

/**
 * What decides whether a failure may be retried. pedida: an external server's requested delay has not passed.
 */
export type RetryCandidate = { tipo: string; estado: "tentando" | "desistiu"; pedida: boolean };

/** Why a failure may not be retried now; null when it may. */
export function retryBlockOf({ tipo, estado, pedida }: RetryCandidate): "espera" | "conta" | null {
  if (estado === "desistiu") return RESTARTABLE.has(tipo) ? null : "conta";
  return pedida ? "espera" : null;
}

/** Attempts of one delivery: the first, one after each delay, and the last after a day. */
const WEBHOOK_ATTEMPTS = RETRY_DELAYS_MS.length + 2;

/** Attempts of a failed tarefa. url: set for a webhook whose endpoint fails. */
export type AttemptFacts = {
  tipo: TaskType;
  url: string | null;
  espera: string | null;
  falhas: number;
  ausencias: number;
};

/** Counts the attempts, and the most that are allowed; max null = unlimited. */
export function attemptsOf({ tipo, url, espera, falhas, ausencias }: AttemptFacts): {
  tentativas: number;
  max: number | null;
} {
  if (url !== null) return { tentativas: falhas, max: WEBHOOK_ATTEMPTS };
  const isOwn = falhas >= MAX_FAILURES || ausencias === 0 || espera === "falha";
  const max = isOwn ? MAX_FAILURES : MAX_OUTAGES[tipo];
  const isUnlimited = tipo === "poll" || tipo === "distribuicao" || !Number.isFinite(max);
  return { tentativas: isOwn ? falhas : ausencias, max: isUnlimited ? null : max };
}

/** Growth of the storage. dias: length of the measured period. livre: free bytes. */
export type StorageGrowth = { primeiro: number; ultimo: number; dias: number; livre: number };

/**
 * Estimates bytes per day and days until the disk is full;
 * null without growth or before a whole day was measured.
 */
export function projectGrowth({ primeiro, ultimo, dias, livre }: StorageGrowth): {
  dia: number | null;
  cheioEmDias: number | null;
} {
  if (dias < 1) return { dia: null, cheioEmDias: null };
  const dia = Math.round((ultimo - primeiro) / dias);
  return { dia, cheioEmDias: dia > 0 ? Math.floor(livre / dia) : null };
}

const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
/** From these numbers of days on, the estimate is shown in months or years. */
const MONTHS_FROM = 60;
const YEARS_FROM = 730;
const FAR_YEARS = 10;

/** Describes the days until the disk is full: "cheio em uns 7 meses". */
export function describeTimeToFull(dias: number): string {
  if (dias < 1) return "cheio hoje";
  if (dias === 1) return "cheio amanhã";
  if (dias < MONTHS_FROM) return `cheio em uns ${dias} dias`;
  if (dias < YEARS_FROM) return `cheio em uns ${Math.round(dias / MONTH_DAYS)} meses`;
  const years = Math.round(dias / YEAR_DAYS);
  return years > FAR_YEARS
    ? `cheio em mais de ${FAR_YEARS} anos`
    : `cheio em uns ${formatInteger(years)} anos`;
}

/** Counts the days from one yyyy-MM-dd to another. */
export function daysBetween(de: string, ate: string): number {
  return Math.round((Date.parse(ate) - Date.parse(de)) / DAY_MS);
}
