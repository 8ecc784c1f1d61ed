import { XmlError } from "./xml-error.ts";

/** Decoded text of an XML. `repaired` says that bytes promised as UTF-8 were not, and were read as Windows-1252. */
export type DecodedXml = { text: string; encoding: XmlEncoding; repaired: boolean };

export type XmlEncoding = "utf-8" | "utf-16le" | "utf-16be" | "iso-8859-1" | "windows-1252";

const DECLARATION_MAX = 200;
const DECLARED = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([A-Za-z0-9._-]+)"|'([A-Za-z0-9._-]+)')/;

const BY_NAME: Readonly<Record<string, XmlEncoding>> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  ascii: "utf-8",
  "iso-8859-1": "iso-8859-1",
  "iso8859-1": "iso-8859-1",
  latin1: "iso-8859-1",
  "windows-1252": "windows-1252",
  cp1252: "windows-1252",
};

// @NOTE our own table: some Node releases decode "windows-1252" as Latin-1 and lose these 27 characters.
const CP1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/** Decodes by BOM, then by the declaration, then as UTF-8; what is not valid UTF-8 is read as Windows-1252 and flagged.
 * @throws XmlError codificacao for an encoding outside the five, or broken UTF-16   @source XML 1.0 appendix F */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  const marked = encodingOfBom(bytes);
  if (marked === "utf-8") return decodeUtf8(bytes.subarray(3));
  if (marked) return { text: decodeUtf16(bytes, marked), encoding: marked, repaired: false };
  const declared = encodingOfDeclaration(bytes);
  if (declared === "iso-8859-1") return { text: latin1(bytes), encoding: declared, repaired: false };
  if (declared === "windows-1252") return { text: windows1252(bytes), encoding: declared, repaired: false };
  return decodeUtf8(bytes);
}

/** Says whether the first character that is not space is "<", in any of the five encodings. */
export function startsLikeXml(bytes: Uint8Array): boolean {
  const wide = encodingOfBom(bytes);
  let at = wide === "utf-8" ? 3 : wide ? 2 : 0;
  while (at < bytes.length && isBlank(bytes[at] ?? 0)) at += 1;
  return bytes[at] === 0x3c;
}

function encodingOfBom(bytes: Uint8Array): XmlEncoding | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0x3c && b === 0 && c !== 0 && d === 0) return "utf-16le";
  if (a === 0 && b === 0x3c && c === 0 && d !== 0) return "utf-16be";
  return null;
}

function encodingOfDeclaration(bytes: Uint8Array): XmlEncoding {
  const match = DECLARED.exec(latin1(bytes.subarray(0, DECLARATION_MAX)));
  const name = (match?.[1] ?? match?.[2] ?? "utf-8").toLowerCase();
  const encoding = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (!encoding) throw new XmlError("codificacao", name);
  return encoding;
}

function decodeUtf8(bytes: Uint8Array): DecodedXml {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, encoding: "utf-8", repaired: false };
  } catch {
    return { text: windows1252(bytes), encoding: "windows-1252", repaired: true };
  }
}

function decodeUtf16(bytes: Uint8Array, encoding: XmlEncoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new XmlError("codificacao", encoding);
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function windows1252(bytes: Uint8Array): string {
  return latin1(bytes).replace(/[\u0080-\u009f]/g, (char) => CP1252.charAt(char.charCodeAt(0) - 0x80));
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0;
}
