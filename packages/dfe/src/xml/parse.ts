import { decodeXml } from "./decode.ts";
import { XML_BYTES_MAX } from "./limits.ts";
import { scanXml } from "./scan.ts";
import type { XmlElement } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

/** A parsed XML and what had to be mended first: bytes that were not in their encoding, or what stood around it. */
export type ParsedXml = { root: XmlElement; encodingRepaired: boolean; edgesRepaired: boolean };

/** Decodes, trims and scans one XML.   @throws XmlError */
export function parseXml(bytes: Uint8Array): ParsedXml {
  if (bytes.length > XML_BYTES_MAX) throw new XmlError("grande-demais", `${bytes.length} bytes`);
  const { text, repaired } = decodeXml(bytes);
  const mended = mendEdges(text);
  return { root: scanXml(mended), encodingRepaired: repaired, edgesRepaired: mended !== text };
}

/** NUL, Ctrl-Z and a byte order mark. */
const MARKS = [0x00, 0x1a, 0xfeff];

/** Mail leaves blanks before the declaration and marks before or after the document. Blanks are legal after it, and
 * before it when no declaration follows: those stay, as nothing has to be mended. */
function mendEdges(text: string): string {
  let isMarked = false;
  let from = 0;
  for (let code = text.charCodeAt(0); isBlank(code) || MARKS.includes(code); code = text.charCodeAt(from)) {
    isMarked ||= !isBlank(code);
    from += 1;
  }
  let to = text.length;
  for (
    let code = text.charCodeAt(to - 1);
    to > from && (isBlank(code) || MARKS.includes(code));
    code = text.charCodeAt(to - 1)
  ) {
    isMarked ||= !isBlank(code);
    to -= 1;
  }
  return isMarked || (from > 0 && text.startsWith("<?xml", from)) ? text.slice(from, to) : text;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09;
}
