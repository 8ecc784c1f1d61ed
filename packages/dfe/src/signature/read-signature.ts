import type { AchadoCode } from "../achados.ts";
import { attributeOf, elementsOf, isElement, textOf, type XmlElement, type XmlNode } from "../xml/tree.ts";

/** A parsed Signature with accepted algorithms; `uri` is that of its only Reference. */
export type XmlSignature = {
  signedInfo: XmlElement;
  hash: Hash;
  digestHash: Hash;
  digest: Buffer;
  uri: string;
  valor: Buffer;
  certificadoDer: Buffer;
};

export type Hash = "sha1" | "sha256";

/** A Signature that is refused before its verification. */
export class SignatureRefusedError extends Error {
  override readonly name = "AssinaturaRecusada";
  readonly codigo: AchadoCode;

  constructor(code: AchadoCode, detail: string) {
    super(detail);
    this.codigo = code;
  }
}

const C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
const SIGNATURE_METHODS: Readonly<Record<string, Hash>> = {
  "http://www.w3.org/2000/09/xmldsig#rsa-sha1": "sha1",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": "sha256",
};
const DIGEST_METHODS: Readonly<Record<string, Hash>> = {
  "http://www.w3.org/2000/09/xmldsig#sha1": "sha1",
  "http://www.w3.org/2001/04/xmlenc#sha256": "sha256",
};
// Some documents repeat a transform, which changes nothing. Schema samples have C14N first, which is
// invalid: canonical text has no
// Signature element to remove. xmlsec1 refuses that order, too.
const TRANSFORMS_MAX = 3;
/** Maximum characters of a digest in base64: SHA-256 has 44. */
const DIGEST_MAX = 64;
/** Maximum bytes of a signature: the longest RSA key in use makes 1 KB. */
const VALUE_BYTES_MAX = 4 * 1024;
/** Maximum bytes of a certificate: those of ICP-Brasil have some 2 KB. */
const CERTIFICADO_BYTES_MAX = 16 * 1024;
/** Maximum certificates of a chain: the signer's, two authorities and the root. */
const CERTIFICADOS_MAX = 4;
/** Characters that base64 makes of three bytes, and the factor that allows for blanks and line ends. */
const BASE64_GROUP = 4;
const BLANKS_FACTOR = 2;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads a ds:Signature and refuses all that the DF-e rules do
 * not use: it must have exactly these parts, in this order.
 * @throws AssinaturaRecusada
 * @source https://www.w3.org/TR/2002/REC-xmldsig-core-20020212;
 * MOC NF-e, padrão de assinatura; xmldsig-core-schema_v1.01.xsd */
export function readSignature(signature: XmlElement): XmlSignature {
  const [signedInfo, signatureValue, keyInfo] = partsOf(signature, [
    "SignedInfo",
    "SignatureValue",
    "KeyInfo",
  ]);
  const [c14n, method, reference] = partsOf(signedInfo, [
    "CanonicalizationMethod",
    "SignatureMethod",
    "Reference",
  ]);
  const [transforms, digestMethod, digestValue] = partsOf(reference, [
    "Transforms",
    "DigestMethod",
    "DigestValue",
  ]);
  requireAttributes(signedInfo, ["Id"]);
  requireAttributes(reference, ["URI", "Id", "Type"]);
  requireAlgorithm(c14n, [C14N]);
  requireTransforms(transforms);
  return {
    signedInfo,
    hash: pickHash(method, SIGNATURE_METHODS),
    valor: base64Of(signatureValue, charsOf(VALUE_BYTES_MAX)),
    digestHash: pickHash(digestMethod, DIGEST_METHODS),
    digest: base64Of(digestValue, DIGEST_MAX),
    uri: attributeOf(reference, "URI") ?? "",
    certificadoDer: readCertificados(keyInfo)[0],
  };
}

function requireTransforms(transforms: XmlElement): void {
  const all = elementsOf(transforms);
  if (all.length === 0 || all.length > TRANSFORMS_MAX) malformed("Transforms");
  partsOf(
    transforms,
    all.map(() => "Transform"),
  );
  requireAttributes(transforms, []);
  const algorithms = all.map((each) => requireAlgorithm(each, [C14N, ENVELOPED]));
  const firstC14n = algorithms.indexOf(C14N);
  if (firstC14n !== -1 && algorithms.lastIndexOf(ENVELOPED) > firstC14n) malformed("Transforms");
}

/** The children of an element, which must have exactly these names, with only blanks between them. */
function partsOf<const Names extends readonly string[]>(
  element: XmlElement,
  names: Names,
): { [Place in keyof Names]: XmlElement } {
  const children = elementsOf(element);
  const isExact =
    children.length === names.length &&
    children.every((each, i) => each.local === names[i] && each.namespace === element.namespace);
  if (!isExact || !element.children.every(isElementOrBlank)) return malformed(element.local);
  return children as { [Place in keyof Names]: XmlElement };
}

function isElementOrBlank(node: XmlNode): boolean {
  return typeof node === "string" ? /^[ \t\r\n]*$/.test(node) : node.kind === "element";
}

function requireAttributes(element: XmlElement, allowed: readonly string[]): void {
  const isKnown = element.attributes.every(({ prefix, local }) => prefix === "" && allowed.includes(local));
  if (!isKnown) malformed(`${element.local}/@`);
}

/** The certificates in the signature, the signer's first,
 * as in xmlsec1: their presence gives them no trust. */
function readCertificados(keyInfo: XmlElement): [Buffer, ...Buffer[]] {
  const [first, ...others] = named(only(keyInfo, "X509Data"), "X509Certificate", CERTIFICADOS_MAX + 1);
  if (!first || others.length >= CERTIFICADOS_MAX) return malformed("X509Certificate");
  const read = (each: XmlElement): Buffer => base64Of(each, charsOf(CERTIFICADO_BYTES_MAX));
  return [read(first), ...others.map(read)];
}

function pickHash(element: XmlElement, table: Readonly<Record<string, Hash>>): Hash {
  const algorithm = requireAlgorithm(element, Object.keys(table));
  return table[algorithm] ?? malformed(element.local);
}

function requireAlgorithm(element: XmlElement, allowed: readonly string[]): string {
  partsOf(element, []);
  requireAttributes(element, ["Algorithm"]);
  const algorithm = attributeOf(element, "Algorithm") ?? "";
  if (!allowed.includes(algorithm))
    throw new SignatureRefusedError("algoritmo-nao-aceito", algorithm.slice(0, 120));
  return algorithm;
}

/** The bytes of a value. It must be plain text: CDATA and
 * comments could show a different value to other readers.
 * @param max characters without blanks */
function base64Of(element: XmlElement, max: number): Buffer {
  if (!element.children.every((node) => typeof node === "string")) malformed(element.local);
  const raw = textOf(element);
  if (raw.length > max * BLANKS_FACTOR) malformed(element.local);
  const text = raw.replace(/[ \t\r\n]/g, "");
  if (text.length > max || text.length % BASE64_GROUP !== 0 || !BASE64.test(text)) malformed(element.local);
  return Buffer.from(text, "base64");
}

function charsOf(bytes: number): number {
  return Math.ceil(bytes / 3) * BASE64_GROUP;
}

function only(element: XmlElement, local: string): XmlElement {
  const [first, second] = named(element, local, 2);
  if (!first || second) return malformed(local);
  return first;
}

/** The first children with a name, up to max. */
function named(element: XmlElement, local: string, max: number): XmlElement[] {
  const found: XmlElement[] = [];
  for (const each of element.children) {
    if (found.length === max) break;
    if (isElement(each) && each.local === local && each.namespace === element.namespace) found.push(each);
  }
  return found;
}

function malformed(what: string): never {
  throw new SignatureRefusedError("assinatura-malformada", what);
}
