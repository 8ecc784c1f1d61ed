import {
  type ChaveAcesso,
  ID_PREFIXES,
  isChaveAcesso,
  KNOWN_MODELOS,
  splitChaveAcesso,
} from "@malote/syntax";

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
const PREFIX = new RegExp(`^(?:${ID_PREFIXES.join("|")}|ID[0-9]{6}|NF-?e)`, "i");
/** Models that have an access key. */
const MODELS: ReadonlySet<string> = new Set(KNOWN_MODELOS);

/**
 * Finds the access keys that a text names, each once: first those in one piece, then those in
 * groups. One check digit in eleven is right by chance, so state, month and model must exist too.
 * @returns 44 characters each, upper case
 */
export function findChaves(text: string): ChaveAcesso[] {
  const parsed = text.slice(0, TEXT_MAX);
  const found = new Set<ChaveAcesso>();
  for (const chave of listCandidates(parsed)) {
    if (found.size >= KEYS_MAX) break;
    if (isPlausible(chave)) found.add(chave);
  }
  return [...found];
}

/**
 * Yields every candidate of key length: first those in one piece, then those that end with a group.
 */
function* listCandidates(text: string): Generator<string> {
  for (const [glued] of text.matchAll(UNBROKEN_KEY)) yield glued.toUpperCase();
  yield* listGrouped(text);
}

/** Yields every candidate that begins and ends with a group, without its prefix. */
function* listGrouped(text: string): Generator<string> {
  const { joined, groupStarts } = joinGroups(text);
  for (let at = groupStarts.indexOf(1); at !== -1; at = groupStarts.indexOf(1, at + 1)) {
    const first = joined[at] ?? 0;
    const isDigit = first <= NINE;
    const prefix = isDigit
      ? 0
      : (PREFIX.exec(joined.toString("latin1", at, at + PREFIX_MAX))?.[0].length ?? 0);
    const start = at + prefix;
    const end = start + KEY_CHARS;
    if (end > joined.length || (groupStarts[end] !== 1 && joined[end] !== SPACE && end < joined.length))
      continue;
    if (isPossible(joined, start)) yield joined.toString("latin1", start, end).toUpperCase();
  }
}

/**
 * Checks month and model on the bytes: in a text of single digits a key may begin at each of them.
 */
function isPossible(joined: Buffer, start: number): boolean {
  const month = readTwoDigits(joined, start + 4);
  return month >= 1 && month <= 12 && MODELS.has(String(readTwoDigits(joined, start + 20)));
}

function readTwoDigits(joined: Buffer, at: number): number {
  return ((joined[at] ?? 0) - ZERO) * 10 + (joined[at + 1] ?? 0) - ZERO;
}

/**
 * `joined` holds groups that may form one key and separates the others by a blank. `groupStarts` is 1
 * where a group begins.
 */
type Groups = { joined: Buffer; groupStarts: Uint8Array };

function joinGroups(text: string): Groups {
  const joined = Buffer.alloc(text.length);
  const groupStarts = new Uint8Array(text.length + 1);
  let to = 0;
  let between = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (ALPHANUMERIC[code] === 1) {
      if (between > SEPARATORS_MAX && to > 0) joined[to++] = SPACE;
      if (between > 0 || at === 0) groupStarts[to] = 1;
      joined[to++] = code;
      between = 0;
    } else between += SEPARATORS.has(code) ? 1 : SEPARATORS_MAX + 1;
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
  const month = Number(anoMes.slice(2));
  return uf !== null && month >= 1 && month <= 12 && MODELS.has(modelo);
}
