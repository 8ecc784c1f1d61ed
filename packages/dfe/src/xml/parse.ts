import { decodeXml } from "./decode.ts";
import { XML_BYTES_MAX } from "./limits.ts";
import { type ForgetIn, scanXml } from "./scan.ts";
import type { XmlElement } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

/** A parsed XML and what had to be mended first: bytes that were not in their encoding, or what stood around it. */
export type ParsedXml = { root: XmlElement; encodingRepaired: boolean; edgesRepaired: boolean };

/** Decodes, trims and scans one XML.   @param forgetIn what of the tree need not be kept   @throws XmlError */
export function parseXml(bytes: Uint8Array, forgetIn?: ForgetIn): ParsedXml {
  if (bytes.length > XML_BYTES_MAX) throw new XmlError("grande-demais", `${bytes.length} bytes`);
  const { text, repaired } = decodeXml(bytes);
  const mended = mendEdges(text);
  return {
    root: scanXml(mended, forgetIn),
    encodingRepaired: repaired !== null,
    edgesRepaired: mended !== text,
  };
}

/** Mail leaves blanks before the declaration and marks before or after the document. Blanks are legal after it, and
 * before it when no declaration follows: those stay, as nothing has to be mended. */
function mendEdges(text: string): string {
  let from = 0;
  while (isEdge(text.charCodeAt(from))) from += 1;
  let to = text.length;
  while (to > from && isEdge(text.charCodeAt(to - 1))) to -= 1;
  const isMended =
    MARK.test(text.slice(0, from)) ||
    MARK.test(text.slice(to)) ||
    (from > 0 && text.startsWith("<?xml", from));
  return isMended ? text.slice(from, to) : text;
}

/** NUL, Ctrl-Z, a space that does not break and a byte order mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the marks
const MARK = /[\u0000\u001a\u00a0\ufeff]/;

function isEdge(code: number): boolean {
  return code <= 0x20 ? EDGES[code] === 1 : code === 0xa0 || code === 0xfeff;
}

const EDGES = Uint8Array.from({ length: 0x21 }, (_, code) =>
  " \t\n\0\u001a".includes(String.fromCharCode(code)) ? 1 : 0,
);
