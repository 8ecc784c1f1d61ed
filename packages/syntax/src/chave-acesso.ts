import { modulo11 } from "./modulo-11.ts";
import { type Uf, ufOfCode } from "./uf.ts";

/** Access key of a DF-e: 44 characters, upper case; positions 7 to 18 may be letters. */
export type ChaveAcesso = string;

/** The parts of an access key, each a string with its left zeros. */
export type ChaveParts = {
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

/** Form of an access key, without its check digit rule, as regular expression source.
 * @source NT Conjunta DF-e 2025.001 */
export const CHAVE_ACESSO_FORM = "[0-9]{6}[A-Z0-9]{12}[0-9]{26}";
/** Matches a text that is exactly an access key. */
export const CHAVE_ACESSO_PATTERN: RegExp = new RegExp(`^${CHAVE_ACESSO_FORM}$`);
const BODY = /^[0-9]{6}[A-Z0-9]{12}[0-9]{25}$/;
const SEPARATORS = /[\s.\-/]/g;

/** Check digit: modulo 11, weights 2..9 from the right;
 * the value of a letter is its ASCII code minus 48.
 * @returns 0..9; remainders 0 and 1 give 0
 * @throws InvalidChaveAcessoError unless given 43 characters of a key
 * @source MOC Visão Geral §5.4; NT Conjunta DF-e 2025.001 */
export function checkDigit(key43: string): number {
  if (!BODY.test(key43)) throw new InvalidChaveAcessoError("the body of an access key has 43 characters");
  return modulo11(key43);
}

/** Says whether the text is an access key with a valid check digit, without any normalization. */
export function isChaveAcesso(text: string): boolean {
  return CHAVE_ACESSO_PATTERN.test(text) && modulo11(text.slice(0, 43)) === Number(text.charAt(43));
}

/** Parses a key as typed: removes spaces, dots, dashes and slashes, and converts to upper case.
 * @throws InvalidChaveAcessoError */
export function parseChaveAcesso(text: string): ChaveAcesso {
  const chave = text.replace(SEPARATORS, "").toUpperCase();
  if (!CHAVE_ACESSO_PATTERN.test(chave))
    throw new InvalidChaveAcessoError("not 44 characters of an access key");
  if (!isChaveAcesso(chave)) throw new InvalidChaveAcessoError("wrong check digit");
  return chave;
}

/** Splits a key at its fixed columns, without checking its digit. `uf` is null for codes that
 * are not a state. `documento` is the 14-column CNPJ field; a CPF has three zeros before it.
 * @source MOC Visão Geral §5.4 */
export function splitChaveAcesso(chave: ChaveAcesso): ChaveParts {
  const cUF = chave.slice(0, 2);
  return {
    cUF,
    uf: ufOfCode(cUF),
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
