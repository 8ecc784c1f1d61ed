import { X509Certificate } from "node:crypto";
import { BoundedMap } from "./bounded-map.ts";
import type { Certificado } from "./certificado.ts";
import { allowsSigning, pathLengthOf } from "./extensions.ts";

/** The period in which every authority of one path is valid, in milliseconds. */
type ValidityWindow = { from: number; to: number };
type AnchorIndex = {
  bySubject: ReadonlyMap<string, X509Certificate[]>;
  windows: BoundedMap<string, ValidityWindow[]>;
};

const DEPTH_MAX = 6;
const CACHE_MAX = 512;
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const known = new WeakMap<readonly string[], AnchorIndex>();

/** Says whether a path of trusted authorities, up to a self-signed root, covers a certificate at an
 * instant. Authorities come only from the anchors, never from the document. Revocation is not checked.
 * @param pems indexed once per array: pass the same array every time */
export function isChained(certificado: Certificado, pems: readonly string[], at: Date): boolean {
  const anchors = indexTrustedCas(pems);
  const cached = anchors.windows.get(certificado.digest);
  const windows = cached ?? findValidityWindows(certificado.x509, anchors, 0);
  if (!cached) anchors.windows.set(certificado.digest, windows);
  return windows.some(({ from, to }) => from <= at.getTime() && at.getTime() <= to);
}

/** Says whether a list has any authority: without one, no chain can be checked. */
export function hasTrustedCas(pems: readonly string[]): boolean {
  return indexTrustedCas(pems).bySubject.size > 0;
}

/** Says whether a certificate itself is valid at an instant. */
export function isWithinValidade({ validoDe, validoAte }: Certificado, at: Date): boolean {
  return validoDe <= at && at <= validoAte;
}

const signers = new WeakMap<Certificado, boolean>();

/** Says whether a certificate may sign documents: it is not
 * of an authority, and its keyUsage allows signatures. */
export function maySign(certificado: Certificado): boolean {
  const known = signers.get(certificado);
  if (known !== undefined) return known;
  const may = !certificado.x509.ca && allows(certificado.x509.raw);
  signers.set(certificado, may);
  return may;
}

function allows(der: Buffer): boolean {
  try {
    return allowsSigning(der);
  } catch {
    return false; // unreadable extensions allow nothing
  }
}

function findValidityWindows(x509: X509Certificate, anchors: AnchorIndex, depth: number): ValidityWindow[] {
  if (depth > DEPTH_MAX) return [];
  const issuers = anchors.bySubject.get(x509.issuer) ?? [];
  return issuers
    .filter((issuer) => hasIssued(issuer, x509) && isPathLengthAllowed(issuer, depth))
    .flatMap((issuer) => {
      const own = validityOf(issuer);
      if (isRoot(issuer)) return [own];
      if (issuer.subject === x509.subject) return [];
      return findValidityWindows(issuer, anchors, depth + 1).map((above) => ({
        from: Math.max(own.from, above.from),
        to: Math.min(own.to, above.to),
      }));
    });
}

/** Says whether an authority allows the number of authorities below it.
 * @param between authorities between it and the signer */
function isPathLengthAllowed(issuer: X509Certificate, between: number): boolean {
  try {
    const limit = pathLengthOf(issuer.raw);
    return limit === null || between <= limit;
  } catch {
    return false; // unreadable extensions allow nothing
  }
}

// checkIssued compares names and key identifiers, and requires keyCertSign of an issuer with keyUsage.
function hasIssued(issuer: X509Certificate, x509: X509Certificate): boolean {
  try {
    return issuer.ca && x509.checkIssued(issuer) && x509.verify(issuer.publicKey);
  } catch {
    return false; // OpenSSL does not support the key type or algorithm
  }
}

function isRoot(x509: X509Certificate): boolean {
  return x509.subject === x509.issuer && hasIssued(x509, x509);
}

function validityOf(x509: X509Certificate): ValidityWindow {
  return { from: Date.parse(x509.validFrom), to: Date.parse(x509.validTo) };
}

function indexTrustedCas(pems: readonly string[]): AnchorIndex {
  const indexed = known.get(pems);
  if (indexed) return indexed;
  const bySubject = new Map<string, X509Certificate[]>();
  for (const x509 of pems.flatMap((pem) => pem.match(PEM) ?? []).flatMap(parsePem)) {
    bySubject.set(x509.subject, [...(bySubject.get(x509.subject) ?? []), x509]);
  }
  const anchors = { bySubject, windows: new BoundedMap<string, ValidityWindow[]>(CACHE_MAX) };
  known.set(pems, anchors);
  return anchors;
}

function parsePem(pem: string): X509Certificate[] {
  try {
    return [new X509Certificate(pem)];
  } catch {
    return [];
  }
}
