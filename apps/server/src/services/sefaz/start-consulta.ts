import type { Clock } from "../../clock.ts";
import type { NovaConsulta } from "./consulta.rows.ts";

/** How an attempt ended. */
export type FimConsulta = Pick<NovaConsulta, "cStat" | "xMotivo" | "falha">;

/** Begins an attempt to ask SEFAZ; the answer says what to write down of it once it has ended. */
export function startConsulta(
  clock: Clock,
  sobre: Pick<NovaConsulta, "chave" | "servico" | "origem" | "quem" | "autorizador">,
): (fim: FimConsulta) => NovaConsulta {
  const pedidaEm = clock.now();
  const started = performance.now();
  return (fim) => ({ ...sobre, pedidaEm, duracaoMs: Math.round(performance.now() - started), ...fim });
}
