import forge from "node-forge";
import type { CertificateKeyPair } from "../../document-generator/certificates/certificates.ts";

/** Writes PKCS#7 signed-data in DER, with its content (opaque) or without it (detached).
 * @source RFC 8551 §3.4 and §3.5, RFC 5652 §5 */
export function signSmime(
  content: Buffer,
  { keyPair, signedAt, detached }: { keyPair: CertificateKeyPair; signedAt: Date; detached: boolean },
): Buffer {
  const signed = forge.pkcs7.createSignedData();
  signed.content = forge.util.createBuffer(content.toString("latin1"));
  signed.addCertificate(keyPair.certificadoPem);
  signed.addSigner({
    key: keyPair.chavePem,
    certificate: keyPair.certificadoPem,
    digestAlgorithm: forge.pki.oids.sha256 ?? "",
    authenticatedAttributes: [
      { type: forge.pki.oids.contentType ?? "", value: forge.pki.oids.data ?? "" },
      { type: forge.pki.oids.messageDigest ?? "" },
      // node-forge expects a Date here, although its types declare a string.
      { type: forge.pki.oids.signingTime ?? "", value: signedAt as unknown as string },
    ],
  });
  signed.sign({ detached: detached });
  return Buffer.from(forge.asn1.toDer(signed.toAsn1()).getBytes(), "latin1");
}
