import type { Irregularidades } from "../irregularidade.ts";
import { formatCentavos } from "./centavos.ts";

/** An amount and what it may be; `tolerancia` in cents. */
export type Soma = { caminho: string; valor: bigint; certos: readonly bigint[]; tolerancia: bigint };

/** Tells an amount that is none of those that would be right; the detail names the first of them. */
export function compareSoma(
  irregularidades: Irregularidades,
  { caminho, valor, certos, tolerancia }: Soma,
): void {
  if (certos.some((certo) => valor - certo <= tolerancia && certo - valor <= tolerancia)) return;
  const detalhe = `${formatCentavos(valor)}, soma ${formatCentavos(certos[0] ?? 0n)}`;
  irregularidades.add("soma-divergente", caminho, detalhe);
}

/** Every amount that comes of some bases and any choice of addends that rules leave open. */
export function sumsWith(bases: readonly bigint[], addends: readonly bigint[]): bigint[] {
  let sums = [...new Set(bases)];
  for (const addend of addends) if (addend !== 0n) sums = [...sums, ...sums.map((each) => each + addend)];
  return sums;
}
