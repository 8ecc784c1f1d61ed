import { ENVELOPE_RULES, type Envelope, type EnvelopeRules, readEnvelope, XmlError } from "@malote/dfe";
import { SefazOutage } from "../transport/outage.ts";

/** A response with every evento of a document has 4 MB and about 100 000 elements. SEFAZ's own prefixes
 * are not always declared. */
const RESPONSE_RULES: EnvelopeRules = {
  ...ENVELOPE_RULES,
  depth: 100,
  marks: 250_000,
  attributes: 64,
  namespaces: "any",
  encoding: "windows-1252",
};

const HTTP_CHARSET = /charset\s*=\s*"?([\w-]+)/i;
/** Bytes of a response that is not XML, for the log. */
const HEAD_BYTES = 480;

/** Reads a whole untrusted response: UTF-8, or Latin-1 if it is declared so in the XML, else in the HTTP
 * header.
 * @throws SefazOutage resposta-ilegivel, or resposta-grande-demais for its elements */
export function readResponse(bytes: Uint8Array, contentType: string): Envelope {
  try {
    return readEnvelope(bytes, RESPONSE_RULES, HTTP_CHARSET.exec(contentType)?.[1]);
  } catch (error) {
    throw error instanceof XmlError ? toOutage(error, bytes) : error;
  }
}

function toOutage(cause: XmlError, bytes: Uint8Array): SefazOutage {
  const { fault, limit, message } = cause;
  if (limit === "marks")
    return new SefazOutage("resposta-grande-demais", `elements over ${message}`, { cause });
  if (fault === "codificacao") return new SefazOutage("resposta-ilegivel", `not ${message}`, { cause });
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  const isHtml = /^\s*<(?:!doctype\s+)?html/i.test(head);
  const reason = fault === "dtd" ? "DOCTYPE or ENTITY" : `${fault}: ${message}`;
  const begins = JSON.stringify(head.slice(0, 120));
  return new SefazOutage("resposta-ilegivel", `${isHtml ? "an HTML page" : reason}, begins ${begins}`, {
    cause,
  });
}
