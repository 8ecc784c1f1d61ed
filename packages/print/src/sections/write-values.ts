import { formatChave, formatDecimal, formatDocumento } from "@malote/syntax";

/** A CNPJ or CPF with its mask; "" for null. */
export function writeDocumento(documento: string | null): string {
  return documento === null ? "" : formatDocumento(documento);
}

/** An access key in groups of four; "" for null. */
export function writeChave(chave: string | null): string {
  return chave === null ? "" : formatChave(chave);
}

/** A quantity with at least that many decimal places, all digits kept; "" for null. */
export function writeDecimal(decimal: string | null, places = 0): string {
  return decimal === null ? "" : formatDecimal(decimal, places);
}

type Words = Readonly<Record<string, string>>;

/** The meaning of a code; null if unknown. Keys of Object.prototype, such as "constructor", are unknown. */
export function meaningOf(code: string | null, words: Words): string | null {
  return code !== null && Object.hasOwn(words, code) ? (words[code] ?? null) : null;
}

/** The meaning of a code; the code itself if unknown. */
export function wordOf(code: string | null, words: Words): string | null {
  return meaningOf(code, words) ?? code;
}

/** A code with its meaning: "2 - Contingência"; the code alone if unknown. */
export function writeCode(code: string | null, words: Words): string {
  return joinParts([code, meaningOf(code, words)]);
}

/** Joins the non-empty parts. */
export function joinParts(parts: readonly (string | null | undefined)[], between = " - "): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== "").join(between);
}

/** Capitals for a title, except the small "e" of NF-e, CT-e and the like. */
export function writeTitle(title: string): string {
  return title.toUpperCase().replace(/\b(NF|NFC|CT|MDF|DF|CC)-E\b/g, "$1-e");
}
