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
/** Everything that is no blank. */
export const VISIBLE = 64;

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
  if (" \t\n".includes(char)) return meant;
  return code < 0x20 ? FORBIDDEN | VISIBLE : meant | VISIBLE;
});

/** The meanings of one UTF-16 unit. Beyond ASCII only U+FFFE and U+FFFF are special: half a pair is never decoded. */
export function meaningOf(code: number): number {
  if (code < 128) return ASCII[code] ?? VISIBLE;
  return code >= 0xfffe ? FORBIDDEN | VISIBLE : VISIBLE;
}

/** The meanings of all units of a text together. */
export function meaningsOf(text: string): number {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) seen |= meaningOf(text.charCodeAt(at));
  return seen;
}
