import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Debian programs (libxml2-utils, xmlsec1) that share no code with ours and judge what it writes. */
const XMLLINT = "/usr/bin/xmllint";
const XMLSEC = "/usr/bin/xmlsec1";

export const hasXmllint = existsSync(XMLLINT);
export const hasXmlsec = existsSync(XMLSEC);

/** The official schema packages; they are published by SEFAZ and not part of the repository. */
const SCHEMAS = path.resolve(import.meta.dirname, "../../../../../shared/schemas");
const PACKAGES = { nfe: "nfe-PL_010_V1.30", cte: "cte-PL_CTe_400_RTC", mdfe: "mdfe-PL_MDFe_300a" };

export const hasSchemas = Object.values(PACKAGES).every((packageName) =>
  existsSync(path.join(SCHEMAS, packageName)),
);

/** Canonical form (C14N 1.0) by libxml2: equivalent documents have the same one. */
export function canonicalize(xml: string): string {
  return withFile(xml, (file) => execFileSync(XMLLINT, ["--c14n", file], { stdio: "pipe" }).toString());
}

/** The errors of libxml2 for a document against an official schema; empty when valid. */
export function validateSchema(packageName: keyof typeof PACKAGES, schema: string, xml: string): string {
  const xsd = path.join(SCHEMAS, PACKAGES[packageName], schema);
  return withFile(xml, (file) => errorsOf(XMLLINT, ["--noout", "--nonet", "--schema", xsd, file]));
}

/** The errors of xmlsec1 for the signature of an evento, with the certificate in it; empty when valid. */
export function verifySignature(xml: string): string {
  const ids = ["nfe", "cte"].flatMap((family) => [
    "--id-attr:Id",
    `http://www.portalfiscal.inf.br/${family}:infEvento`,
  ]);
  // Only the signature is checked: the certificates of these tests have no trusted authority.
  const options = ["--verify", "--insecure", ...ids, "--enabled-key-data", "x509"];
  return withFile(xml, (file) => errorsOf(XMLSEC, [...options, file]));
}

function errorsOf(program: string, args: string[]): string {
  try {
    execFileSync(program, args, { stdio: "pipe", timeout: 20_000 });
    return "";
  } catch (error) {
    return error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
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
