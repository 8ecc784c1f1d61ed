// Character classes of the scanner, as bits: one character can belong to several.

/** Ends a name: blanks and every character that may follow one. */
export const NAME_END = 1;
/** "&", which starts a reference. */
export const AMPERSAND = 2;
/** "& < > \"": characters that XML or its canonical form writes as references. */
export const ESCAPED = 4;
/** A tab or line end, which an attribute value turns into a space. */
export const LINE_BLANK = 8;
/** Characters that XML forbids; CR too, since decoding turns every line end into LF.
 * @source XML 1.0 §2.2 and §2.11 */
export const FORBIDDEN = 16;
/** "<", which XML forbids in attribute values. */
export const LESS_THAN = 32;

const MEANINGS: readonly (readonly [string, number])[] = [
  [" \t\n/>=<\"'?", NAME_END],
  ["&", AMPERSAND],
  ['&<>"', ESCAPED],
  ["\t\n", LINE_BLANK],
  ["<", LESS_THAN],
];

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  const meant = MEANINGS.filter(([chars]) => chars.includes(char)).reduce((all, [, bit]) => all | bit, 0);
  return code < 0x20 && !"\t\n".includes(char) ? FORBIDDEN : meant;
});

/** The classes of one UTF-16 unit. Beyond ASCII only U+FFFE
 * and U+FFFF have one: the decoder yields no lone surrogate. */
export function meaningOf(code: number): number {
  if (code < 128) return ASCII[code] ?? 0;
  return code >= 0xfffe ? FORBIDDEN : 0;
}

/** Up to this length units are classified one by one; the
 * regex engine searches a longer text several times as fast. */
const STEPWISE_MAX = 48;
/** Minimum length of a very long text, in UTF-16 units. */
const VERY_LONG_MIN = 16_384;
/** Any character with a class. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: some of these are control characters
const ANY_SPECIAL = /[\u0000-\u001f"&<>\ufffe\uffff]/;
const ANY_CONTROL = /[^ -\ufffd]/;
/** A negated class: it passes long runs of blank lines twice as fast. */
const ANY_FORBIDDEN = /[^\t\n\u0020-\ufffd]/;
const ANY_VISIBLE = /[^ \t\n]/;
/** Characters to search one at a time, which is faster than one class for all. */
const SINGLE_CHARACTERS: readonly (readonly [string, number])[] = [
  ["&", AMPERSAND | ESCAPED],
  ["<", LESS_THAN | ESCAPED],
  [">", ESCAPED],
  ['"', ESCAPED],
  ["\t", LINE_BLANK],
  ["\n", LINE_BLANK],
];

/** The classes of a piece of text, combined; NAME_END is never reported for long texts. */
export function meaningsOf(text: string, from = 0, to = text.length): number {
  if (to - from > STEPWISE_MAX) return searchMeanings(text.slice(from, to));
  let seen = 0;
  for (let at = from; at < to; at += 1) seen |= meaningOf(text.charCodeAt(at));
  return seen;
}

/** Says whether a piece of text has a character that is not a blank. */
export function isVisible(text: string, from: number, to: number): boolean {
  return ANY_VISIBLE.test(text.slice(from, to));
}

/** Offset of the first character that is not a blank; the end of the text without one. */
export function findVisible(text: string, from: number): number {
  const visible = /[^ \t\n]/g;
  visible.lastIndex = from;
  return visible.exec(text)?.index ?? text.length;
}

function searchMeanings(text: string): number {
  if (text.length > VERY_LONG_MIN ? isPlain(text) : !ANY_SPECIAL.test(text)) return 0;
  let seen = ANY_FORBIDDEN.test(text) ? FORBIDDEN : 0;
  for (const [char, meaning] of SINGLE_CHARACTERS) if (text.includes(char)) seen |= meaning;
  return seen;
}

/** The search for a very long text: one per character and one
 * for the controls take half the time of a single class. */
function isPlain(text: string): boolean {
  return !ANY_CONTROL.test(text) && !SINGLE_CHARACTERS.some(([char]) => text.includes(char));
}

/** Counts the characters "& < > \"" in a text, up to max + 1. */
export function countEscaped(text: string, max: number): number {
  let count = 0;
  for (const [char, meaning] of SINGLE_CHARACTERS) {
    if ((meaning & ESCAPED) === 0) continue;
    for (let at = text.indexOf(char); at !== -1 && count <= max; at = text.indexOf(char, at + 1)) count += 1;
  }
  return count;
}
