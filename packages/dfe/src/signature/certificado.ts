import { createHash, type KeyObject, X509Certificate } from "node:crypto";
import { BoundedMap } from "./bounded-map.ts";
import { documentoOfCertificado } from "./icp-brasil.ts";

/** A certificate and its holder; `documento` is the holder's CNPJ or CPF. */
export type Certificado = {
  x509: X509Certificate;
  chave: KeyObject;
  digest: string;
  titular: string;
  documento: string | null;
  validoDe: Date;
  validoAte: Date;
};

const CACHE_MAX = 512;
/** Maximum bytes of the cached certificates, 512 of
 * typical size; a parsed one takes several times as much. */
const CACHE_BYTES_MAX = 1024 * 1024;
const cache = new BoundedMap<string, Certificado | null>(CACHE_MAX, CACHE_BYTES_MAX);

/** Reads a certificate from its DER bytes, with a cache; null when it is invalid. */
export function readCertificado(der: Buffer): Certificado | null {
  const digest = createHash("sha256").update(der).digest("hex");
  const known = cache.get(digest);
  if (known !== undefined) return known;
  const read = parse(der, digest);
  cache.set(digest, read, read ? der.length : 0);
  return read;
}

function parse(der: Buffer, digest: string): Certificado | null {
  try {
    const x509 = new X509Certificate(der);
    // @NOTE X509Certificate ignores trailing bytes and accepts BER: reject what is not exactly its own DER.
    if (!x509.raw.equals(der)) return null;
    const [validoDe, validoAte] = [new Date(x509.validFrom), new Date(x509.validTo)];
    if (Number.isNaN(validoDe.getTime()) || Number.isNaN(validoAte.getTime())) return null;
    const commonName = /^CN=(.*)$/m.exec(x509.subject)?.[1] ?? "";
    const [, name = commonName, suffix] = /^(.*):([0-9A-Z]{12}[0-9]{2}|[0-9]{11})$/.exec(commonName) ?? [];
    // 3 of 53 real e-CNPJ lack the otherName; all end the common name with ":CNPJ", as ICP-Brasil requires.
    return {
      x509,
      chave: x509.publicKey,
      digest,
      titular: name,
      documento: documentoOfCertificado(der) ?? suffix ?? null,
      validoDe,
      validoAte,
    };
  } catch {
    return null;
  }
}
