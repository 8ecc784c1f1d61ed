import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { CertificateKeyPair } from "../certificates/certificates.ts";
import { element } from "./write-xml.ts";

const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";

/** A private key with its certificate as one line of base64. */
export type Signer = { chave: KeyObject; certificadoBase64: string };

/** The Signature element, to be placed after the signed one, and the digest that SEFAZ stores. */
export type Assinatura = { xml: string; digVal: string };

export function openSigner(keyPair: CertificateKeyPair): Signer {
  const certificadoBase64 = keyPair.certificadoPem.replace(/-----[A-Z ]+-----|\s/g, "");
  return { chave: createPrivateKey(keyPair.chavePem), certificadoBase64 };
}

/** The element to sign: canonical, without the namespace declaration that it inherits. */
export type SignableElement = { nome: string; namespace: string; id: string; xml: string };

/** Signs an element as the fiscal layouts do: enveloped, C14N 20010315, rsa-sha1, sha1.
 * @source MOC Visão Geral, Padrão de assinatura digital */
export function signElement({ nome, namespace, id, xml }: SignableElement, signer: Signer): Assinatura {
  // @NOTE the canonical form of the element declares the namespace that it inherits in the document.
  const canonical = `<${nome} xmlns="${namespace}"${xml.slice(nome.length + 1)}`;
  const digVal = createHash("sha1").update(canonical, "utf8").digest("base64");
  const content = signedInfoContent(id, digVal);
  const canonicalInfo = `<SignedInfo xmlns="${DSIG}">${content}</SignedInfo>`;
  const value = sign("sha1", Buffer.from(canonicalInfo, "utf8"), signer.chave).toString("base64");
  const keyInfo = `<KeyInfo><X509Data><X509Certificate>${signer.certificadoBase64}</X509Certificate></X509Data></KeyInfo>`;
  const signatureValue = element("SignatureValue", value);
  const signedInfo = element("SignedInfo", content);
  return { xml: element(`Signature xmlns="${DSIG}"`, signedInfo, signatureValue, keyInfo), digVal };
}

function signedInfoContent(id: string, digVal: string): string {
  const transforms = element(
    "Transforms",
    algorithm("Transform", `${DSIG}enveloped-signature`),
    algorithm("Transform", C14N),
  );
  const digest = algorithm("DigestMethod", `${DSIG}sha1`) + element("DigestValue", digVal);
  return (
    algorithm("CanonicalizationMethod", C14N) +
    algorithm("SignatureMethod", `${DSIG}rsa-sha1`) +
    element(`Reference URI="#${id}"`, transforms, digest)
  );
}

function algorithm(name: string, uri: string): string {
  return `<${name} Algorithm="${uri}"></${name}>`;
}

/** Signs a text with RSA-SHA1, in base64, for the offline QR code of an NFC-e.
 * @source NT 2025.001, QR Code versão 3 */
export function signText(texto: string, signer: Signer): string {
  return sign("sha1", Buffer.from(texto, "utf8"), signer.chave).toString("base64");
}
