import type { TarefaTipo } from "../services/tarefa/tarefa.rules.ts";
import type { FairLimits } from "./leitura/fair-turns.ts";

const MINUTE_MS = 60_000;

/**
 * How long a process may be silent before its work is taken for lost. It renews the lease of what it runs and of what it handed over for
 * as long as it lives, up to the longest attempt of the kind.
 */
export const LEASE_MS = 2 * MINUTE_MS;

/**
 * How each kind of work is rationed.
 * maxMs: longest attempt; who is slower has failed.
 * abertas: handovers outstanding at once over all processes; porCota: of one cota; aoMesmoTempo: in one process.
 * turnos: of those in one process, how many run; absent: all of them. The others wait, each conta for its turn.
 */
export type Quota = {
  maxMs: number;
  abertas: number;
  porCota: number;
  aoMesmoTempo: number;
  turnos?: FairLimits;
};

export const QUOTAS: Readonly<Record<TarefaTipo, Quota>> = {
  poll: { maxMs: 5 * MINUTE_MS, abertas: 32, porCota: 4, aoMesmoTempo: 4 },
  // A cota is a conta: its costly e-mails hold two places of three, and not that of others.
  ingest: {
    maxMs: 10 * MINUTE_MS,
    abertas: 64,
    porCota: 8,
    aoMesmoTempo: 16,
    turnos: { places: 3, perConta: 2 },
  },
  validate: { maxMs: 2 * MINUTE_MS, abertas: 48, porCota: 2, aoMesmoTempo: 8 },
  distribuicao: { maxMs: 5 * MINUTE_MS, abertas: 16, porCota: 1, aoMesmoTempo: 2 },
  manifesto: { maxMs: 2 * MINUTE_MS, abertas: 16, porCota: 2, aoMesmoTempo: 2 },
  empresa: { maxMs: 10 * MINUTE_MS, abertas: 4, porCota: 4, aoMesmoTempo: 1 },
  importacao: { maxMs: 120 * MINUTE_MS, abertas: 8, porCota: 8, aoMesmoTempo: 1 },
  exportacao: { maxMs: 10 * MINUTE_MS, abertas: 8, porCota: 8, aoMesmoTempo: 1 },
  repositorio: { maxMs: 60 * MINUTE_MS, abertas: 8, porCota: 8, aoMesmoTempo: 1 },
  envio: { maxMs: 2 * MINUTE_MS, abertas: 16, porCota: 16, aoMesmoTempo: 2 },
  // A cota is a conta: its slow receivers hold two places, and not those of others.
  webhook: { maxMs: 2 * MINUTE_MS, abertas: 64, porCota: 2, aoMesmoTempo: 16 },
};

/** An attempt gives up by itself this long before its longest time ends, so that its own reason is the one remembered. */
export const MARGIN_MS = 5_000;

/** Name of a kind's queue; BullMQ refuses ":". */
export function filaOf(tipo: TarefaTipo): string {
  return `malote-${tipo}`;
}
