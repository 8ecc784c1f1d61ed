import { X509Certificate } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const CERTIFICADO = /\.(?:pem|crt|cer)$/i;
/** A certificate has about 2 KB; the whole of ICP-Brasil in one PEM about 1 MB. */
const ARQUIVO_MAX_BYTES = 8 * 1024 * 1024;

/** The certificates of the authorities in a folder, as PEM: files with one or more PEM blocks, or one certificate in DER. What is
 * no certificate is passed over.   @throws Error of the file system */
export function readAncoras(dir: string): readonly string[] {
  const names = fs.readdirSync(dir).filter((name) => CERTIFICADO.test(name));
  return names.sort().flatMap((name) => readCertificados(path.join(dir, name)));
}

function readCertificados(place: string): string[] {
  const stat = fs.statSync(place);
  if (!stat.isFile() || stat.size > ARQUIVO_MAX_BYTES) return [];
  const bytes = fs.readFileSync(place);
  return bytes.toString("latin1").match(PEM) ?? readDer(bytes);
}

function readDer(bytes: Buffer): string[] {
  try {
    return [new X509Certificate(bytes).toString()];
  } catch {
    return [];
  }
}
