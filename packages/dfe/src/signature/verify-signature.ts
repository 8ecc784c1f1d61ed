import { type KeyObject, verify } from "node:crypto";
import type { Findings } from "../findings.ts";
import { DSIG_NAMESPACE } from "../read/locate.ts";
import { canonicalize } from "../xml/c14n.ts";
import { attributeOf, hasElements, type XmlElement } from "../xml/tree.ts";
import { type Certificado, readCertificado } from "./certificado.ts";
import { digestOf } from "./digest.ts";
import type { SignedTarget } from "./find-signed.ts";
import { readSignature, SignatureRefusedError, type XmlSignature } from "./read-signature.ts";

const RSA_BITS_MIN = 1024;
/** Every ICP-Brasil certificate has this exponent. With a smaller
 * one, a weak padding check allows forgery; with 1, no check helps.
 * @source RFC 8017 §8.2.2; NIST SP 800-56B §6.2 */
const RSA_EXPONENT_MIN = 65_537n;

/** Verifies the signature next to the signed element: without a grave
 * finding, its certificate's key signed it. The element is taken from the
 * tree and never looked up by Id, so that no other element can replace it.
 * @returns the signer, or null when its certificate is unreadable */
export function verifySignature(target: SignedTarget, findings: Findings): Certificado | null {
  const signature = openSignature(target, findings);
  if (!signature) return null;
  checkReferencia(signature, target, findings);
  const certificado = readCertificado(signature.certificadoDer);
  if (certificado) checkSignatureValue(signature, certificado, findings);
  else findings.add("certificado-ilegivel");
  return certificado;
}

function openSignature(target: SignedTarget, findings: Findings): XmlSignature | null {
  const signature = target.assinaturas.find(hasElements);
  const isMany = target.surroundings.assinaturas > 0;
  if (target.assinaturas.length > 0 && isMany) findings.add("assinatura-repetida");
  else if (isMany) findings.add("assinatura-malformada", { detalhe: "fora do lugar" });
  else if (!signature) findings.add("sem-assinatura");
  else if (signature.namespace !== DSIG_NAMESPACE)
    findings.add("assinatura-malformada", { detalhe: "namespace" });
  else return tryRead(signature, findings);
  return null;
}

function tryRead(signature: XmlElement, findings: Findings): XmlSignature | null {
  try {
    return readSignature(signature);
  } catch (error) {
    if (!(error instanceof SignatureRefusedError)) throw error;
    findings.add(error.codigo, { detalhe: error.message });
    return null;
  }
}

function checkReferencia(
  signature: XmlSignature,
  { assinado, surroundings }: SignedTarget,
  findings: Findings,
): void {
  const id = attributeOf(assinado, "Id") ?? "";
  if (id === "" || signature.uri !== `#${id}`)
    findings.add("referencia-divergente", { detalhe: signature.uri.slice(0, 80) });
  if (surroundings.duplicateIds > 0) findings.add("id-repetido", { detalhe: id.slice(0, 80) });
  const digest = digestOf(assinado, signature.digestHash);
  if (digest.equals(signature.digest)) return;
  const [signed, found] = [signature.digest, digest].map((bytes) => bytes.toString("base64").slice(0, 44));
  findings.add("digest-divergente", { detalhe: `DigestValue=${signed} ${signature.digestHash}=${found}` });
}

function checkSignatureValue(signature: XmlSignature, { chave }: Certificado, findings: Findings): void {
  if (chave.asymmetricKeyType !== "rsa") {
    findings.add("algoritmo-nao-aceito", { detalhe: chave.asymmetricKeyType ?? "" });
    return;
  }
  const { modulusLength: bits = 0, publicExponent: e = 0n } = chave.asymmetricKeyDetails ?? {};
  if (bits < RSA_BITS_MIN || e < RSA_EXPONENT_MIN || e % 2n === 0n)
    findings.add("rsa-fraca", { detalhe: `${bits} bits, e=${e.toString().slice(0, 20)}` });
  if (!hasSigned(chave, signature)) findings.add("assinatura-divergente");
}

function hasSigned(chave: KeyObject, { hash, signedInfo, valor }: XmlSignature): boolean {
  try {
    return verify(hash, Buffer.from(canonicalize(signedInfo)), chave, valor);
  } catch {
    return false; // OpenSSL does not support the key
  }
}
