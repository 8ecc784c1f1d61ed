import { formatInteger } from "@malote/syntax";
import { BEAT_MAX_S, type WorkerCount } from "../db/index.ts";

/** Describes workers without a heartbeat in a sentence with a leading space; "" when there are none. */
export function describeSilentWorkers({ parados }: WorkerCount): string {
  return parados === 0 ? "" : ` Sem sinal de vida há mais de ${BEAT_MAX_S} s: ${formatInteger(parados)}.`;
}
