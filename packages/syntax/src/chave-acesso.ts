import { moduloOnze } from "./modulo-onze.ts";
import { type Uf, ufOfCodigo } from "./uf.ts";

/** Access key of a DF-e: 44 characters, upper case, of which positions 7 to 18 may hold letters. */
export type ChaveAcesso = string;

/** The parts of an access key, each a string with its left zeros. */
export type PartesChave = {
  cUF: string;
  uf: Uf | null;
  anoMes: string;
  documento: string;
  modelo: string;
  serie: string;
  numero: string;
  tpEmis: string;
  codigo: string;
  digito: string;
};

/** The text is not an access key: wrong length, wrong character or wrong check digit. */
export class InvalidChaveAcessoError extends Error {
  override readonly name = "InvalidChaveAcessoError";
}

/** What an access key looks like, whatever its check digit: the source of a regular expression.   @source NT Conjunta DF-e 2025.001 */
export const CHAVE_ACESSO_FORM = "[0-9]{6}[A-Z0-9]{12}[0-9]{26}";
/** The same for a text that is nothing else. */
export const CHAVE_ACESSO_PATTERN: RegExp = new RegExp(`^${CHAVE_ACESSO_FORM}$`);
const BODY = /^[0-9]{6}[A-Z0-9]{12}[0-9]{25}$/;
const SEPARATORS = /[\s.\-/]/g;

/** Check digit: modulo 11, weights 2..9 from the right; a letter weighs its ASCII code minus 48.
 * @returns 0..9; remainders 0 and 1 give 0   @throws InvalidChaveAcessoError when the 43 characters are not a key's
 * @source MOC Visão Geral §5.4; NT Conjunta DF-e 2025.001 */
export function checkDigit(key43: string): number {
  if (!BODY.test(key43)) throw new InvalidChaveAcessoError("an access key's body has 43 characters");
  return moduloOnze(key43);
}

/** Says whether the text is, as it stands, an access key with its right check digit. */
export function isChaveAcesso(text: string): boolean {
  return CHAVE_ACESSO_PATTERN.test(text) && moduloOnze(text.slice(0, 43)) === Number(text.charAt(43));
}

/** Reads a key as people write it: spaces, dots, dashes and slashes go, letters become upper case.
 * @throws InvalidChaveAcessoError */
export function parseChaveAcesso(text: string): ChaveAcesso {
  const chave = text.replace(SEPARATORS, "").toUpperCase();
  if (!CHAVE_ACESSO_PATTERN.test(chave))
    throw new InvalidChaveAcessoError("not 44 characters of an access key");
  if (!isChaveAcesso(chave)) throw new InvalidChaveAcessoError("wrong check digit");
  return chave;
}

/** Cuts a key at its fixed columns; it does not check the digit.
 * `documento` is the 14-column CNPJ field (a CPF comes with three zeros before it); `uf` is null for codes of no state.
 * @source MOC Visão Geral §5.4 */
export function splitChaveAcesso(chave: ChaveAcesso): PartesChave {
  const cUF = chave.slice(0, 2);
  return {
    cUF,
    uf: ufOfCodigo(cUF),
    anoMes: chave.slice(2, 6),
    documento: chave.slice(6, 20),
    modelo: chave.slice(20, 22),
    serie: chave.slice(22, 25),
    numero: chave.slice(25, 34),
    tpEmis: chave.slice(34, 35),
    codigo: chave.slice(35, 43),
    digito: chave.slice(43, 44),
  };
}
