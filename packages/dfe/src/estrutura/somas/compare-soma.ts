import type { Irregularidades } from "../irregularidade.ts";
import { formatCentavos } from "./centavos.ts";

/** An amount and its correct values; `tolerancia` in cents. */
export type Soma = { caminho: string; valor: bigint; certos: readonly bigint[]; tolerancia: bigint };

/** Reports an amount that equals none of the correct values; the detail has the first of these. */
export function compareSoma(
  irregularidades: Irregularidades,
  { caminho, valor, certos, tolerancia }: Soma,
): void {
  if (certos.some((certo) => valor - certo <= tolerancia && certo - valor <= tolerancia)) return;
  const detalhe = `${formatCentavos(valor)}, soma ${formatCentavos(certos[0] ?? 0n)}`;
  irregularidades.add("soma-divergente", caminho, detalhe);
}

/** All sums of a base and any subset of the optional addends. */
export function sumsWith(bases: readonly bigint[], addends: readonly bigint[]): bigint[] {
  let sums = [...new Set(bases)];
  for (const addend of addends) if (addend !== 0n) sums = [...sums, ...sums.map((each) => each + addend)];
  return sums;
}
