import type { NonDfeReason } from "../reading.ts";
import { startsLikeXml } from "../xml/decode.ts";
import { SIGNED_ELEMENTS } from "./layouts.ts";

const SNIFF_BYTES = 512;
const TRACE_BYTES = 64 * 1024;
const START = "^[\\s\\xef\\xbb\\xbf\\xfe\\xff\\xc2]*(?:<\\?xml[^>]*\\?>\\s*)?(?:<!--[^>]*-->\\s*)*";
const HTML = new RegExp(`${START}<(?:!doctype\\s+html|html|head|body)\\b`, "i");
const SVG = new RegExp(`${START}<(?:!doctype\\s+svg|svg)\\b`, "i");
const MARKUP = /^[^<]*<[?!A-Za-z_]/;
/** Text that identifies a damaged DF-e. */
const DFE_TRACE = new RegExp(
  `portalfiscal\\.inf\\.br|<(?:\\w+:)?(?:${[...SIGNED_ELEMENTS, "infCTeNorm"].join("|")})\\b`,
  "i",
);

/** Why bytes cannot be a fiscal XML; null when they can. */
export function sniff(bytes: Uint8Array): NonDfeReason | null {
  if (!startsLikeXml(bytes)) return isBlank(bytes) ? "vazio" : "nao-xml";
  const head = narrow(bytes.subarray(0, SNIFF_BYTES));
  if (HTML.test(head)) return "html";
  if (SVG.test(head)) return "xml-alheio";
  return MARKUP.test(head) ? null : "nao-xml";
}

function isBlank(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0 && byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return false;
  }
  return true;
}

/** Says whether malformed bytes contain a trace of a DF-e. */
export function hasDfeTrace(bytes: Uint8Array): boolean {
  return DFE_TRACE.test(headOf(bytes));
}

/** The start of a file as searchable text, in any encoding. */
export function headOf(bytes: Uint8Array): string {
  return narrow(bytes.subarray(0, TRACE_BYTES));
}

/** Keeps the ASCII characters of any of the encodings: enough to search for a word. */
function narrow(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .replaceAll("\0", "");
}
