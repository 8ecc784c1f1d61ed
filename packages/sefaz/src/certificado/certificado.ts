import { createPrivateKey, type X509Certificate } from "node:crypto";
import { readHolder } from "./holder.ts";
import { readPfx } from "./pfx.ts";

/** An A1 certificate with its key, ready for TLS. `cadeiaPem` goes upwards from the issuer, as far
 * as the file goes; `titular` is the CN without the number after it; `cnpj` holds the CPF of an
 * e-CPF. */
export type CertificadoA1 = {
  chavePem: string;
  certificadoPem: string;
  cadeiaPem: string[];
  titular: string;
  cnpj: string | null;
  validoDe: Date;
  validoAte: Date;
};

/** `sem-chave`: the file opens, but has no private key, or no certificate that matches it. */
export type OpenedCertificado =
  | { kind: "ok"; certificado: CertificadoA1 }
  | { kind: "senha-errada" }
  | { kind: "sem-chave" }
  | { kind: "ilegivel" };

/** Opens a .pfx/.p12 and returns the certificate that matches the key. Takes up to 0.1 s of CPU.
 * Validity is not checked: an expired certificate opens. */
export function openCertificado(pfx: Uint8Array, password: string): OpenedCertificado {
  const pfxContent = readPfx(pfx, password);
  if (pfxContent.kind !== "ok") return pfxContent;
  const pair = findKeyPair(pfxContent.chaves, pfxContent.certificados);
  if (!pair) return { kind: "sem-chave" };
  return {
    kind: "ok",
    certificado: {
      chavePem: pair.chave,
      certificadoPem: pair.certificado.toString(),
      cadeiaPem: chainOf(pair.certificado, pfxContent.certificados).map((ca) => ca.toString()),
      ...readHolder(pair.certificado),
      validoDe: new Date(pair.certificado.validFrom),
      validoAte: new Date(pair.certificado.validTo),
    },
  };
}

function findKeyPair(
  chaves: string[],
  certificados: X509Certificate[],
): { chave: string; certificado: X509Certificate } | null {
  for (const chave of chaves) {
    const privateKey = createPrivateKey(chave);
    const certificado = certificados.find((candidate) => candidate.checkPrivateKey(privateKey));
    if (certificado) return { chave, certificado };
  }
  return null;
}

/** The longest chain read from a file; ICP-Brasil has two or three authorities above a certificate. */
const CHAIN_MAX = 8;

function chainOf(leaf: X509Certificate, certificados: X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const remaining = new Set(certificados);
  remaining.delete(leaf);
  let current = leaf;
  for (;;) {
    const issuer = [...remaining].find((candidate) => current.checkIssued(candidate));
    if (!issuer || chain.length === CHAIN_MAX) return chain;
    remaining.delete(issuer);
    chain.push(issuer);
    current = issuer;
  }
}
