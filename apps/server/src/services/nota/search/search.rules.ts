import type { ResultOf } from "@malote/contract";
import { SEARCH_MIN } from "@malote/contract";
import { type CentsRange, cleanDocumento, readOperators, readValores, ufOfCode } from "@malote/syntax";
import { Refusal } from "../../../errors.ts";
import { patternOfName } from "../nota.rules.ts";
import { type ChavePart, isChaveStart, isGrouped, readChavePart } from "./chave-part.rules.ts";

export type SearchResult = ResultOf<"Nota.globalSearchNota">["results"][number];

/** All interpretations of a text; null = not possible. */
export type SearchInput = {
  /** A chave, whole or a prefix. isShort: the prefix is short, so another interpretation is more likely. */
  chave: { prefix: string; isWhole: boolean; isShort: boolean } | null;
  /** A part from somewhere inside a chave. */
  trecho: ChavePart | null;
  /** Amounts; all must match. */
  valores: readonly CentsRange[];
  /** A number, or the digits that it begins with. */
  numero: number | null;
  /** The first characters of a CNPJ or CPF, or all of them. */
  documento: string | null;
  /** A LIKE pattern over folded names. */
  padrao: string | null;
};

/** UF, month, CNPJ (which may contain letters), and digits: too long for a CNPJ. */
const CHAVE_OR_PREFIX = /^[0-9]{6}(?:[A-Z0-9]{12}[0-9]{0,26}|[A-Z0-9]{9,11})$/;
/** A prefix of three or more characters: UF, year, month, and part of the CNPJ. */
const SHORT_CHAVE_PREFIX = /^[0-9]{3,4}(?:[01]|(?:0[1-9]|1[0-2])[0-9A-Z]{0,8})?$/;
const UF_CHARS = 2;
const CHAVE_CHARS = 44;
const CNPJ_CHARS = 14;
const NUMERO = /^[0-9]{1,9}$/;
const DOCUMENTO = /^(?=.*[0-9])[0-9A-Z]{3,14}$/;

/**
 * All interpretations of a global search that its characters allow: a number may be a document's, or the
 * prefix of a CNPJ.
 * @throws {Refusal} buscaCurta
 */
export function readSearch(text: string): SearchInput {
  if ([...text.trim()].length < SEARCH_MIN) {
    throw new Refusal("buscaCurta", { values: { min: SEARCH_MIN }, campo: "searchKey" });
  }
  const { operators } = readOperators(text, null);
  // Other conditions are questions to the list, which pages.
  if (operators.some(({ operator }) => operator.name !== "valor")) return NO_INPUT;
  const { faixas: valores, resto } = readValores(text);
  if (valores.length > 0) return { ...NO_INPUT, valores, padrao: readPattern(resto) };
  const clean = cleanDocumento(text);
  const grouped = isGrouped(text);
  const chave = readChave(clean);
  const isStart = isChaveStart(clean);
  return {
    chave: chave && { ...chave, isShort: chave.isShort && !grouped },
    trecho: isStart || (!grouped && clean.length <= CNPJ_CHARS) ? null : readChavePart(clean, grouped),
    valores,
    numero: NUMERO.test(clean) ? Number(clean) : null,
    documento: DOCUMENTO.test(clean) ? clean : null,
    padrao: readPattern(text),
  };
}

const NO_INPUT: SearchInput = {
  ...{ chave: null, trecho: null, valores: [], numero: null, documento: null, padrao: null },
};

function readPattern(text: string): string | null {
  return /\p{L}/u.test(text) ? patternOfName(text) : null;
}

function readChave(clean: string): SearchInput["chave"] {
  if (CHAVE_OR_PREFIX.test(clean))
    return { prefix: clean, isWhole: clean.length === CHAVE_CHARS, isShort: false };
  if (!SHORT_CHAVE_PREFIX.test(clean) || ufOfCode(clean.slice(0, UF_CHARS)) === null) return null;
  return { prefix: clean, isWhole: false, isShort: true };
}

/** Joins the results of several searches, the most certain first; a duplicate keeps its first place. */
export function joinResults(searches: readonly (readonly SearchResult[])[]): SearchResult[] {
  const known = new Set<string>();
  return searches.flat().filter(({ alvo, id }) => {
    const name = `${alvo} ${id}`;
    if (known.has(name)) return false;
    known.add(name);
    return true;
  });
}
