import { isRepeated } from "./documento.ts";
import { modulo11 } from "./modulo-11.ts";

const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/;
const BASE = /^[0-9A-Z]{12}$/;
const ROOT_LENGTH = 8;
const CNPJ_CHARS = 14;

/** The two check digits for the first twelve characters of a CNPJ (digits or capital letters).
 * @throws RangeError unless given 12 such characters   @source IN RFB 2.229/2024; NT Conjunta DF-e
 * 2025.001 */
export function cnpjCheckDigits(base12: string): string {
  if (!BASE.test(base12)) throw new RangeError("the base of a CNPJ has 12 characters");
  const first = modulo11(base12);
  return `${first}${modulo11(`${base12}${first}`)}`;
}

/** Says whether the text is an unmasked CNPJ, numeric or alphanumeric, with valid check digits. */
export function isCnpj(text: string): boolean {
  return CNPJ.test(text) && !isRepeated(text) && cnpjCheckDigits(text.slice(0, 12)) === text.slice(12);
}

/** The first 8 characters of an unmasked CNPJ, shared by
 * all branches of a company; a CPF is returned whole. */
export function cnpjRoot(documento: string): string {
  return documento.length === CNPJ_CHARS ? documento.slice(0, ROOT_LENGTH) : documento;
}
