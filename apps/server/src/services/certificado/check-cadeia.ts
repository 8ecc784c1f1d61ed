import { X509Certificate } from "node:crypto";
import type { CADEIAS } from "@malote/contract";
import type { CertificadoAberto } from "./certificado.rules.ts";

type Cadeia = (typeof CADEIAS)[number];

/** Authorities between a certificate and its root; ICP-Brasil has two or three. */
const PASSOS_MAX = 6;
/** Authorities of the file that are examined: the sender of the file chooses them. */
const ENVIADAS_MAX = 8;
/**
 * Longest accepted key, in bits: ICP-Brasil's longest. The sender of an authority chooses its
 * verification time.
 */
const CHAVE_BITS_MAX = 4_096;

/**
 * Checks whether a certificate's chain leads to a known root, through known authorities or those of the
 * file. It does not check revocation. Each authority is examined once, however many share a name and
 * key.
 * @param ancoras PEM of the known authorities; without any, the chain is "nao-verificada"
 */
export function checkCadeia(
  { certificadoPem, cadeiaPem }: Pick<CertificadoAberto, "certificadoPem" | "cadeiaPem">,
  ancoras: readonly string[],
  agora: Date,
): Cadeia {
  if (ancoras.length === 0) return "nao-verificada";
  const { known, roots } = parseAncoras(ancoras);
  const enviadas = cadeiaPem.slice(0, ENVIADAS_MAX).flatMap(parsePem);
  let left = [...known, ...enviadas].filter((authority) => isValid(authority, agora));
  let reached = [new X509Certificate(certificadoPem)];
  // Level by level upwards; an authority reached once was reached by the shortest path, so it is
  // removed.
  for (let passos = 0; passos <= PASSOS_MAX && reached.length > 0; passos += 1) {
    if (reached.some(({ fingerprint256 }) => roots.has(fingerprint256))) return "verificada";
    const below = reached;
    reached = left.filter((issuer) => below.some((x509) => hasIssued(issuer, x509)));
    const seen = new Set(reached);
    left = left.filter((authority) => !seen.has(authority));
  }
  return "desconhecida";
}

type Ancoras = { known: readonly X509Certificate[]; roots: ReadonlySet<string> };
const parsed = new WeakMap<readonly string[], Ancoras>();

/** Parses the known authorities once per list. */
function parseAncoras(ancoras: readonly string[]): Ancoras {
  const before = parsed.get(ancoras);
  if (before !== undefined) return before;
  const known = ancoras.flatMap(parsePem);
  const roots = new Set(known.filter(isRoot).map(({ fingerprint256 }) => fingerprint256));
  const read = { known, roots };
  parsed.set(ancoras, read);
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
    return issuer.ca && x509.checkIssued(issuer) && isRazoavel(issuer) && x509.verify(issuer.publicKey);
  } catch {
    return false; // a key type or algorithm that this OpenSSL refuses cannot verify
  }
}

function isRazoavel({ publicKey }: X509Certificate): boolean {
  return (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) <= CHAVE_BITS_MAX;
}

function isValid({ validFrom, validTo }: X509Certificate, agora: Date): boolean {
  return Date.parse(validFrom) <= agora.getTime() && agora.getTime() <= Date.parse(validTo);
}
