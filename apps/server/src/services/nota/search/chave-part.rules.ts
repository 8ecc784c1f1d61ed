import { ufOfCode } from "@malote/syntax";

/** A part of a chave from somewhere inside it. lugares: where it may be, with the number it would name. */
export type ChavePart = { trecho: string; lugares: readonly { posicao: number; numero: number }[] };

const CHAVE_CHARS = 44;
const GROUP_CHARS = 4;
/** The number of the document inside a chave, from 0. @source MOC, chave de acesso */
const [NUMERO_FROM, NUMERO_TO] = [25, 34];
const [MODELO_FROM, MODELO_TO] = [20, 22];
const MODELO = /^(?:55|57|58|65|67)$/;
/** As a chave is printed: at least two groups of four digits. */
const GROUPED = /^\d{4}(?: \d{4})+(?: \d{1,3})?$/;
const DIGITS = /^\d+$/;
/** UF and month. */
const START_CHARS = 6;
const MONTH = /^\d{4}(?:0[1-9]|1[0-2])/;

/** Whether a text is written in groups of four digits, as a chave is printed. */
export function isGrouped(text: string): boolean {
  return GROUPED.test(text.trim());
}

/** Whether a chave can begin with these characters: a UF and a month. */
export function isChaveStart(clean: string): boolean {
  return clean.length >= START_CHARS && MONTH.test(clean) && ufOfCode(clean.slice(0, 2)) !== null;
}

/**
 * Where these digits may be inside a chave. Only places that show the whole number are found: it has an
 * index, and the other digits have none.
 * @returns null when there is no such place
 */
export function readChavePart(clean: string, grouped: boolean): ChavePart | null {
  if (!DIGITS.test(clean)) return null;
  const lugares: { posicao: number; numero: number }[] = [];
  const step = grouped ? GROUP_CHARS : 1;
  for (let at = 0; at <= NUMERO_FROM && at + clean.length <= CHAVE_CHARS; at += step) {
    if (at + clean.length < NUMERO_TO || !hasModelo(clean, at)) continue;
    const digits = clean.slice(NUMERO_FROM - at, NUMERO_TO - at);
    lugares.push({ posicao: at, numero: Number(digits) });
  }
  return lugares.length === 0 ? null : { trecho: clean, lugares };
}

function hasModelo(clean: string, at: number): boolean {
  return at > MODELO_FROM || MODELO.test(clean.slice(MODELO_FROM - at, MODELO_TO - at));
}
