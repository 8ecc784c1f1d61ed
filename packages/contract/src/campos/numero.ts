const INTEIRO = /^-?\d{1,15}$/;
const MILHARES = /^-?\d{1,3}(?:\.\d{3})+$/;
const DECIMAL = /^-?\d{1,13}(?:[.,]\d+)?$/;
const DECIMAL_COM_MILHARES = /^-?\d{1,3}(?:\.\d{3})+,\d+$/;

/** A whole number as a person types it, with or without thousands dots; null when the text is none (spec §5). */
export function parseInteiro(text: string): number | null {
  const typed = text.trim();
  const plain = MILHARES.test(typed) ? typed.replaceAll(".", "") : typed;
  return INTEIRO.test(plain) ? Number(plain) : null;
}

/**
 * A decimal number as a person types it, with comma or dot (spec §5), as text with a dot: "1234,5" → "1234.5". Thousands dots
 * only beside a comma: "1.234" has three places.
 * @returns null when the text is none, or has more places than `casas`
 */
export function parseDecimal(text: string, casas = 2): string | null {
  const typed = text.trim();
  const plain = DECIMAL_COM_MILHARES.test(typed) ? typed.replaceAll(".", "") : typed;
  if (!DECIMAL.test(plain)) return null;
  const dotted = plain.replace(",", ".");
  const places = dotted.split(".")[1]?.length ?? 0;
  return places <= casas ? dotted : null;
}
