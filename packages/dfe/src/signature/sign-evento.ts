import { parseXml } from "../xml/parse.ts";
import { attributeOf, elementsOf } from "../xml/tree.ts";

/** A signer: an RSA key and its certificate, both in PEM. */
export type Credential = { chavePem: string; certificadoPem: string };

const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const RSA_SHA1 = `${DSIG}rsa-sha1`;

/** Signs an evento as SEFAZ requires: enveloped after infEvento, C14N 20010315, rsa-sha1,
 * sha1. The signing library is loaded only here: reading and judging never need it.
 * @param eventoXml an unsigned evento element of any family
 * @throws RangeError when it is not an evento, has no Id, or is already signed
 * @source MOC Visão Geral, Padrão de assinatura digital; leiauteEvento_v1.00.xsd */
export async function signEvento(eventoXml: string, credential: Credential): Promise<string> {
  requireUnsigned(eventoXml);
  // @NOTE In the bundle a CommonJS module has only its default export.
  const { default: xmlCrypto } = await import("xml-crypto");
  const certificado = credential.certificadoPem.replace(/-----[A-Z ]+-----|\s/g, "");
  const signer = new xmlCrypto.SignedXml({
    privateKey: credential.chavePem,
    canonicalizationAlgorithm: C14N,
    signatureAlgorithm: RSA_SHA1,
    getKeyInfoContent: () => `<X509Data><X509Certificate>${certificado}</X509Certificate></X509Data>`,
  });
  const xpath = "/*/*[local-name(.)='infEvento']";
  signer.addReference({
    xpath,
    transforms: [`${DSIG}enveloped-signature`, C14N],
    digestAlgorithm: `${DSIG}sha1`,
  });
  signer.computeSignature(eventoXml, { location: { reference: xpath, action: "after" } });
  return signer.getSignedXml();
}

function requireUnsigned(eventoXml: string): void {
  const { root } = parseXml(Buffer.from(eventoXml));
  const [infEvento, ...others] = elementsOf(root);
  const id = infEvento?.local === "infEvento" ? attributeOf(infEvento, "Id") : null;
  if (id === null || others.length > 0) throw new RangeError("not one evento to be signed");
}
