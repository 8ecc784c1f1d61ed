import { type ChaveAcesso, isChaveAcesso, splitChaveAcesso } from "@malote/syntax";

const CHAVE_CHARS = 44;
/** Keys of one text; a report of a month has some hundreds. */
const CHAVES_MAX = 200;
/** Longest text looked at, in characters. */
const TEXTO_MAX = 2_000_000;
/** What people put between groups of a key: blanks, dots, dashes, slashes, at most three of them. */
const GRUPO = /[0-9A-Za-z]+/g;
/** Between words that a PDF ran together. */
const GRUDADA = /(?<![0-9])[0-9]{6}[0-9A-Z]{12}[0-9]{26}(?![0-9])/gi;
const ENTRE = /^[\s\u00a0.\-–/_|]{1,3}$/;
/** What stands before the key in an Id or a file's name. */
const PREFIXO = /^(?:NFCom|NF3e|NFe|CTe|MDFe|BPe|DCe|ID[0-9]{6}|NF-?e)/i;
/** Models that have an access key.   @source Ajustes SINIEF 7/2005, 9/2007, 21/2010, 19/2016, 36/2019, 5/2021, 7/2022, 38/2025 */
const MODELOS: ReadonlySet<string> = new Set([
  "55",
  "57",
  "58",
  "59",
  "62",
  "63",
  "64",
  "65",
  "66",
  "67",
  "75",
  "76",
  "99",
]);

/**
 * The access keys that a text names, each once: those that are whole, then those in groups. One check digit in eleven is right by chance, so that
 * state, month and model must exist too.
 * @returns 44 characters each, upper case
 */
export function findChaves(texto: string): ChaveAcesso[] {
  const lido = texto.slice(0, TEXTO_MAX);
  const found = new Set<ChaveAcesso>();
  for (const [glued] of lido.matchAll(GRUDADA)) {
    const chave = glued.toUpperCase();
    if (found.size < CHAVES_MAX && isPlausible(chave)) found.add(chave);
  }
  const grupos = [...lido.matchAll(GRUPO)].map(({ 0: text, index }) => ({
    text,
    index,
  }));
  for (let at = 0; at < grupos.length && found.size < CHAVES_MAX; at += 1) {
    const chave = readFrom(lido, grupos, at);
    if (chave !== null) found.add(chave);
  }
  return [...found];
}

type Grupo = { text: string; index: number };

/** The key that begins with this group and ends with a group, or null. */
function readFrom(texto: string, grupos: readonly Grupo[], start: number): ChaveAcesso | null {
  const first = grupos[start];
  if (first === undefined) return null;
  let joined = first.text.replace(PREFIXO, "");
  let end = first.index + first.text.length;
  for (let at = start + 1; joined.length < CHAVE_CHARS; at += 1) {
    const next = grupos[at];
    if (next === undefined || !ENTRE.test(texto.slice(end, next.index))) return null;
    joined += next.text;
    end = next.index + next.text.length;
  }
  const chave = joined.toUpperCase();
  return isPlausible(chave) ? chave : null;
}

function isPlausible(chave: string): boolean {
  if (chave.length !== CHAVE_CHARS || !isChaveAcesso(chave)) return false;
  const { uf, anoMes, modelo } = splitChaveAcesso(chave);
  const mes = Number(anoMes.slice(2));
  return uf !== null && mes >= 1 && mes <= 12 && MODELOS.has(modelo);
}
