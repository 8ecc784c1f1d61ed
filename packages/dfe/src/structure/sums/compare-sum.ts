import type { Irregularities } from "../irregularity.ts";
import { formatCents } from "./cents.ts";

/** An amount and its correct values; `tolerance` in cents. */
export type SumCheck = { path: string; amount: bigint; expected: readonly bigint[]; tolerance: bigint };

/** Reports an amount that equals none of the correct values; the detail has the first of these. */
export function compareSum(
  irregularities: Irregularities,
  { path, amount, expected, tolerance }: SumCheck,
): void {
  if (expected.some((candidate) => amount - candidate <= tolerance && candidate - amount <= tolerance))
    return;
  const detail = `${formatCents(amount)}, soma ${formatCents(expected[0] ?? 0n)}`;
  irregularities.add("soma-divergente", path, detail);
}

/** All sums of a base and any subset of the optional addends. */
export function sumsWith(bases: readonly bigint[], addends: readonly bigint[]): bigint[] {
  let sums = [...new Set(bases)];
  for (const addend of addends) if (addend !== 0n) sums = [...sums, ...sums.map((each) => each + addend)];
  return sums;
}
