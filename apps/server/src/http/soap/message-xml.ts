import { SOAP_DECLARATIONS_MAX } from "@malote/contract";
import {
  ENVELOPE_RULES,
  type EnvelopeRules,
  readEnvelope,
  readEnvelopeHead,
  type XmlElement,
} from "@malote/dfe";

const MESSAGE_RULES: EnvelopeRules = {
  ...ENVELOPE_RULES,
  depth: 32,
  // A batch of 500 flags with three fields each has about 2 000.
  marks: 20_000,
  attributes: 32,
  allAttributes: 20_000,
  declarations: SOAP_DECLARATIONS_MAX,
  // A response may repeat a name.
  nameLength: 256,
  // Files are sent as base64, which has none.
  escapes: 20_000,
};

/** Parses an untrusted SOAP message in UTF-8.   @throws {XmlError} */
export function readMessage(bytes: Uint8Array): XmlElement {
  return readEnvelope(bytes, MESSAGE_RULES).root;
}

/**
 * Parses the beginning of a message: its root up to the end of the first child.
 * @throws {XmlError} as {@link readMessage}, also when the bytes end inside the first child
 */
export function readMessageHead(bytes: Uint8Array): XmlElement {
  return readEnvelopeHead(bytes, MESSAGE_RULES);
}
