import type { Clock } from "../../clock.ts";
import type { NovaConsulta } from "./consulta.rows.ts";

/** The end of an attempt. */
export type FimConsulta = Pick<NovaConsulta, "cStat" | "xMotivo" | "falha">;

/** Starts an attempt to query SEFAZ; returns a function that completes its record. */
export function startConsulta(
  clock: Clock,
  sobre: Pick<NovaConsulta, "chave" | "servico" | "origem" | "quem" | "autorizador">,
): (fim: FimConsulta) => NovaConsulta {
  const pedidaEm = clock.now();
  const started = performance.now();
  return (fim) => ({ ...sobre, pedidaEm, duracaoMs: Math.round(performance.now() - started), ...fim });
}
