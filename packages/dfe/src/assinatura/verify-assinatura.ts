import { type KeyObject, verify } from "node:crypto";
import type { Findings } from "../findings.ts";
import { DSIG_NAMESPACE } from "../read/locate.ts";
import { canonicalize } from "../xml/c14n.ts";
import { attributeOf, hasElements, type XmlElement } from "../xml/tree.ts";
import { type Certificado, readCertificado } from "./certificado.ts";
import { digestOf } from "./digest.ts";
import type { Alvo } from "./find-assinado.ts";
import { type Assinatura, AssinaturaRecusada, readAssinatura } from "./read-assinatura.ts";

const RSA_BITS_MIN = 1024;
/** Every certificate of ICP-Brasil has this exponent; with a smaller one, a careless check of the padding lets anybody forge,
 * and with 1 no check helps.   @source RFC 8017 §8.2.2; NIST SP 800-56B §6.2 */
const RSA_EXPONENT_MIN = 65_537n;

/** Checks the one signature that stands beside the signed element: no grave finding means that this certificate's key
 * signed this very element. The element is taken from its place in the tree and never looked up by Id, so nothing
 * elsewhere in the document can stand in for it.   @returns the signer, null when it cannot be read */
export function verifyAssinatura(alvo: Alvo, findings: Findings): Certificado | null {
  const assinatura = openAssinatura(alvo, findings);
  if (!assinatura) return null;
  checkReferencia(assinatura, alvo, findings);
  const certificado = readCertificado(assinatura.certificadoDer);
  if (certificado) checkValor(assinatura, certificado, findings);
  else findings.add("certificado-ilegivel");
  return certificado;
}

function openAssinatura(alvo: Alvo, findings: Findings): Assinatura | null {
  const signature = alvo.assinaturas.find(hasElements);
  const isMany = alvo.arredores.assinaturas > 0;
  if (alvo.assinaturas.length > 0 && isMany) findings.add("assinatura-repetida");
  else if (isMany) findings.add("assinatura-malformada", { detalhe: "fora do lugar" });
  else if (!signature) findings.add("sem-assinatura");
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

function checkReferencia(assinatura: Assinatura, { assinado, arredores }: Alvo, findings: Findings): void {
  const id = attributeOf(assinado, "Id") ?? "";
  if (id === "" || assinatura.uri !== `#${id}`)
    findings.add("referencia-divergente", { detalhe: assinatura.uri.slice(0, 80) });
  if (arredores.gemeos > 0) findings.add("id-repetido", { detalhe: id.slice(0, 80) });
  const digest = digestOf(assinado, assinatura.digestHash);
  if (digest.equals(assinatura.digest)) return;
  const [signed, found] = [assinatura.digest, digest].map((bytes) => bytes.toString("base64").slice(0, 44));
  findings.add("digest-divergente", { detalhe: `DigestValue=${signed} ${assinatura.digestHash}=${found}` });
}

function checkValor(assinatura: Assinatura, { chave }: Certificado, findings: Findings): void {
  if (chave.asymmetricKeyType !== "rsa") {
    findings.add("algoritmo-nao-aceito", { detalhe: chave.asymmetricKeyType ?? "" });
    return;
  }
  const { modulusLength: bits = 0, publicExponent: e = 0n } = chave.asymmetricKeyDetails ?? {};
  if (bits < RSA_BITS_MIN || e < RSA_EXPONENT_MIN || e % 2n === 0n)
    findings.add("rsa-fraca", { detalhe: `${bits} bits, e=${e.toString().slice(0, 20)}` });
  if (!hasSigned(chave, assinatura)) findings.add("assinatura-divergente");
}

function hasSigned(chave: KeyObject, { hash, signedInfo, valor }: Assinatura): boolean {
  try {
    return verify(hash, Buffer.from(canonicalize(signedInfo)), chave, valor);
  } catch {
    return false; // a key with which this OpenSSL does not compute has signed nothing
  }
}
