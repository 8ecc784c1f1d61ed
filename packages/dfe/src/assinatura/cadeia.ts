import { X509Certificate } from "node:crypto";
import { BoundedMap } from "./bounded-map.ts";
import type { Certificado } from "./certificado.ts";
import { allowsSigning, pathLengthOf } from "./extensoes.ts";

/** The period in which every authority of one path was valid, in milliseconds. */
type Janela = { from: number; to: number };
type Ancoras = { bySubject: ReadonlyMap<string, X509Certificate[]>; janelas: BoundedMap<string, Janela[]> };

const DEPTH_MAX = 6;
const CACHE_MAX = 512;
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const known = new WeakMap<readonly string[], Ancoras>();

/** Says whether a path of trusted authorities, up to a self-signed root, stood behind a certificate at an instant.
 * Authorities come from the anchors alone, never from the document; revocation is not asked. PEM blocks that are no
 * certificate are passed over. The list is indexed once per array, so hand the same array every time. */
export function isChained(certificado: Certificado, pems: readonly string[], at: Date): boolean {
  const ancoras = indexAncoras(pems);
  const cached = ancoras.janelas.get(certificado.digest);
  const janelas = cached ?? findJanelas(certificado.x509, ancoras, 0);
  if (!cached) ancoras.janelas.set(certificado.digest, janelas);
  return janelas.some(({ from, to }) => from <= at.getTime() && at.getTime() <= to);
}

/** Says whether a list holds any authority at all: without one no chain can be checked. */
export function hasAncoras(pems: readonly string[]): boolean {
  return indexAncoras(pems).bySubject.size > 0;
}

/** Says whether a certificate itself was valid at an instant. */
export function isWithinValidade({ validoDe, validoAte }: Certificado, at: Date): boolean {
  return validoDe <= at && at <= validoAte;
}

const signers = new WeakMap<Certificado, boolean>();

/** Says whether a certificate is one to sign documents with: of no authority, and for signatures where it says what for. */
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
    return false; // extensions that cannot be read allow nothing
  }
}

function findJanelas(x509: X509Certificate, ancoras: Ancoras, depth: number): Janela[] {
  if (depth > DEPTH_MAX) return [];
  const issuers = ancoras.bySubject.get(x509.issuer) ?? [];
  return issuers
    .filter((issuer) => hasIssued(issuer, x509) && mayStandAbove(issuer, depth))
    .flatMap((issuer) => {
      const own = janelaOf(issuer);
      if (isRoot(issuer)) return [own];
      if (issuer.subject === x509.subject) return [];
      return findJanelas(issuer, ancoras, depth + 1).map((above) => ({
        from: Math.max(own.from, above.from),
        to: Math.min(own.to, above.to),
      }));
    });
}

/** Says whether an authority allows as many others below it as there are.   @param between those between it and the signer */
function mayStandAbove(issuer: X509Certificate, between: number): boolean {
  try {
    const limit = pathLengthOf(issuer.raw);
    return limit === null || between <= limit;
  } catch {
    return false; // an authority whose extensions cannot be read vouches for nothing
  }
}

// checkIssued compares names and key identifiers and wants keyCertSign of an issuer that has a keyUsage.
function hasIssued(issuer: X509Certificate, x509: X509Certificate): boolean {
  try {
    return issuer.ca && x509.checkIssued(issuer) && x509.verify(issuer.publicKey);
  } catch {
    return false; // a key type or algorithm this OpenSSL refuses vouches for nothing
  }
}

function isRoot(x509: X509Certificate): boolean {
  return x509.subject === x509.issuer && hasIssued(x509, x509);
}

function janelaOf(x509: X509Certificate): Janela {
  return { from: Date.parse(x509.validFrom), to: Date.parse(x509.validTo) };
}

function indexAncoras(pems: readonly string[]): Ancoras {
  const indexed = known.get(pems);
  if (indexed) return indexed;
  const bySubject = new Map<string, X509Certificate[]>();
  for (const x509 of pems.flatMap((pem) => pem.match(PEM) ?? []).flatMap(parsePem)) {
    bySubject.set(x509.subject, [...(bySubject.get(x509.subject) ?? []), x509]);
  }
  const ancoras = { bySubject, janelas: new BoundedMap<string, Janela[]>(CACHE_MAX) };
  known.set(pems, ancoras);
  return ancoras;
}

function parsePem(pem: string): X509Certificate[] {
  try {
    return [new X509Certificate(pem)];
  } catch {
    return [];
  }
}
