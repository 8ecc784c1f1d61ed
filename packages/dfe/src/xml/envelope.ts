import { declaredEncoding } from "./declaration.ts";
import { decodeCp1252, decodeUtf8, normalizeLineEnds } from "./decode.ts";
import { DOCUMENT_RULES, XML_DECLARATION_MAX, type XmlRules } from "./limits.ts";
import { ReceivedText } from "./received-text.ts";
import { scanXml } from "./scan.ts";
import { sourceOf, type XmlElement } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

/** The rules of one kind of message. `utf-8`: only UTF-8, and no declaration of another encoding;
 * `windows-1252`: bytes that are not UTF-8 are read as Windows-1252 if they are declared so or as Latin-1. */
export type EnvelopeRules = XmlRules & { readonly encoding: "utf-8" | "windows-1252" };

/** The rules of a message whose bytes are bounded. Each reader replaces what it knows better.
 * Lengths and counts without a limit here cost no more than the bytes themselves. */
export const ENVELOPE_RULES: EnvelopeRules = {
  ...DOCUMENT_RULES,
  nodes: Number.POSITIVE_INFINITY,
  allAttributes: Number.POSITIVE_INFINITY,
  attributeLength: Number.POSITIVE_INFINITY,
  namespaceLength: 1_024,
  escapes: Number.POSITIVE_INFINITY,
  namespaces: "declared",
  allowsVersion1x: true,
  encoding: "utf-8",
};

const LATIN_1: ReadonlySet<string> = new Set(["iso-8859-1", "latin1", "windows-1252"]);
/** The start of any declaration of a DTD. */
const DTD = /<!(?!--|\[CDATA\[)/;

/** A message; `sliceOf` is an element as received, with its own line ends. */
export type Envelope = { readonly root: XmlElement; sliceOf(element: XmlElement): string };

/** Reads a message that is no document, such as a SOAP envelope: one root, well-formed, namespaces
 * resolved, inside every limit. A DTD or entity is refused anywhere, also in comments and CDATA.
 * @param bytes bounded by the caller   @param charset named by the transport, if any
 * @throws XmlError codificacao, dtd and every fault of a scan */
export function readEnvelope(bytes: Uint8Array, rules: EnvelopeRules, charset?: string): Envelope {
  const normalized = normalizeLineEnds(bytes);
  const root = scanXml(decode(normalized, rules, charset), { rules });
  if (normalized === bytes) return { root, sliceOf: sourceOf };
  let received: ReceivedText | null = null;
  return {
    root,
    sliceOf: ({ start, end }) => {
      received ??= new ReceivedText(decode(bytes, rules, charset));
      return received.slice(start, Math.abs(end));
    },
  };
}

/** Reads the beginning of a message up to the end of the root's first child.
 * @param bytes cut anywhere   @throws XmlError as `readEnvelope`, also when the child has no end */
export function readEnvelopeHead(bytes: Uint8Array, rules: EnvelopeRules): XmlElement {
  const text = decode(normalizeLineEnds(bytes.subarray(0, bytes.lastIndexOf(GT) + 1)), rules);
  return scanXml(text, { rules, isEnough: ({ parent }) => parent !== null && parent.parent === null });
}

const GT = 0x3e;

function decode(bytes: Uint8Array, { encoding }: EnvelopeRules, charset?: string): string {
  const text = decodeUtf8(bytes);
  const declared = declaredEncoding(text?.slice(0, XML_DECLARATION_MAX) ?? headOf(bytes));
  if (encoding === "utf-8" && (text === null || (declared ?? "utf-8") !== "utf-8"))
    throw new XmlError("codificacao", declared ?? "utf-8");
  const decoded = text ?? decodeDeclared(bytes, declared ?? charset?.toLowerCase() ?? "utf-8");
  if (DTD.test(decoded)) throw new XmlError("dtd", "<!");
  return decoded;
}

function decodeDeclared(bytes: Uint8Array, charset: string): string {
  if (!LATIN_1.has(charset)) throw new XmlError("codificacao", charset);
  return decodeCp1252(bytes);
}

function headOf(bytes: Uint8Array): string {
  return decodeCp1252(bytes.subarray(0, XML_DECLARATION_MAX));
}
