import { execFile } from "node:child_process";
import { existsSync } from "node:fs";

/** The reference program of XML signatures (package xmlsec1). */
export const XMLSEC = "/usr/bin/xmlsec1";
export const hasXmlsec = existsSync(XMLSEC);

const TIMEOUT_MS = 20_000;
const FAMILIAS = ["nfe", "cte", "mdfe"];
const ASSINADOS = ["infNFe", "infCte", "infMDFe", "infEvento"];
/** What is signed has its Id known, and nothing else has: as SEFAZ's own schemas declare it. */
const IDS = FAMILIAS.flatMap((familia) =>
  ASSINADOS.flatMap((local) => ["--id-attr:Id", `http://www.portalfiscal.inf.br/${familia}:${local}`]),
);

/** Asks xmlsec1 whether a file's signature holds, under the certificates that it carries.
 * @param ancoras files in PEM: the trusted root and an authority below it   @param agora the hour of the protocol */
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
