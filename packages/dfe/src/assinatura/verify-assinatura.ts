import { createHash, verify } from "node:crypto";
import type { Findings } from "../findings.ts";
import { DSIG_NAMESPACE } from "../read/locate.ts";
import { canonicalize } from "../xml/c14n.ts";
import { attributeOf, isElement, walkBelow, type XmlElement } from "../xml/tree.ts";
import { type Certificado, readCertificado } from "./certificado.ts";
import { type Assinatura, AssinaturaRecusada, readAssinatura } from "./read-assinatura.ts";

const RSA_BITS_MIN = 1024;
const ID_ATTRIBUTES = ["id", "xml:id"];

/** Checks the one signature that stands beside the signed element: no grave finding means that this certificate's key
 * signed this very element. The element is taken from its place in the tree and never looked up by Id, so nothing
 * elsewhere in the document can stand in for it.   @returns the signer, null when it cannot be read */
export function verifyAssinatura(
  assinado: XmlElement,
  assinaturas: readonly XmlElement[],
  findings: Findings,
): Certificado | null {
  const assinatura = openAssinatura(assinaturas, findings);
  if (!assinatura) return null;
  checkReferencia(assinatura, assinado, findings);
  const certificado = readCertificado(assinatura.certificadoDer);
  if (certificado) checkValor(assinatura, certificado, findings);
  else findings.add("certificado-ilegivel");
  return certificado;
}

function openAssinatura(assinaturas: readonly XmlElement[], findings: Findings): Assinatura | null {
  const [signature, second] = assinaturas;
  if (!signature) findings.add("sem-assinatura");
  else if (second) findings.add("assinatura-malformada", { detalhe: "duas assinaturas" });
  else if (signature.namespace !== DSIG_NAMESPACE)
    findings.add("assinatura-malformada", { detalhe: "namespace" });
  else return tryRead(signature, findings);
  return null;
}

function tryRead(signature: XmlElement, findings: Findings): Assinatura | null {
  try {
    return readAssinatura(signature);
  } catch (error) {
    if (!(error instanceof AssinaturaRecusada)) throw error;
    findings.add(error.codigo, { detalhe: error.message });
    return null;
  }
}

function checkReferencia(assinatura: Assinatura, assinado: XmlElement, findings: Findings): void {
  const id = attributeOf(assinado, "Id") ?? "";
  if (id === "" || assinatura.uri !== `#${id}`)
    findings.add("referencia-divergente", { detalhe: assinatura.uri.slice(0, 80) });
  if (countIds(rootOf(assinado), id) > 1) findings.add("id-repetido", { detalhe: id.slice(0, 80) });
  const digest = createHash(assinatura.digestHash).update(canonicalize(assinado)).digest();
  if (digest.equals(assinatura.digest)) return;
  const [signed, found] = [assinatura.digest, digest].map((bytes) => bytes.toString("base64").slice(0, 44));
  findings.add("digest-divergente", { detalhe: `DigestValue=${signed} ${assinatura.digestHash}=${found}` });
}

function checkValor(assinatura: Assinatura, { chave }: Certificado, findings: Findings): void {
  if (chave.asymmetricKeyType !== "rsa") {
    findings.add("algoritmo-nao-aceito", { detalhe: chave.asymmetricKeyType ?? "" });
    return;
  }
  const bits = chave.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < RSA_BITS_MIN) findings.add("rsa-fraca", { detalhe: String(bits) });
  const signed = Buffer.from(canonicalize(assinatura.signedInfo));
  if (!verify(assinatura.hash, signed, chave, assinatura.valor)) findings.add("assinatura-divergente");
}

function countIds(root: XmlElement, id: string): number {
  let count = 0;
  const look = (element: XmlElement): void => {
    for (const { prefix, local, value } of element.attributes) {
      const name = (prefix === "" ? local : `${prefix}:${local}`).toLowerCase();
      if (value === id && ID_ATTRIBUTES.includes(name)) count += 1;
    }
  };
  look(root);
  walkBelow(root, (node) => {
    if (isElement(node)) look(node);
  });
  return count;
}

function rootOf(element: XmlElement): XmlElement {
  let at = element;
  while (at.parent) at = at.parent;
  return at;
}
