const INTEIRO = /^-?\d{1,15}$/;
const MILHARES = /^-?\d{1,3}(?:\.\d{3})+$/;
const DECIMAL = /^-?\d{1,13}(?:[.,]\d+)?$/;
const DECIMAL_COM_MILHARES = /^-?\d{1,3}(?:\.\d{3})+,\d+$/;

/** Reads a typed whole number, with or without thousands dots; null if it is none (spec §5). */
export function parseInteiro(text: string): number | null {
  const typed = text.trim();
  const plain = MILHARES.test(typed) ? typed.replaceAll(".", "") : typed;
  return INTEIRO.test(plain) ? Number(plain) : null;
}

/** Reads a typed decimal with comma or dot (spec §5), and returns it with a dot: "1234,5" → "1234.5".
 * Thousands dots need a comma: "1.234" has three places.
 * @returns null if the text is no number, or has more places than `casas` */
export function parseDecimal(text: string, casas = 2): string | null {
  const typed = text.trim();
  const plain = DECIMAL_COM_MILHARES.test(typed) ? typed.replaceAll(".", "") : typed;
  if (!DECIMAL.test(plain)) return null;
  const dotted = plain.replace(",", ".");
  const places = dotted.split(".")[1]?.length ?? 0;
  return places <= casas ? dotted : null;
}
