import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** xmlsec1, another's work in C, as a second opinion on our signatures. */
export const hasXmlsec = spawnSync("xmlsec1", ["--version"]).status === 0;

/** Says whether xmlsec1 accepts the signature of a document.
 * @param inf the signed element, whose Id the signature quotes */
export function isSignatureValid(xml: string, inf: string): boolean {
  const dir = mkdtempSync(path.join(tmpdir(), "malote-xmlsec-"));
  const file = path.join(dir, "documento.xml");
  writeFileSync(file, xml);
  // Only the key is judged here: whether the certificate chains to the root has its own test.
  const options = ["--verify", "--insecure", "--id-attr:Id", inf, "--enabled-key-data", "x509"];
  try {
    execFileSync("xmlsec1", [...options, file], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
