import { isAscii, isUtf8, transcode } from "node:buffer";
import { declaredEncoding } from "./declaration.ts";
import { XML_DECLARATION_MAX } from "./limits.ts";
import { XmlError } from "./xml-error.ts";

/** Decoded text of an XML, with LF line ends. `repaired` is `bytes` when they were invalid and
 * their encoding is a guess; `declaracao` when the bytes are valid and contradict the declaration. */
export type DecodedXml = { text: string; encoding: XmlEncoding; repaired: "bytes" | "declaracao" | null };

export type XmlEncoding = "utf-8" | "utf-16le" | "utf-16be" | "iso-8859-1" | "iso-8859-15" | "windows-1252";

/** Encoding names of a declaration, and the encodings that
 * each allows; a byte order mark chooses between them. */
const BY_NAME: Readonly<Record<string, readonly XmlEncoding[]>> = {
  "utf-8": ["utf-8"],
  utf8: ["utf-8"],
  "us-ascii": ["utf-8"],
  ascii: ["utf-8"],
  "utf-16": ["utf-16le", "utf-16be"],
  "utf-16le": ["utf-16le"],
  "utf-16be": ["utf-16be"],
  "iso-8859-1": ["iso-8859-1"],
  "iso8859-1": ["iso-8859-1"],
  latin1: ["iso-8859-1"],
  "iso-8859-15": ["iso-8859-15"],
  "iso8859-15": ["iso-8859-15"],
  latin9: ["iso-8859-15"],
  "windows-1252": ["windows-1252"],
  cp1252: ["windows-1252"],
};

// @NOTE Some Node releases decode "windows-1252" as Latin-1 and lose these 27 characters: keep our own table.
/** Windows-1252 for the bytes 0x80 to 0x9f; its five undefined bytes map to the controls of Latin-1. */
export const CP1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";
/** Where ISO-8859-15 differs from Latin-1.   @source ISO/IEC 8859-15:1999 */
const LATIN9: Readonly<Record<number, string>> = {
  164: "\u20ac",
  166: "\u0160",
  168: "\u0161",
  180: "\u017d",
  184: "\u017e",
  188: "\u0152",
  189: "\u0153",
  190: "\u0178",
};
/** A single-byte encoding: `units` maps byte to UTF-16
 * unit, `own` matches the bytes that differ from Latin-1. */
type Table = { units: Uint16Array; own: RegExp };
const TABLE_CP1252: Table = { units: unitsOf((byte) => CP1252[byte - 0x80]), own: /[\u0080-\u009f]/ };
const TABLE_LATIN9: Table = {
  units: unitsOf((byte) => LATIN9[byte]),
  own: /[\u00a4\u00a6\u00a8\u00b4\u00b8\u00bc-\u00be]/,
};

const CR = 0x0d;
const LF = 0x0a;

/** Encodings that the first bytes of a document reveal. */
type DetectedEncoding = "utf-8" | "utf-16le" | "utf-16be";
const DTD_WORDS = ["<!DOCTYPE", "<!ENTITY"];
const DTD_MARKS: Readonly<Record<DetectedEncoding, readonly Buffer[]>> = {
  "utf-8": DTD_WORDS.map((word) => Buffer.from(word)),
  "utf-16le": DTD_WORDS.map((word) => Buffer.from(word, "utf16le")),
  "utf-16be": DTD_WORDS.map((word) => Buffer.from(word, "utf16le").swap16()),
};

/** Decodes by byte order mark, then by declaration, then as UTF-8; invalid UTF-8 is decoded as
 * Windows-1252. Refuses a DTD anywhere, before decoding: other programs read the same bytes.
 * @throws XmlError dtd; codificacao for an encoding outside the six and for invalid UTF-16
 * @source XML 1.0 appendix F, §2.11 */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  const marked = encodingOfStart(bytes);
  refuseDtd(bytes, marked ?? "utf-8");
  if (marked === "utf-16le" || marked === "utf-16be") return decodeUtf16(bytes, marked);
  const body = marked === "utf-8" ? bytes.subarray(3) : bytes;
  const start = firstVisible(body, 0);
  const declared = declaredEncoding(latin1(body.subarray(start, start + XML_DECLARATION_MAX)));
  const { encoding, agrees } = chooseEncoding(declared, marked);
  const normalized = normalizeLineEnds(body);
  if (encoding === "iso-8859-1") return { text: latin1(normalized), encoding, repaired: null };
  if (encoding === "iso-8859-15") return { text: recode(normalized, TABLE_LATIN9), encoding, repaired: null };
  if (encoding === "windows-1252")
    return { text: recode(normalized, TABLE_CP1252), encoding, repaired: null };
  if (!isUtf8(normalized))
    return { text: recode(normalized, TABLE_CP1252), encoding: "windows-1252", repaired: "bytes" };
  const isPlain = agrees && !(declared?.endsWith("ascii") === true && !isAscii(normalized));
  return {
    text: utf8(normalized),
    encoding: "utf-8",
    repaired: isPlain ? null : "declaracao",
  };
}

/** UTF-8 without a byte order mark; null for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  const body = encodingOfStart(bytes) === "utf-8" ? bytes.subarray(3) : bytes;
  return isUtf8(body) ? utf8(body) : null;
}

export function decodeCp1252(bytes: Uint8Array): string {
  return recode(bytes, TABLE_CP1252);
}

/** Says whether the first non-blank character is "<", in any of the six encodings. */
export function startsLikeXml(bytes: Uint8Array): boolean {
  const marked = encodingOfStart(bytes);
  const hasMark = bytes[0] !== 0x3c && bytes[1] !== 0x3c;
  const start = marked === "utf-8" ? 3 : marked && hasMark ? 2 : 0;
  return bytes[firstVisible(bytes, start)] === 0x3c;
}

/** Detects a byte order mark or the width of "<" in the first bytes.   @returns null when there is neither */
function encodingOfStart([a, b, c, d]: Uint8Array): DetectedEncoding | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0x3c && b === 0 && c !== 0 && d === 0) return "utf-16le";
  if (a === 0 && b === 0x3c && c === 0 && d !== 0) return "utf-16be";
  return null;
}

/** @NOTE "<" is so frequent that searching for it is thirty times slower than for the characters after it. */
function refuseDtd(bytes: Uint8Array, marked: DetectedEncoding): void {
  const buffer = asBuffer(bytes);
  for (const mark of DTD_MARKS[marked]) {
    const mayHold = buffer.includes(mark.subarray(marked === "utf-8" ? 1 : 2));
    if (mayHold && buffer.includes(mark)) throw new XmlError("dtd", "<!DOCTYPE");
  }
}

/** The bytes take precedence over the declaration. UTF-16 always
 * shows in the bytes: without that, its declaration is false.
 * @returns whether the declaration agrees   @throws XmlError codificacao */
function chooseEncoding(
  declared: string | null,
  marked: DetectedEncoding | null,
): { encoding: XmlEncoding; agrees: boolean } {
  if (declared === null) return { encoding: marked ?? "utf-8", agrees: true };
  const allowed = Object.hasOwn(BY_NAME, declared) ? (BY_NAME[declared] ?? []) : [];
  const encoding = allowed.find((each) => (marked ? each === marked : !each.startsWith("utf-16")));
  if (encoding) return { encoding, agrees: true };
  if (!marked && allowed.length === 0) throw new XmlError("codificacao", declared);
  return { encoding: marked ?? "utf-8", agrees: false };
}

function decodeUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): DecodedXml {
  if (bytes.length % 2 !== 0) throw new XmlError("codificacao", encoding);
  const units = new Uint16Array(bytes.length / 2);
  const copy = Buffer.from(units.buffer);
  copy.set(bytes);
  if (encoding === "utf-16be") copy.swap16();
  try {
    const text = new TextDecoder("utf-16le", { fatal: true }).decode(resolveLineEnds(units, units));
    const declared = declaredEncoding(text.slice(0, XML_DECLARATION_MAX));
    // UTF-16 needs a byte order mark, or at least its declaration.
    const isAnnounced = declared === null ? units[0] === 0xfeff : chooseEncoding(declared, encoding).agrees;
    return { text, encoding, repaired: isAnnounced ? null : "declaracao" };
  } catch {
    throw new XmlError("codificacao", encoding);
  }
}

/** The bytes of a one-byte encoding or UTF-8 with LF line ends; the same when they have no CR. */
export function normalizeLineEnds(bytes: Uint8Array): Uint8Array {
  return bytes.includes(CR) ? resolveLineEnds(bytes, new Uint8Array(bytes)) : bytes;
}

/** Turns CR LF and lone CR into LF, in linear time.   @param out the same units, overwritten */
function resolveLineEnds<Units extends Uint8Array | Uint16Array>(units: Units, out: Units): Units {
  const first = units.indexOf(CR);
  if (first === -1) return units;
  if (!units.includes(LF, first)) return replaceCarriageReturns(out);
  let to = first;
  let before = 0;
  for (let at = first; at < units.length; at += 1) {
    const unit = units[at] ?? 0;
    if (unit !== LF || before !== CR) {
      out[to] = unit === CR ? LF : unit;
      to += 1;
    }
    before = unit;
  }
  return out.subarray(0, to) as Units;
}

/** Turns every CR into LF in a text without LF, four bytes at a time: a hostile text has 10 MB of CR.
 * @param units must own their buffer   @source Hacker's Delight §6-1, find the first 0-byte */
function replaceCarriageReturns<Units extends Uint8Array | Uint16Array>(units: Units): Units {
  const { BYTES_PER_ELEMENT: width, buffer, byteLength } = units;
  const ones = width === 1 ? 0x01010101 : 0x00010001;
  const highest = 8 * width - 1;
  const low = ~(ones << highest);
  const words = new Uint32Array(buffer, 0, byteLength >> 2);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    const other = word ^ (ones * CR);
    const found = ~(((other & low) + low) | other) & ~low;
    if (found !== 0) words[at] = word ^ ((found >>> highest) * (CR ^ LF));
  }
  for (let at = units.length - (units.length % 4); at < units.length; at += 1) {
    if (units[at] === CR) units[at] = LF;
  }
  return units;
}

/** Offset of the first visible byte: usually the first,
 * but a hostile document starts with megabytes of blanks. */
function firstVisible(bytes: Uint8Array, from: number): number {
  const at = findByte(bytes, VISIBLE, from);
  return at === -1 ? bytes.length : at;
}

/** Offset of the first byte that matches a pattern of Latin-1, or
 * -1. V8 searches a string several times as fast as a byte array. */
function findByte(bytes: Uint8Array, pattern: RegExp, from = 0): number {
  for (let at = from; at < bytes.length; at += STEP) {
    const place = latin1(bytes.subarray(at, at + STEP)).search(pattern);
    if (place !== -1) return at + place;
  }
  return -1;
}

const STEP = 4_096;
/** Neither blank, NUL, BOM nor no-break space: mail and word processors add those before the XML. */
const VISIBLE = /[^ \t\n\r\0\xef\xbb\xbf\xfe\xff\xc2\xa0]/;

function latin1(bytes: Uint8Array): string {
  return asBuffer(bytes).toString("latin1");
}

/** @param bytes valid UTF-8   @NOTE three times as fast as Node's direct decoding to a string */
function utf8(bytes: Uint8Array): string {
  return isAscii(bytes) ? latin1(bytes) : transcode(bytes, "utf8", "utf16le").toString("utf16le");
}

/** Few texts contain characters outside Latin-1; a Latin-1
 * string takes half the memory and is faster to search. */
function recode(bytes: Uint8Array, { units: table, own }: Table): string {
  if (findByte(bytes, own) === -1) return latin1(bytes);
  const units = new Uint16Array(bytes.length);
  // Four at a time takes a third less time; a typed array ignores writes past its end.
  for (let at = 0; at < bytes.length; at += 4) {
    units[at] = table[bytes[at] ?? 0] ?? 0;
    units[at + 1] = table[bytes[at + 1] ?? 0] ?? 0;
    units[at + 2] = table[bytes[at + 2] ?? 0] ?? 0;
    units[at + 3] = table[bytes[at + 3] ?? 0] ?? 0;
  }
  return Buffer.from(units.buffer).toString("utf16le");
}

/** Builds the table of a single-byte encoding.   @param own the unit of a byte that differs from Latin-1 */
function unitsOf(own: (byte: number) => string | undefined): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => own(byte)?.charCodeAt(0) ?? byte);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
