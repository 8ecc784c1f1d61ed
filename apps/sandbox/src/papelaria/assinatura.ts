import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { ParChaves } from "./certificados.ts";
import { element, NFE_NAMESPACE } from "./write-xml.ts";

const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";

/** A key ready to sign, with its certificate as one line of base64. */
export type Assinante = { chave: KeyObject; certificadoBase64: string };

/** What a signature gives: the element to put after the signed one, and the digest SEFAZ will know. */
export type Assinatura = { xml: string; digVal: string };

export function openAssinante(par: ParChaves): Assinante {
  const certificadoBase64 = par.certificadoPem.replace(/-----[A-Z ]+-----|\s/g, "");
  return { chave: createPrivateKey(par.chavePem), certificadoBase64 };
}

/** Signs an element of the NF-e namespace as the fiscal layouts do: enveloped, C14N 20010315, rsa-sha1, sha1.
 * @param nome the element's name, without attributes
 * @param xml the element as it stands in the document: canonical, its namespace inherited from the parent
 * @param id its Id   @source MOC Visão Geral, Padrão de assinatura digital */
export function signElemento(nome: string, xml: string, assinante: Assinante & { id: string }): Assinatura {
  // @NOTE in its canonical form the element declares the namespace that in the document its parent declares.
  const canonical = xml.replace(`<${nome} `, `<${nome} xmlns="${NFE_NAMESPACE}" `);
  const digVal = createHash("sha1").update(canonical, "utf8").digest("base64");
  const content = signedInfoContent(assinante.id, digVal);
  const canonicalInfo = `<SignedInfo xmlns="${DSIG}">${content}</SignedInfo>`;
  const value = sign("sha1", Buffer.from(canonicalInfo, "utf8"), assinante.chave).toString("base64");
  const keyInfo = `<KeyInfo><X509Data><X509Certificate>${assinante.certificadoBase64}</X509Certificate></X509Data></KeyInfo>`;
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
