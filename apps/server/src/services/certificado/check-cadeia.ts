import { X509Certificate } from "node:crypto";
import type { CADEIAS } from "@malote/contract";
import type { CertificadoAberto } from "./certificado.rules.ts";

type Cadeia = (typeof CADEIAS)[number];

/** Authorities between a certificate and its root; ICP-Brasil has two or three. */
const PASSOS_MAX = 6;

/**
 * How a certificate's chain stands today: whether it leads, through authorities that we know or that came in the file, to a root that we
 * know. Revocation is not asked.
 * @param ancoras PEM; none = nothing can be said
 */
export function checkCadeia(
  { certificadoPem, cadeiaPem }: Pick<CertificadoAberto, "certificadoPem" | "cadeiaPem">,
  ancoras: readonly string[],
  agora: Date,
): Cadeia {
  if (ancoras.length === 0) return "nao-verificada";
  const known = ancoras.flatMap(parsePem);
  const roots = new Set(known.filter(isRoot).map(({ fingerprint256 }) => fingerprint256));
  const candidates = [...known, ...cadeiaPem.map((pem) => new X509Certificate(pem))];
  const leads = (x509: X509Certificate, passos: number): boolean => {
    if (roots.has(x509.fingerprint256)) return true;
    if (passos === PASSOS_MAX) return false;
    return candidates.some(
      (issuer) => hasIssued(issuer, x509) && isValid(issuer, agora) && leads(issuer, passos + 1),
    );
  };
  return leads(new X509Certificate(certificadoPem), 0) ? "verificada" : "desconhecida";
}

// What in the folder of authorities is none vouches for nothing.
function parsePem(pem: string): X509Certificate[] {
  try {
    return [new X509Certificate(pem)];
  } catch {
    return [];
  }
}

function isRoot(x509: X509Certificate): boolean {
  return x509.subject === x509.issuer && hasIssued(x509, x509);
}

function hasIssued(issuer: X509Certificate, x509: X509Certificate): boolean {
  try {
    return issuer.ca && x509.checkIssued(issuer) && x509.verify(issuer.publicKey);
  } catch {
    return false; // a key type or algorithm that this OpenSSL refuses vouches for nothing
  }
}

function isValid({ validFrom, validTo }: X509Certificate, agora: Date): boolean {
  return Date.parse(validFrom) <= agora.getTime() && agora.getTime() <= Date.parse(validTo);
}
