import { CP1252 } from "../xml/decode.ts";

const DECLARED = /^(\s*<\?xml[^>]*?\bencoding\s*=\s*["'])[^"']*/;

/** A blank at the edge of a value: one search excludes most texts. */
const BLANK_EDGE = /^\s|>\s|\s<|\s$/;

/** Removes blanks between tags: a program indented the document, or broke its only line. */
export function dropBlanksBetweenTags(text: string): string {
  return text.replace(/>[ \t\r\n]+</g, "><");
}

/** Trims the values: the layouts allow no blanks at their edges. */
export function trimValues(text: string): string {
  return BLANK_EDGE.test(text) ? inValues(text, (value) => value.trim()) : text;
}

/** Removes carriage returns written as references: line ends in XML are LF. */
export function dropCarriageReturns(text: string): string {
  return text.replace(/&#(?:0*13|[xX]0*[dD]);/g, "");
}

/** Replaces line breaks inside values by a blank: long lines were wrapped between words. */
export function unwrapWords(text: string): string {
  if (!text.includes("\n")) return text;
  return inValues(text, (value) =>
    value.includes("\n") ? value.split("\n").map(trimBlanks).join(" ") : value,
  );
}

/** Removes line breaks inside values: long lines were wrapped at a column. */
export function joinLines(text: string): string {
  if (!text.includes("\n")) return text;
  return inValues(text, (value) => (value.includes("\n") ? value.split("\n").join("") : value));
}

/** Decodes a text whose characters are UTF-8 bytes read
 * as Latin-1 or Windows-1252; null when they are not.
 * @example "AÃ§Ã£o" is "Ação" */
export function decodeTwice(text: string): string | null {
  const bytes = Buffer.alloc(text.length);
  let isPlain = true;
  for (let at = 0; at < text.length; at += 1) {
    const byte = byteOf(text.charCodeAt(at));
    if (byte === null) return null;
    if (byte > 0x7f) isPlain = false;
    bytes[at] = byte;
  }
  if (isPlain) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The UTF-8 bytes of a text, with its declaration changed to UTF-8, if any.   @source XML 1.0 §4.3.3 */
export function encode(text: string): Buffer {
  return Buffer.from(text.replace(DECLARED, "$1UTF-8"), "utf8");
}

/** Applies a function to every value of a text; returns the same text when no value changes. */
function inValues(text: string, undo: (value: string) => string): string {
  const pieces: string[] = [];
  let kept = 0;
  for (let from = 0; from < text.length; ) {
    const tag = text.indexOf("<", from);
    const to = tag === -1 ? text.length : tag;
    const value = text.slice(from, to);
    const undone = value === "" ? value : undo(value);
    if (undone !== value) {
      pieces.push(text.slice(kept, from), undone);
      kept = to;
    }
    const end = text.indexOf(">", to);
    from = end === -1 ? text.length : end + 1;
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(kept);
}

function trimBlanks(line: string, at: number, lines: readonly string[]): string {
  const from = at > 0 ? line.trimStart() : line;
  return at < lines.length - 1 ? from.trimEnd() : from;
}

/** The byte of a character in Windows-1252 or Latin-1; null for others. */
function byteOf(code: number): number | null {
  if (code < 0x100) return code;
  const place = CP1252.indexOf(String.fromCharCode(code));
  return place === -1 ? null : 0x80 + place;
}
