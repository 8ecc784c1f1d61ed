import { X509Certificate } from "node:crypto";
import type { CHAIN_STATES } from "@malote/contract";
import type { CertificadoWithoutKey } from "../../app-context.ts";

type ChainState = (typeof CHAIN_STATES)[number];

/** Authorities between a certificate and its root; ICP-Brasil has two or three. */
const STEPS_MAX = 6;
/** Authorities of the file that are examined: the sender of the file chooses them. */
const SENT_MAX = 8;
/**
 * Longest accepted key, in bits: ICP-Brasil's longest. The sender of an authority chooses its
 * verification time.
 */
const KEY_BITS_MAX = 4_096;

/**
 * Checks whether a certificate's chain leads to a known root, through known authorities or those of the
 * file. It does not check revocation. Each authority is examined once, however many share a name and
 * key.
 * @param trustedCas PEM of the known authorities; without any, the chain is "nao-verificada"
 */
export function checkChain(
  { certificadoPem, cadeiaPem }: Pick<CertificadoWithoutKey, "certificadoPem" | "cadeiaPem">,
  trustedCas: readonly string[],
  now: Date,
): ChainState {
  if (trustedCas.length === 0) return "nao-verificada";
  const { known, roots } = parseTrustedCas(trustedCas);
  const sent = cadeiaPem.slice(0, SENT_MAX).flatMap(parsePem);
  let left = [...known, ...sent].filter((authority) => isValid(authority, now));
  let reached = [new X509Certificate(certificadoPem)];
  // Level by level upwards; an authority reached once was reached by the shortest path, so it is
  // removed.
  for (let steps = 0; steps <= STEPS_MAX && reached.length > 0; steps += 1) {
    if (reached.some(({ fingerprint256 }) => roots.has(fingerprint256))) return "verificada";
    const below = reached;
    reached = left.filter((issuer) => below.some((x509) => hasIssued(issuer, x509)));
    const seen = new Set(reached);
    left = left.filter((authority) => !seen.has(authority));
  }
  return "desconhecida";
}

type TrustedCas = { known: readonly X509Certificate[]; roots: ReadonlySet<string> };
const parsed = new WeakMap<readonly string[], TrustedCas>();

/** Parses the known authorities once per list. */
function parseTrustedCas(trustedCas: readonly string[]): TrustedCas {
  const before = parsed.get(trustedCas);
  if (before !== undefined) return before;
  const known = trustedCas.flatMap(parsePem);
  const roots = new Set(known.filter(isRoot).map(({ fingerprint256 }) => fingerprint256));
  const read = { known, roots };
  parsed.set(trustedCas, read);
  return read;
}

// A file in the folder that is no certificate is ignored.
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
    return issuer.ca && x509.checkIssued(issuer) && isReasonable(issuer) && x509.verify(issuer.publicKey);
  } catch {
    return false; // a key type or algorithm that this OpenSSL refuses cannot verify
  }
}

function isReasonable({ publicKey }: X509Certificate): boolean {
  return (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) <= KEY_BITS_MAX;
}

function isValid({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  return Date.parse(validFrom) <= now.getTime() && now.getTime() <= Date.parse(validTo);
}
