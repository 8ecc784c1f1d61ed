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
  const from = Math.max(text.search(INSIDE), 0);
  const to = endOf(text, from);
  const isMended =
    hasMark(text.slice(0, from)) || hasMark(text.slice(to)) || (from > 0 && text.startsWith("<?xml", from));
  return isMended ? text.slice(from, to) : text;
}

/** Where the edge behind a document begins. A text is searched only forwards: step by step, from its end. */
function endOf(text: string, from: number): number {
  let to = text.length;
  while (to - STEP > from && text.slice(to - STEP, to).search(INSIDE) === -1) to -= STEP;
  while (to > from && EDGES.includes(text.charAt(to - 1))) to -= 1;
  return to;
}

const STEP = 4_096;

/** NUL, Ctrl-Z, a space that does not break and a byte order mark. */
const MARKS = "\0\u001a\u00a0\ufeff";
const EDGES = ` \t\n${MARKS}`;
/** What is no edge. */
const INSIDE = new RegExp(`[^${EDGES}]`);

function hasMark(edge: string): boolean {
  return edge !== "" && [...MARKS].some((mark) => edge.includes(mark));
}
