import { Constructed, fromBER, ObjectIdentifier, OctetString, Sequence } from "asn1js";

/**
 * Limits of one signed file. Each section of a streamed content is a node; OpenSSL writes sections
 * of 1 KB.
 */
const LIMITS = {
  maxDepth: 32,
  maxNodes: 20_000,
  maxContentLength: 64 * 1024 * 1024,
  parseEmbedded: false,
  copyInput: false,
};

const SIGNED_DATA = "1.2.840.113549.1.7.2";
/** EnvelopedData, SignedAndEnvelopedData, EncryptedData, AuthEnvelopedData. */
const ENCRYPTED: ReadonlySet<string> = new Set([
  "1.2.840.113549.1.7.3",
  "1.2.840.113549.1.7.4",
  "1.2.840.113549.1.7.6",
  "1.2.840.113549.1.9.16.1.23",
]);

/** Contents of a CMS file; `assinatura` is a detached signature. */
export type Cms =
  | { kind: "conteudo"; bytes: Buffer }
  | { kind: "assinatura" }
  | { kind: "cifrado" }
  | { kind: "outro" }
  | { kind: "invalido" };

/**
 * Extracts the content of a signed file (p7m, p7s) in DER, BER or PEM. The signature is not verified: the
 * signer of the envelope says nothing about the document.   @source RFC 5652 §5.1, RFC 8551 §3.5
 */
export function openCms(bytes: Buffer): Cms {
  const der = readPem(bytes);
  const root = parse(der);
  if (!(root instanceof Sequence)) return { kind: "invalido" };
  const [tipo, explicit] = root.valueBlock.value;
  if (!(tipo instanceof ObjectIdentifier)) return { kind: "invalido" };
  const oid = tipo.valueBlock.toString();
  if (ENCRYPTED.has(oid)) return { kind: "cifrado" };
  if (oid !== SIGNED_DATA) return { kind: "outro" };
  const signed = explicit instanceof Constructed ? explicit.valueBlock.value[0] : undefined;
  const encap = signed instanceof Sequence ? signed.valueBlock.value[2] : undefined;
  if (!(encap instanceof Sequence)) return { kind: "invalido" };
  const wrapped = encap.valueBlock.value[1];
  if (wrapped === undefined) return { kind: "assinatura" };
  const content = wrapped instanceof Constructed ? wrapped.valueBlock.value[0] : undefined;
  if (!(content instanceof OctetString)) return { kind: "invalido" };
  return { kind: "conteudo", bytes: Buffer.from(content.getValue()) };
}

function parse(der: Buffer): unknown {
  try {
    const { offset, result } = fromBER(der, LIMITS);
    return offset === -1 ? null : result;
  } catch {
    return null;
  }
}

function readPem(bytes: Buffer): Buffer {
  if (bytes[0] === 0x30) return bytes;
  const body = /-----BEGIN [^-]+-----([A-Za-z0-9+/=\s]+)-----END/.exec(bytes.toString("latin1"));
  return Buffer.from(body?.[1] ?? "", "base64");
}
