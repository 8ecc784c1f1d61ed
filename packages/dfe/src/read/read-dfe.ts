import type { Leitura, MotivoNaoDfe } from "../leitura.ts";
import { startsLikeXml } from "../xml/decode.ts";
import { parseXml } from "../xml/parse.ts";
import { XmlError } from "../xml/xml-error.ts";
import { readEvento } from "./evento.ts";
import { LayoutError } from "./fields.ts";
import { isLocalizado, locate } from "./locate.ts";
import { readNota } from "./nota.ts";

const SNIFF_BYTES = 512;
const TRACE_BYTES = 64 * 1024;
const START = "^[\\s\\xef\\xbb\\xbf\\xfe\\xff]*(?:<\\?xml[^>]*\\?>\\s*)?(?:<!--[^>]*-->\\s*)*";
const HTML = new RegExp(`${START}<(?:!doctype\\s+html|html|head|body)\\b`, "i");
const SVG = new RegExp(`${START}<(?:!doctype\\s+svg|svg)\\b`, "i");
const MARKUP = /^[^<]*<[?!A-Za-z_]/;
const BROKEN: ReadonlySet<string> = new Set(["malformado", "varias-raizes", "codificacao"]);
/** What a damaged DF-e still shows. */
const DFE_TRACE = /portalfiscal\.inf\.br|<(?:\w+:)?inf(?:NFe|Cte|CTeNorm|MDFe|Evento)\b/i;

/** Reads the bytes of one attachment: a nota, an evento, another DF-e, no DF-e, or one that cannot be read.
 * Never throws for its input. Accepts UTF-8, UTF-16, ISO-8859-1 and Windows-1252, up to 10 MB; a DTD is refused, not read. */
export function readDfe(bytes: Uint8Array): Leitura {
  const motivo = sniff(bytes);
  if (motivo) return { kind: "nao-dfe", motivo };
  try {
    const lugar = locate(parseXml(bytes).root);
    if (!isLocalizado(lugar)) return lugar;
    return lugar.kind === "nota"
      ? { kind: "nota", nota: readNota(lugar) }
      : { kind: "evento", evento: readEvento(lugar) };
  } catch (error) {
    return outcomeOf(error, bytes);
  }
}

function sniff(bytes: Uint8Array): MotivoNaoDfe | null {
  if (bytes.every((byte) => byte === 0 || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))) return "vazio";
  if (!startsLikeXml(bytes)) return "nao-xml";
  const head = narrow(bytes.subarray(0, SNIFF_BYTES));
  if (HTML.test(head)) return "html";
  if (SVG.test(head)) return "xml-alheio";
  return MARKUP.test(head) ? null : "nao-xml";
}

function outcomeOf(error: unknown, bytes: Uint8Array): Leitura {
  if (error instanceof LayoutError) return { kind: "ilegivel", motivo: error.motivo, detalhe: error.message };
  if (!(error instanceof XmlError)) throw error;
  // A broken XML that shows no sign of a DF-e is somebody else's: it needs nobody's attention.
  if (BROKEN.has(error.fault) && !DFE_TRACE.test(narrow(bytes.subarray(0, TRACE_BYTES))))
    return { kind: "nao-dfe", motivo: "xml-alheio" };
  return { kind: "ilegivel", motivo: error.fault, detalhe: error.message };
}

/** ASCII letters of any of the encodings, good enough to look for a word. */
function narrow(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .replaceAll("\0", "");
}
