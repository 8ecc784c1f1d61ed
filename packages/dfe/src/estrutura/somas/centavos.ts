/** Sums are of whole cents, in bigint: no total of a DF-e is ever a number.
 * @param text a decimal of the layouts, without places or with exactly two ("12", "12.34") */
export function centavosOf(text: string): bigint {
  const dot = text.length - 3;
  if (text.charAt(dot) === ".") return BigInt(text.slice(0, dot) + text.slice(dot + 1));
  return BigInt(text) * 100n;
}

/** Cents as the layouts write them: 1234n → "12.34". */
export function formatCentavos(centavos: bigint): string {
  const size = String(centavos < 0n ? -centavos : centavos).padStart(3, "0");
  return `${centavos < 0n ? "-" : ""}${size.slice(0, -2)}.${size.slice(-2)}`;
}

/** Cents by which a total may differ from its parts for each item: a part that was computed with more places is rounded
 * once in its item, and some emitters round only the total. SEFAZ grants the same cent to an item's own product.
 * @source MOC NF-e 7.0, regras I11-10 (629), I14b-10 (630) and W03-10 to W16-10 */
export const TOLERANCIA_POR_ITEM = 1n;
/** The most that rounding may explain, however many items: 50 cents, where emitters see SEFAZ refuse. */
export const TOLERANCIA_MAX = 50n;
/** Totals of totals have nothing left to round; one cent forgives an emitter who rounds both. */
export const TOLERANCIA_TOTAL = 1n;

/** The tolerance of a sum over so many parts. */
export function toleranciaOf(partes: number): bigint {
  const tolerancia = BigInt(Math.max(1, partes)) * TOLERANCIA_POR_ITEM;
  return tolerancia < TOLERANCIA_MAX ? tolerancia : TOLERANCIA_MAX;
}
