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

function isEdge(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || isMark(code);
}

function isMark(code: number): boolean {
  return code === 0 || code === 0x1a || code === 0xfeff;
}

/** Blanks are legal after the document, and before it when no declaration follows: only the rest is a repair. */
function isMended(text: string, trimmed: string): boolean {
  const start = text.indexOf("<");
  const before = text.slice(0, start);
  const after = text.slice(start + trimmed.length);
  const marked = [...before, ...after].some((char) => isMark(char.charCodeAt(0)));
  return marked || (before !== "" && trimmed.startsWith("<?xml"));
}
