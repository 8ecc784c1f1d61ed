const INTEGER = /^-?\d{1,15}$/;
const THOUSANDS = /^-?\d{1,3}(?:\.\d{3})+$/;
const DECIMAL = /^-?\d{1,13}(?:[.,]\d+)?$/;
const DECIMAL_WITH_THOUSANDS = /^-?\d{1,3}(?:\.\d{3})+,\d+$/;

/** Reads a typed whole number, with or without thousands dots; null if it is none (spec §5). */
export function parseInteger(text: string): number | null {
  const typed = text.trim();
  const plain = THOUSANDS.test(typed) ? typed.replaceAll(".", "") : typed;
  return INTEGER.test(plain) ? Number(plain) : null;
}

/** Reads a typed decimal with comma or dot (spec §5), and returns it with a dot: "1234,5" → "1234.5".
 * Thousands dots need a comma: "1.234" has three places.
 * @returns null if the text is no number, or has more places than `decimals` */
export function parseDecimal(text: string, decimals = 2): string | null {
  const typed = text.trim();
  const plain = DECIMAL_WITH_THOUSANDS.test(typed) ? typed.replaceAll(".", "") : typed;
  if (!DECIMAL.test(plain)) return null;
  const dotted = plain.replace(",", ".");
  const places = dotted.split(".")[1]?.length ?? 0;
  return places <= decimals ? dotted : null;
}
