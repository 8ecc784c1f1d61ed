import type { AchadoCodigo } from "../achados.ts";
import { attributeOf, elementsOf, isElement, textOf, type XmlElement, type XmlNode } from "../xml/tree.ts";

/** A Signature whose every algorithm is on the list; `uri` is its one Reference. */
export type Assinatura = {
  signedInfo: XmlElement;
  hash: Hash;
  digestHash: Hash;
  digest: Buffer;
  uri: string;
  valor: Buffer;
  certificadoDer: Buffer;
};

export type Hash = "sha1" | "sha256";

/** A Signature that is not even tried. */
export class AssinaturaRecusada extends Error {
  override readonly name = "AssinaturaRecusada";
  readonly codigo: AchadoCodigo;

  constructor(codigo: AchadoCodigo, detalhe: string) {
    super(detalhe);
    this.codigo = codigo;
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
// Documents show one of them twice; beside the signed element that means the same. Schema samples show them in the other order,
// which nobody can follow: once it is canonical text, there is no Signature left to take out of it. xmlsec1 refuses it too.
const TRANSFORMS_MAX = 3;
/** Characters of a digest in base64: SHA-256 has 44. */
const DIGEST_MAX = 64;
/** Bytes of a signature: the longest RSA key in use makes 1 KB. */
const VALOR_BYTES_MAX = 4 * 1024;
/** Bytes of a certificate: those of ICP-Brasil have some 2 KB. */
const CERTIFICADO_BYTES_MAX = 16 * 1024;
/** Certificates of a whole chain: the signer's, two authorities and the root. */
const CERTIFICADOS_MAX = 4;
/** What base64 makes of three bytes, and the room that blanks and line ends may take beside it. */
const BASE64_GROUP = 4;
const BLANKS_FACTOR = 2;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads a ds:Signature, refusing everything the DF-e rules do not use: its parts are these, each once, in this order.
 * @throws AssinaturaRecusada
 * @source https://www.w3.org/TR/2002/REC-xmldsig-core-20020212; MOC NF-e, padrão de assinatura; xmldsig-core-schema_v1.01.xsd */
export function readAssinatura(signature: XmlElement): Assinatura {
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
    valor: base64Of(signatureValue, charsOf(VALOR_BYTES_MAX)),
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

/** The children of an element that has these and no others, nor anything but blanks between them. */
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

/** The certificates that came along, the signer's first, as xmlsec1 takes it too: none of them is trusted for standing there. */
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
    throw new AssinaturaRecusada("algoritmo-nao-aceito", algorithm.slice(0, 120));
  return algorithm;
}

/** The bytes of a value: text alone, since CDATA and comments are ways to show one thing and mean another.
 * @param max characters that it may have, blanks not counted */
function base64Of(element: XmlElement, max: number): Buffer {
  if (!element.children.every((node) => typeof node === "string")) malformed(element.local);
  const said = textOf(element);
  if (said.length > max * BLANKS_FACTOR) malformed(element.local);
  const text = said.replace(/[ \t\r\n]/g, "");
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

/** The first children with a name, at most so many. */
function named(element: XmlElement, local: string, max: number): XmlElement[] {
  const found: XmlElement[] = [];
  for (const each of element.children) {
    if (found.length === max) break;
    if (isElement(each) && each.local === local && each.namespace === element.namespace) found.push(each);
  }
  return found;
}

function malformed(what: string): never {
  throw new AssinaturaRecusada("assinatura-malformada", what);
}
