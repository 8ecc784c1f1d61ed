// What a character means to the scanner; one may mean several things.

/** Ends a name: blanks and every mark that may follow one. */
export const NAME_END = 1;
/** "&", which starts a reference. */
export const AMPERSAND = 2;
/** "& < > \"": what comes, or goes into the canonical form, as a reference. */
export const ESCAPED = 4;
/** A tab or line end, which an attribute turns into a space. */
export const LINE_BLANK = 8;
/** What no XML may hold; CR too, as decoding has made every line end a LF.   @source XML 1.0 §2.2 and §2.11 */
export const FORBIDDEN = 16;
/** "<", which no attribute may hold. */
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

/** The meanings of one UTF-16 unit. Beyond ASCII only U+FFFE and U+FFFF are special: half a pair is never decoded. */
export function meaningOf(code: number): number {
  if (code < 128) return ASCII[code] ?? 0;
  return code >= 0xfffe ? FORBIDDEN : 0;
}

/** Units looked at one by one; a longer text is searched, which the engine does several times as fast. */
const FEW = 48;
/** Units from which a text is very long. */
const MANY = 16_384;
/** Whatever means something. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: some of these are control characters
const ANY_SPECIAL = /[\u0000-\u001f"&<>\ufffe\uffff]/;
const ANY_CONTROL = /[^ -\ufffd]/;
/** Said by what is allowed: lines and lines of nothing are passed twice as fast. */
const ANY_FORBIDDEN = /[^\t\n\u0020-\ufffd]/;
const ANY_VISIBLE = /[^ \t\n]/;
/** What stands for itself: each of these is found faster alone than with the others. */
const ALONE: readonly (readonly [string, number])[] = [
  ["&", AMPERSAND | ESCAPED],
  ["<", LESS_THAN | ESCAPED],
  [">", ESCAPED],
  ['"', ESCAPED],
  ["\t", LINE_BLANK],
  ["\n", LINE_BLANK],
];

/** What the units of a piece of text mean together: whether one of them ends a name is not said. */
export function meaningsOf(text: string, from = 0, to = text.length): number {
  if (to - from > FEW) return searchMeanings(text.slice(from, to));
  let seen = 0;
  for (let at = from; at < to; at += 1) seen |= meaningOf(text.charCodeAt(at));
  return seen;
}

/** Says whether a piece of text is not only blanks. */
export function isVisible(text: string, from: number, to: number): boolean {
  return ANY_VISIBLE.test(text.slice(from, to));
}

function searchMeanings(text: string): number {
  if (text.length > MANY ? isPlain(text) : !ANY_SPECIAL.test(text)) return 0;
  let seen = ANY_FORBIDDEN.test(text) ? FORBIDDEN : 0;
  for (const [char, meaning] of ALONE) if (text.includes(char)) seen |= meaning;
  return seen;
}

/** The same of a very long text: one search for each mark and one for the controls take half as long as one for all. */
function isPlain(text: string): boolean {
  return !ANY_CONTROL.test(text) && !ALONE.some(([char]) => text.includes(char));
}

/** How many of "& < > \"" a text has, counted up to one more than a limit. */
export function countEscaped(text: string, max: number): number {
  let count = 0;
  for (const [char, meaning] of ALONE) {
    if ((meaning & ESCAPED) === 0) continue;
    for (let at = text.indexOf(char); at !== -1 && count <= max; at = text.indexOf(char, at + 1)) count += 1;
  }
  return count;
}
