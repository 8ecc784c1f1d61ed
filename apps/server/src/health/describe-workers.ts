import { formatInteiro } from "@malote/syntax";
import { BEAT_MAX_S, type WorkersVistos } from "../db/index.ts";

/** A sentence about workers without a heartbeat, with a blank before it; "" when there are none. */
export function describeSilent({ parados }: WorkersVistos): string {
  return parados === 0 ? "" : ` Sem sinal de vida há mais de ${BEAT_MAX_S} s: ${formatInteiro(parados)}.`;
}
