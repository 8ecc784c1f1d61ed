import { diaInZona, formatData, formatInteiro } from "@malote/syntax";
import { diaBefore, formatDiaHora, formatHora } from "./quando.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A duration in its largest unit: "8 s", "31 min", "3 h", "1 dia", "12 dias"; at least "0 s". */
export function formatDuracao(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.floor(ms / SECOND_MS))} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return formatDias(Math.floor(ms / DAY_MS));
}

/** A count of days: "1 dia", "12 dias". */
export function formatDias(dias: number): string {
  return dias === 1 ? "1 dia" : `${formatInteiro(dias)} dias`;
}

/** Today and yesterday as "hoje" and "ontem"; any other day as "em dd/MM/yyyy". */
export function formatDiaPerto(instante: Date, agora: Date, zona: string): string {
  const dia = diaInZona(instante, zona);
  const hoje = diaInZona(agora, zona);
  if (dia === hoje) return "hoje";
  return dia === diaBefore(hoje, 1) ? "ontem" : `em ${formatData(dia)}`;
}

/** An instant of today with seconds, "14:09:31"; of another day without the year, "25/11 14:09". */
export function formatMomento(instante: Date, agora: Date, zona: string): string {
  if (diaInZona(instante, zona) !== diaInZona(agora, zona)) return formatDiaHora(instante, zona);
  return `${formatHora(instante, zona)}:${String(instante.getUTCSeconds()).padStart(2, "0")}`;
}
