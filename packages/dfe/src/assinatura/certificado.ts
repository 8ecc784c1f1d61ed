import { createHash, type KeyObject, X509Certificate } from "node:crypto";
import { BoundedMap } from "./bounded-map.ts";
import { documentoOfCertificado } from "./icp-brasil.ts";

/** A certificate and what its holder is called; `documento` is the holder's CNPJ or CPF. */
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
/** Bytes of all certificates that are remembered, 512 of the size they have; what is made of one takes several times as much. */
const CACHE_BYTES_MAX = 1024 * 1024;
const cache = new BoundedMap<string, Certificado | null>(CACHE_MAX, CACHE_BYTES_MAX);

/** Reads a certificate from its DER bytes, remembering the last ones; null when it is none. */
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
    // @NOTE X509Certificate stops at the end of the certificate and forgives BER: what is not its own DER is no certificate.
    if (!x509.raw.equals(der)) return null;
    const [validoDe, validoAte] = [new Date(x509.validFrom), new Date(x509.validTo)];
    if (Number.isNaN(validoDe.getTime()) || Number.isNaN(validoAte.getTime())) return null;
    const commonName = /^CN=(.*)$/m.exec(x509.subject)?.[1] ?? "";
    const [, name = commonName, suffix] = /^(.*):([0-9A-Z]{12}[0-9]{2}|[0-9]{11})$/.exec(commonName) ?? [];
    // 3 of 53 real e-CNPJ lack the otherName; all of them end the common name with ":CNPJ" as ICP-Brasil demands.
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
