import { ParseOption, XmlC14NMode, XmlDocument } from "libxml2-wasm";
import { canonicalize } from "../c14n.ts";
import { type ParsedXml, parseXml } from "../parse.ts";
import { XmlError } from "../xml-error.ts";

/** How our scanner and libxml2, which shares no line with it, stand to some bytes. `alheio` is our being stricter, or our
 * mending what libxml2 refuses, for a reason that is on the list; `divergente` is a fault of ours. */
export type Comparacao = { kind: "iguais" | "recusado" | "alheio" | "divergente"; motivo: string };

/** Why we refuse what libxml2 reads. Nothing else may be stricter. */
const MAIS_ESTRITO: readonly RegExp[] = [
  /^dtd: /, // no DTD at all
  /^versao: /, // nothing but XML 1.0
  /^grande-demais: /, // our limits are lower
  /^profundo-demais: /,
  /^codificacao: /, // five encodings, and a declaration that agrees with the bytes
  /^malformado: namespace /, // libxml2 reads relative namespaces and then cannot canonicalise them
  /^malformado: &/, // a reference of more than eight digits
  /^malformado: xmlns:xml repetido/, // an attribute twice, which libxml2 drops before it counts
];
/** What libxml2 calls an error and XML 1.0 does not: namespaces that are no RFC 3986 URI in ways that we do not look at (a
 * port of letters, "%zz"), and the rules of xml:id. */
const MAIS_FROUXO = /is not a valid URI|^ID .* already defined|^xml:id : /;

/** Reads bytes with both and compares the outcome, and the canonical form of the whole when both read them. */
export function compareWithLibxml2(bytes: Uint8Array): Comparacao {
  const ours = attempt(bytes);
  const theirs = canonicalByLibxml2(bytes);
  if (typeof ours === "string") {
    if (theirs.recusa !== null) return { kind: "recusado", motivo: ours };
    const isListed = MAIS_ESTRITO.some((each) => each.test(ours));
    return { kind: isListed ? "alheio" : "divergente", motivo: `recusado: ${ours}` };
  }
  if (theirs.recusa === null) {
    const isSame = canonicalize(ours.root) === theirs.canonico;
    return { kind: isSame ? "iguais" : "divergente", motivo: "forma canônica" };
  }
  const isMended = ours.encodingRepaired || ours.edgesRepaired || MAIS_FROUXO.test(theirs.recusa);
  return { kind: isMended ? "alheio" : "divergente", motivo: `aceito: ${theirs.recusa}` };
}

function attempt(bytes: Uint8Array): ParsedXml | string {
  try {
    return parseXml(bytes);
  } catch (error) {
    if (error instanceof XmlError) return `${error.fault}: ${error.message}`;
    throw error;
  }
}

function canonicalByLibxml2(bytes: Uint8Array): { recusa: string | null; canonico: string } {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NONET });
  } catch (error) {
    return { recusa: firstLine(error), canonico: "" };
  }
  try {
    const options = { mode: XmlC14NMode.XML_C14N_1_0, withComments: false };
    return { recusa: null, canonico: document.root.canonicalizeToString(options) };
  } catch (error) {
    return { recusa: null, canonico: firstLine(error) };
  } finally {
    document.dispose();
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
}
