/** Cents as bigint: amounts are never a `number`.
 * @param text a decimal of the layouts, without or with exactly two places ("12", "12.34") */
export function centsOf(text: string): bigint {
  const dot = text.length - 3;
  if (text.charAt(dot) === ".") return BigInt(text.slice(0, dot) + text.slice(dot + 1));
  return BigInt(text) * 100n;
}

/** Formats cents as in the layouts: 1234n → "12.34". */
export function formatCents(cents: bigint): string {
  const size = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${size.slice(0, -2)}.${size.slice(-2)}`;
}

/** Cents of tolerance per item: items are rounded from more places, and some emitentes
 * round only the total. SEFAZ has the same tolerance for the product of an item.
 * @source MOC NF-e 7.0, regras I11-10 (629), I14b-10 (630) and W03-10 to W16-10 */
export const TOLERANCE_PER_ITEM = 1n;
/** Maximum tolerance for any number of items: 50 cents, where SEFAZ refuses. */
export const TOLERANCE_MAX = 50n;
/** Tolerance of a sum of totals, for emitentes who round both. */
export const TOTAL_TOLERANCE = 1n;

/** The tolerance of a sum of so many parts. */
export function toleranceOf(parts: number): bigint {
  const tolerance = BigInt(Math.max(1, parts)) * TOLERANCE_PER_ITEM;
  return tolerance < TOLERANCE_MAX ? tolerance : TOLERANCE_MAX;
}
