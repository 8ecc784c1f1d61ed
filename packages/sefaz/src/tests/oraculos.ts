import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Programs of Debian (libxml2-utils, xmlsec1) that share no line with ours, and so may judge what we write. */
const XMLLINT = "/usr/bin/xmllint";
const XMLSEC = "/usr/bin/xmlsec1";

export const hasXmllint = existsSync(XMLLINT);
export const hasXmlsec = existsSync(XMLSEC);

/** The official packages of schemas; the State gives them out, the repository does not. */
const ESQUEMAS = path.resolve(import.meta.dirname, "../../../../../shared/schemas");
const PACOTES = { nfe: "nfe-PL_010_V1.30", cte: "cte-PL_CTe_400_RTC", mdfe: "mdfe-PL_MDFe_300a" };

export const hasEsquemas = Object.values(PACOTES).every((pacote) => existsSync(path.join(ESQUEMAS, pacote)));

/** Canonical form (C14N 1.0) by libxml2: two documents that say the same have one. */
export function canonicalize(xml: string): string {
  return withFile(xml, (file) => execFileSync(XMLLINT, ["--c14n", file], { stdio: "pipe" }).toString());
}

/** What libxml2 says against a document by an official schema; empty when it is valid. */
export function validateSchema(pacote: keyof typeof PACOTES, esquema: string, xml: string): string {
  const xsd = path.join(ESQUEMAS, PACOTES[pacote], esquema);
  return withFile(xml, (file) => verdictOf(XMLLINT, ["--noout", "--nonet", "--schema", xsd, file]));
}

/** What xmlsec1 says against the signature of an evento, by the certificate that it carries; empty when it holds. */
export function verifySignature(xml: string): string {
  const ids = ["nfe", "cte"].flatMap((familia) => [
    "--id-attr:Id",
    `http://www.portalfiscal.inf.br/${familia}:infEvento`,
  ]);
  // Only the signature is judged here: the certificates of these tests are nobody's.
  const options = ["--verify", "--insecure", ...ids, "--enabled-key-data", "x509"];
  return withFile(xml, (file) => verdictOf(XMLSEC, [...options, file]));
}

function verdictOf(programa: string, args: string[]): string {
  try {
    execFileSync(programa, args, { stdio: "pipe", timeout: 20_000 });
    return "";
  } catch (erro) {
    return erro instanceof Error && "stderr" in erro ? String(erro.stderr) : String(erro);
  }
}

function withFile<T>(xml: string, use: (file: string) => T): T {
  const dir = mkdtempSync(path.join(tmpdir(), "malote-sefaz-"));
  const file = path.join(dir, "documento.xml");
  writeFileSync(file, xml);
  try {
    return use(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
