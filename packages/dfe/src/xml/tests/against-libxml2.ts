import { ParseOption, XmlC14NMode, XmlDocument } from "libxml2-wasm";
import { canonicalize } from "../c14n.ts";
import { type ParsedXml, parseXml } from "../parse.ts";
import { XmlError } from "../xml-error.ts";

/** Our scanner compared with libxml2, an independent implementation. */
export type Comparison = { kind: "equal" | "refused" | "explained" | "divergent"; reason: string };

/** Why we refuse what libxml2 reads; any other reason is a fault. */
const STRICTER: readonly RegExp[] = [
  /^dtd: /, // DTDs are forbidden
  /^versao: /, // only XML 1.0
  /^grande-demais: /, // our limits are lower
  /^profundo-demais: /,
  /^codificacao: /, // six encodings, and a declaration that agrees with the bytes
  /^malformado: namespace /, // libxml2 accepts relative namespaces, but cannot canonicalize them
  /^malformado: &/, // a reference of more than eight digits
  /^malformado: xmlns:xml repetido/, // a repeated attribute, which libxml2 drops before its check
];
/** Errors of libxml2 that XML 1.0 allows: RFC 3986 details that
 * we do not check (letters as port, "%zz"), and rules of xml:id. */
const LAXER = /is not a valid URI|^ID .* already defined|^xml:id : /;

/** Reads bytes with both and compares the outcomes, and the canonical forms if both accept them. */
export function compareWithLibxml2(bytes: Uint8Array): Comparison {
  const ours = attempt(bytes);
  const theirs = canonicalByLibxml2(bytes);
  if (typeof ours === "string") {
    if (theirs.refusal !== null) return { kind: "refused", reason: ours };
    const isListed = STRICTER.some((each) => each.test(ours));
    return { kind: isListed ? "explained" : "divergent", reason: `refused: ${ours}` };
  }
  if (theirs.refusal === null) {
    const isSame = canonicalize(ours.root) === theirs.canonical;
    return { kind: isSame ? "equal" : "divergent", reason: "canonical form" };
  }
  const isExplained = ours.encodingRepaired || ours.edgesRepaired || LAXER.test(theirs.refusal);
  return { kind: isExplained ? "explained" : "divergent", reason: `accepted: ${theirs.refusal}` };
}

function attempt(bytes: Uint8Array): ParsedXml | string {
  try {
    return parseXml(bytes);
  } catch (error) {
    if (error instanceof XmlError) return `${error.fault}: ${error.message}`;
    throw error;
  }
}

function canonicalByLibxml2(bytes: Uint8Array): { refusal: string | null; canonical: string } {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NONET });
  } catch (error) {
    return { refusal: firstLine(error), canonical: "" };
  }
  try {
    const options = { mode: XmlC14NMode.XML_C14N_1_0, withComments: false };
    return { refusal: null, canonical: document.root.canonicalizeToString(options) };
  } catch (error) {
    return { refusal: null, canonical: firstLine(error) };
  } finally {
    document.dispose();
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
}
