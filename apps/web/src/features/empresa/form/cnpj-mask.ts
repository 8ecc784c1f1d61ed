import { isCpf } from "@malote/syntax";
import { MASKS } from "../../../ui/form/masks.ts";

const BASE_LENGTH = 12;
const CHECK_DIGITS = 2;
/** The punctuation of the mask, by the index of the character that follows it. */
const PUNCTUATION: Readonly<Record<number, string>> = { 2: ".", 5: ".", 8: "/", 12: "-" };

/** Extracts a CNPJ from typed text; letters are allowed only before the check digits. */
export function extractCnpj(text: string): string {
  const typed = text.toUpperCase().replace(/[^0-9A-Z]/g, "");
  const checkDigits = typed.slice(BASE_LENGTH).replace(/\D/g, "").slice(0, CHECK_DIGITS);
  return typed.slice(0, BASE_LENGTH) + checkDigits;
}

/** Masks a complete or partial CNPJ ("12ab" → "12.AB"), or a complete CPF. */
export function maskCnpj(text: string): string {
  const cnpj = extractCnpj(text);
  if (isCpf(cnpj)) return MASKS.cpf.format(cnpj);
  return [...cnpj].map((character, index) => (PUNCTUATION[index] ?? "") + character).join("");
}

/**
 * The caret position in the masked text, after the same number of CNPJ characters.
 * @param caret the position in the typed text
 */
export function caretInMask(typed: string, caret: number): number {
  const before = extractCnpj(typed.slice(0, caret)).length;
  return maskCnpj(extractCnpj(typed).slice(0, before)).length;
}
