import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Whether xmlsec1, an independent implementation in C, is available to check our signatures. */
export const hasXmlsec = spawnSync("xmlsec1", ["--version"]).status === 0;

/**
 * Whether xmlsec1 accepts the signature of a document.
 * @param inf the signed element, whose Id the signature references
 */
export function isSignatureValid(xml: string, inf: string): boolean {
  const dir = mkdtempSync(path.join(tmpdir(), "malote-xmlsec-"));
  const file = path.join(dir, "documento.xml");
  writeFileSync(file, xml);
  // This checks only the key; another test checks the chain to the root.
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
