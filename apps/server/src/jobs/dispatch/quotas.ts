import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import type { TaskType } from "../../services/task/task.rules.ts";
import type { FairLimits } from "../reading/fair-turns.ts";

/**
 * Time without a renewal after which a process's work is taken as lost. It renews the leases of
 * running and queued jobs while it lives, up to maxMs of the type.
 */
export const LEASE_MS = 2 * MINUTE_MS;

/**
 * Limits of each task type. maxMs: longest attempt; a slower one has failed. openMax: tasks handed
 * over at once in all processes; perCotaMax: of one cota; concurrency: jobs accepted at once by one
 * process; fairLimits: of those, how many run (absent: all), contas in turn.
 */
export type Quota = {
  maxMs: number;
  openMax: number;
  perCotaMax: number;
  concurrency: number;
  fairLimits?: FairLimits;
};

export const QUOTAS: Readonly<Record<TaskType, Quota>> = {
  poll: { maxMs: 5 * MINUTE_MS, openMax: 32, perCotaMax: 4, concurrency: 4 },
  // The cota is the conta: its costly e-mails hold at most two of three places.
  ingest: {
    maxMs: 10 * MINUTE_MS,
    openMax: 64,
    perCotaMax: 8,
    concurrency: 16,
    fairLimits: { places: 3, perConta: 2 },
  },
  validate: { maxMs: 2 * MINUTE_MS, openMax: 48, perCotaMax: 2, concurrency: 8 },
  distribuicao: { maxMs: 5 * MINUTE_MS, openMax: 16, perCotaMax: 1, concurrency: 2 },
  manifesto: { maxMs: 2 * MINUTE_MS, openMax: 16, perCotaMax: 2, concurrency: 2 },
  empresa: { maxMs: 10 * MINUTE_MS, openMax: 4, perCotaMax: 4, concurrency: 1 },
  importacao: { maxMs: 120 * MINUTE_MS, openMax: 8, perCotaMax: 8, concurrency: 1 },
  exportacao: { maxMs: 10 * MINUTE_MS, openMax: 8, perCotaMax: 8, concurrency: 1 },
  repositorio: { maxMs: HOUR_MS, openMax: 8, perCotaMax: 8, concurrency: 1 },
  envio: { maxMs: 2 * MINUTE_MS, openMax: 16, perCotaMax: 16, concurrency: 2 },
  // The cota is the conta: its slow endpoints hold two places, and not those of others.
  webhook: { maxMs: 2 * MINUTE_MS, openMax: 64, perCotaMax: 2, concurrency: 16 },
  // The cota is the conta: two lotes of it run, and its others wait.
  lote: { maxMs: 2 * MINUTE_MS, openMax: 16, perCotaMax: 2, concurrency: 4 },
};

/** An attempt ends itself this long before maxMs, so that its own reason is recorded. */
export const MARGIN_MS = 5_000;

/** Name of a task type's queue; BullMQ refuses ":". */
export function queueNameOf(tipo: TaskType): string {
  return `malote-${tipo}`;
}
