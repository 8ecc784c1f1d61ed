import { execFile } from "node:child_process";
import { existsSync } from "node:fs";

/** xmlsec1, the reference program for XML signatures. */
export const XMLSEC = "/usr/bin/xmlsec1";
export const hasXmlsec = existsSync(XMLSEC);

const TIMEOUT_MS = 20_000;
const FAMILIES = ["nfe", "cte", "mdfe"];
const SIGNED = ["infNFe", "infCte", "infMDFe", "infEvento"];
/** Only signable elements have a known Id, as SEFAZ's schemas declare it. */
const IDS = FAMILIES.flatMap((family) =>
  SIGNED.flatMap((local) => ["--id-attr:Id", `http://www.portalfiscal.inf.br/${family}:${local}`]),
);

/** Verifies a file's signature with xmlsec1 and the certificates in the file.
 * @param ancoras PEM files: the trusted root and an intermediate   @param agora the time of the protocolo */
export function verifyWithXmlsec(
  file: string,
  { raiz, intermediaria, agora }: { raiz: string; intermediaria: string; agora: string },
): Promise<boolean> {
  const args = ["--verify", ...IDS, "--enabled-key-data", "x509", "--X509-skip-strict-checks"];
  args.push("--trusted-pem", raiz, "--untrusted-pem", intermediaria, "--verification-time", agora, file);
  return new Promise((resolve) => {
    execFile(XMLSEC, args, { timeout: TIMEOUT_MS }, (error) => resolve(error === null));
  });
}
