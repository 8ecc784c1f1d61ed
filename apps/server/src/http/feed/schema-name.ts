import { constants, gunzipSync } from "node:zlib";
import { ACRONYMS, NOTA_SCHEMAS } from "@malote/dfe";
import { FAMILIES } from "@malote/syntax";

/** Compressed bytes that contain the root of a document, even inside a SOAP envelope. */
const HEAD_BYTES = 1_024;
const ROOT = new RegExp(
  `<(?:[\\w.-]+:)?(${[...NOTA_SCHEMAS.keys()].join("|")}|procEvento\\w*|evento\\w*)(?=[\\s>])([^>]*)>`,
);
const VERSION = /\sversao\s*=\s*["']([0-9]{1,2}\.[0-9]{2})["']/;

/** Schema name of a stored document, in docZip form: `procNFe_v4.00.xsd`.
 * @source docZip of recorded answers; PL_009, PL_CTe_400, PL_MDFe_300 */
export function schemaNameOf(xmlGzip: Buffer): string {
  // Removing the zero bytes is enough for UTF-16, because names and numbers are ASCII.
  const text = headOf(xmlGzip).toString("latin1").replaceAll("\0", "");
  const [, root = "", attributes = ""] = ROOT.exec(text) ?? [];
  const version = VERSION.exec(attributes)?.[1] ?? VERSION.exec(text.replace(/<\?[\s\S]*?\?>/, ""))?.[1];
  const name = NOTA_SCHEMAS.get(root) ?? eventoOf(root, text);
  return `${name}_v${version ?? (name.includes("vento") ? "1.00" : "4.00")}.xsd`;
}

function eventoOf(root: string, text: string): string {
  const family =
    FAMILIES.find((each) => root.includes(ACRONYMS[each])) ??
    FAMILIES.find((each) => text.includes(`/${each}"`)) ??
    "nfe";
  return `${root.startsWith("proc") ? "procEvento" : "evento"}${ACRONYMS[family]}`;
}

function headOf(xmlGzip: Buffer): Buffer {
  return gunzipSync(xmlGzip.subarray(0, HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
}
