import { isCpf } from "@malote/syntax";
import { MASCARAS } from "../../ui/mascara.ts";

const BASE = 12;
const DIGITOS = 2;
/** Where the mask has its signs: before the character of that place. */
const SINAIS: Readonly<Record<number, string>> = { 2: ".", 5: ".", 8: "/", 12: "-" };

/** What of a typed text can be in a CNPJ, each character where it may stand: letters only before the check digits. */
export function readCnpj(text: string): string {
  const typed = text.toUpperCase().replace(/[^0-9A-Z]/g, "");
  const verificadores = typed.slice(BASE).replace(/\D/g, "").slice(0, DIGITOS);
  return typed.slice(0, BASE) + verificadores;
}

/** A CNPJ with its mask, however much of it is there: "12ab" → "12.AB"; a whole CPF with its own. */
export function maskCnpj(text: string): string {
  const limpo = readCnpj(text);
  if (isCpf(limpo)) return MASCARAS.cpf.veste(limpo);
  return [...limpo].map((character, index) => (SINAIS[index] ?? "") + character).join("");
}

/**
 * Where the caret goes in the masked text, for it to stand after as many characters of the CNPJ as it did in the typed one.
 * @param caret its place in the typed text
 */
export function caretInMask(typed: string, caret: number): number {
  const before = readCnpj(typed.slice(0, caret)).length;
  return maskCnpj(readCnpj(typed).slice(0, before)).length;
}
