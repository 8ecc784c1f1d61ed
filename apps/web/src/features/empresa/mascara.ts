import { isCpf } from "@malote/syntax";
import { MASCARAS } from "../../ui/mascara.ts";

const BASE = 12;
const DIGITOS = 2;
/** The punctuation of the mask, by the index of the character that follows it. */
const SINAIS: Readonly<Record<number, string>> = { 2: ".", 5: ".", 8: "/", 12: "-" };

/** Extracts a CNPJ from typed text; letters are allowed only before the check digits. */
export function readCnpj(text: string): string {
  const typed = text.toUpperCase().replace(/[^0-9A-Z]/g, "");
  const verificadores = typed.slice(BASE).replace(/\D/g, "").slice(0, DIGITOS);
  return typed.slice(0, BASE) + verificadores;
}

/** Masks a complete or partial CNPJ ("12ab" → "12.AB"), or a complete CPF. */
export function maskCnpj(text: string): string {
  const limpo = readCnpj(text);
  if (isCpf(limpo)) return MASCARAS.cpf.veste(limpo);
  return [...limpo].map((character, index) => (SINAIS[index] ?? "") + character).join("");
}

/**
 * The caret position in the masked text, after the same number of CNPJ characters.
 * @param caret the position in the typed text
 */
export function caretInMask(typed: string, caret: number): number {
  const before = readCnpj(typed.slice(0, caret)).length;
  return maskCnpj(readCnpj(typed).slice(0, before)).length;
}
