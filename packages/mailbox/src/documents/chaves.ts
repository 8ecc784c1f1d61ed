import { type ChaveAcesso, isChaveAcesso, MODELOS_CONHECIDOS, splitChaveAcesso } from "@malote/syntax";

const KEY_CHARS = 44;
/** Most keys taken from one text; a monthly report has some hundreds. */
const KEYS_MAX = 200;
/** Longest text examined, in characters. */
const TEXT_MAX = 1_000_000;
/** A key in one piece, perhaps joined to words as PDF text is. */
const UNBROKEN_KEY = /(?<![0-9])[0-9]{6}[0-9A-Z]{12}[0-9]{26}(?![0-9])/gi;
/** Separators that people type between groups of a key, at most three in a row. */
const SEPARATORS = new Set(
  Array.from(" \t\n\v\f\r\u00a0\u2002\u2003\u2009\u202f\u2028\u2029\ufeff.-–/_|", (char) =>
    char.charCodeAt(0),
  ),
);
const SEPARATORS_MAX = 3;
/** Prefix of a key in an `Id` attribute or a file name. */
const PREFIX = /^(?:NFCom|NF3e|NFeABI|NFGas|NFAg|NFe|CTe|MDFe|BPe|DCe|ID[0-9]{6}|NF-?e)/i;
/** Models that have an access key. */
const MODELS: ReadonlySet<string> = new Set(MODELOS_CONHECIDOS);

/**
 * Finds the access keys that a text names, each once: first those in one piece, then those in
 * groups. One check digit in eleven is right by chance, so state, month and model must exist too.
 * @returns 44 characters each, upper case
 */
export function findChaves(texto: string): ChaveAcesso[] {
  const lido = texto.slice(0, TEXT_MAX);
  const found = new Set<ChaveAcesso>();
  for (const chave of listCandidates(lido)) {
    if (found.size >= KEYS_MAX) break;
    if (isPlausible(chave)) found.add(chave);
  }
  return [...found];
}

/**
 * Yields every candidate of key length: first those in one piece, then those that end with a group.
 */
function* listCandidates(texto: string): Generator<string> {
  for (const [glued] of texto.matchAll(UNBROKEN_KEY)) yield glued.toUpperCase();
  yield* listGrouped(texto);
}

/** Yields every candidate that begins and ends with a group, without its prefix. */
function* listGrouped(texto: string): Generator<string> {
  const { joined, groupStarts } = joinGroups(texto);
  for (let at = groupStarts.indexOf(1); at !== -1; at = groupStarts.indexOf(1, at + 1)) {
    const first = joined[at] ?? 0;
    const isDigit = first <= NINE;
    const prefixo = isDigit
      ? 0
      : (PREFIX.exec(joined.toString("latin1", at, at + PREFIX_MAX))?.[0].length ?? 0);
    const inicio = at + prefixo;
    const fim = inicio + KEY_CHARS;
    if (fim > joined.length || (groupStarts[fim] !== 1 && joined[fim] !== SPACE && fim < joined.length))
      continue;
    if (isPossible(joined, inicio)) yield joined.toString("latin1", inicio, fim).toUpperCase();
  }
}

/**
 * Checks month and model on the bytes: in a text of single digits a key may begin at each of them.
 */
function isPossible(joined: Buffer, inicio: number): boolean {
  const mes = readTwoDigits(joined, inicio + 4);
  return mes >= 1 && mes <= 12 && MODELS.has(String(readTwoDigits(joined, inicio + 20)));
}

function readTwoDigits(joined: Buffer, at: number): number {
  return ((joined[at] ?? 0) - ZERO) * 10 + (joined[at + 1] ?? 0) - ZERO;
}

/**
 * `joined` holds groups that may form one key and separates the others by a blank. `groupStarts` is 1
 * where a group begins.
 */
type Groups = { joined: Buffer; groupStarts: Uint8Array };

function joinGroups(texto: string): Groups {
  const joined = Buffer.alloc(texto.length);
  const groupStarts = new Uint8Array(texto.length + 1);
  let to = 0;
  let entre = 0;
  for (let at = 0; at < texto.length; at += 1) {
    const code = texto.charCodeAt(at);
    if (ALPHANUMERIC[code] === 1) {
      if (entre > SEPARATORS_MAX && to > 0) joined[to++] = SPACE;
      if (entre > 0 || at === 0) groupStarts[to] = 1;
      joined[to++] = code;
      entre = 0;
    } else entre += SEPARATORS.has(code) ? 1 : SEPARATORS_MAX + 1;
  }
  return { joined: joined.subarray(0, to), groupStarts };
}

const SPACE = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const PREFIX_MAX = 10;
const ALPHANUMERIC = new Uint8Array(128);
for (const char of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  ALPHANUMERIC[char.charCodeAt(0)] = 1;

function isPlausible(chave: string): boolean {
  if (chave.length !== KEY_CHARS || !isChaveAcesso(chave)) return false;
  const { uf, anoMes, modelo } = splitChaveAcesso(chave);
  const mes = Number(anoMes.slice(2));
  return uf !== null && mes >= 1 && mes <= 12 && MODELS.has(modelo);
}
