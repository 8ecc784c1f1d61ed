import { formatInteiro } from "@malote/syntax";
import { BEAT_MAX_S, type WorkersVistos } from "../db/index.ts";

/** Describes workers without a heartbeat in a sentence with a leading space; "" when there are none. */
export function describeSilent({ parados }: WorkersVistos): string {
  return parados === 0 ? "" : ` Sem sinal de vida há mais de ${BEAT_MAX_S} s: ${formatInteiro(parados)}.`;
}
