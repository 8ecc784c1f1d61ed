import type { TarefaTipo } from "../services/tarefa/tarefa.rules.ts";
import type { FairLimits } from "./leitura/fair-turns.ts";

const MINUTE_MS = 60_000;

/**
 * How each kind of work is rationed.
 * leaseMs: longest attempt; who is slower is taken for lost.
 * abertas: handovers outstanding at once over all processes; porCota: of one cota; aoMesmoTempo: in one process.
 * turnos: of those in one process, how many run; absent: all of them. The others wait, each conta for its turn.
 */
export type Quota = {
  leaseMs: number;
  abertas: number;
  porCota: number;
  aoMesmoTempo: number;
  turnos?: FairLimits;
};

export const QUOTAS: Readonly<Record<TarefaTipo, Quota>> = {
  poll: { leaseMs: 5 * MINUTE_MS, abertas: 32, porCota: 4, aoMesmoTempo: 4 },
  // A cota is a conta: its costly e-mails hold two places of three, and not that of others.
  ingest: {
    leaseMs: 10 * MINUTE_MS,
    abertas: 64,
    porCota: 8,
    aoMesmoTempo: 16,
    turnos: { places: 3, perConta: 2 },
  },
  validate: { leaseMs: 2 * MINUTE_MS, abertas: 48, porCota: 2, aoMesmoTempo: 8 },
  distribuicao: { leaseMs: 5 * MINUTE_MS, abertas: 16, porCota: 1, aoMesmoTempo: 2 },
  manifesto: { leaseMs: 2 * MINUTE_MS, abertas: 16, porCota: 2, aoMesmoTempo: 2 },
  empresa: { leaseMs: 10 * MINUTE_MS, abertas: 4, porCota: 4, aoMesmoTempo: 1 },
  importacao: { leaseMs: 120 * MINUTE_MS, abertas: 8, porCota: 8, aoMesmoTempo: 1 },
  exportacao: { leaseMs: 10 * MINUTE_MS, abertas: 8, porCota: 8, aoMesmoTempo: 1 },
  repositorio: { leaseMs: 60 * MINUTE_MS, abertas: 8, porCota: 8, aoMesmoTempo: 1 },
  envio: { leaseMs: 2 * MINUTE_MS, abertas: 16, porCota: 16, aoMesmoTempo: 2 },
  // A cota is a conta: its slow receivers hold two places, and not those of others.
  webhook: { leaseMs: 2 * MINUTE_MS, abertas: 64, porCota: 2, aoMesmoTempo: 16 },
};

/** An attempt gives up by itself this long before its lease ends, so that its own reason is the one remembered. */
export const LEASE_MARGIN_MS = 5_000;

/** Name of a kind's queue; BullMQ refuses ":". */
export function filaOf(tipo: TarefaTipo): string {
  return `malote-${tipo}`;
}
