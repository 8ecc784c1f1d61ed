import { decodeXml } from "./decode.ts";
import { XML_BYTES_MAX } from "./limits.ts";
import { type DiscardPolicy, keepEverything, scanXml } from "./scan.ts";
import type { XmlElement } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

/** A parsed XML; the flags report a wrong encoding, and bytes removed around the document. */
export type ParsedXml = { root: XmlElement; encodingRepaired: boolean; edgesRepaired: boolean };

/** Decodes, trims and scans one XML.   @param discardPolicy chooses the elements to drop from the tree
 * @throws XmlError */
export function parseXml(bytes: Uint8Array, discardPolicy: DiscardPolicy = keepEverything): ParsedXml {
  if (bytes.length > XML_BYTES_MAX) throw new XmlError("grande-demais", `${bytes.length} bytes`);
  const { text, repaired } = decodeXml(bytes);
  const trimmed = trimEdges(text);
  return {
    root: scanXml(trimmed, { discardPolicy }),
    encodingRepaired: repaired !== null,
    edgesRepaired: trimmed !== text,
  };
}

/** Removes what mail adds: blanks before a declaration, and marks before
 * or after the document. Other blanks around it are legal and stay. */
function trimEdges(text: string): string {
  const from = Math.max(text.search(INSIDE), 0);
  const to = endOf(text, from);
  const isTrimmed =
    hasMark(text.slice(0, from)) || hasMark(text.slice(to)) || (from > 0 && text.startsWith("<?xml", from));
  return isTrimmed ? text.slice(from, to) : text;
}

/** End of the document without trailing blanks and marks.
 * Regexes search forwards only, so it steps back in blocks. */
function endOf(text: string, from: number): number {
  let to = text.length;
  while (to - STEP > from && text.slice(to - STEP, to).search(INSIDE) === -1) to -= STEP;
  while (to > from && EDGES.includes(text.charAt(to - 1))) to -= 1;
  return to;
}

const STEP = 4_096;

/** NUL, Ctrl-Z, no-break space and byte order mark. */
const MARKS = "\0\u001a\u00a0\ufeff";
const EDGES = ` \t\n${MARKS}`;
/** Any character that is neither blank nor mark. */
const INSIDE = new RegExp(`[^${EDGES}]`);

function hasMark(edge: string): boolean {
  return edge !== "" && [...MARKS].some((mark) => edge.includes(mark));
}
