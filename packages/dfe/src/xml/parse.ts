import { decodeXml } from "./decode.ts";
import { XML_BYTES_MAX } from "./limits.ts";
import { scanXml } from "./scan.ts";
import type { XmlElement } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

/** A parsed XML and what had to be mended first: bytes that were not UTF-8, or blanks and end marks around the document. */
export type ParsedXml = { root: XmlElement; encodingRepaired: boolean; edgesRepaired: boolean };

/** Decodes, trims and scans one XML.   @throws XmlError */
export function parseXml(bytes: Uint8Array): ParsedXml {
  if (bytes.length > XML_BYTES_MAX) throw new XmlError("grande-demais", `${bytes.length} bytes`);
  const { text, repaired } = decodeXml(bytes);
  const trimmed = trimEdges(text);
  return { root: scanXml(trimmed), encodingRepaired: repaired, edgesRepaired: isMended(text, trimmed) };
}

/** Mail leaves blanks before the declaration and NUL or Ctrl-Z after the document. */
function trimEdges(text: string): string {
  let from = 0;
  while (from < text.length && isEdge(text.charCodeAt(from))) from += 1;
  let to = text.length;
  while (to > from && isEdge(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const BLANKS = [0x20, 0x0a, 0x0d, 0x09];
const MARKS = [0x00, 0x1a, 0xfeff];

function isEdge(code: number): boolean {
  return BLANKS.includes(code) || MARKS.includes(code);
}

/** Blanks are legal after the document, and before it when no declaration follows: only the rest is a repair. */
function isMended(text: string, trimmed: string): boolean {
  const start = text.indexOf(trimmed.charAt(0));
  const around = text.slice(0, start) + text.slice(start + trimmed.length);
  const isMarked = MARKS.some((mark) => around.includes(String.fromCharCode(mark)));
  return isMarked || (start > 0 && trimmed.startsWith("<?xml"));
}
