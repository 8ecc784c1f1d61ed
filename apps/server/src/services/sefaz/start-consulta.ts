import type { Clock } from "../../clock.ts";
import type { NovaConsulta } from "./consulta.rows.ts";

/** The end of an attempt. */
export type ConsultaEnd = Pick<NovaConsulta, "cStat" | "xMotivo" | "falha">;

/** Starts an attempt to query SEFAZ; returns a function that completes its record. */
export function startConsulta(
  clock: Clock,
  about: Pick<NovaConsulta, "chave" | "servico" | "origem" | "quem" | "autorizador">,
): (end: ConsultaEnd) => NovaConsulta {
  const pedidaEm = clock.now();
  const started = performance.now();
  return (end) => ({ ...about, pedidaEm, duracaoMs: Math.round(performance.now() - started), ...end });
}
