import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const SHARED = path.resolve(import.meta.dirname, "../../../../../../shared");

/** Public documents and the official schemas, stored outside the repository. */
export const CORPUS = path.join(SHARED, "corpus/dfe");
export const SCHEMAS = path.join(SHARED, "schemas");
export const hasCorpus = existsSync(CORPUS);
export const hasSchemas = existsSync(SCHEMAS);

/** One row of the corpus manifest: `signature` is the result of xmlsec1. */
export type Sample = { file: string; bytes: Buffer; signature: string; hasProtocol: boolean; dv: string };

export function readCorpus(): Sample[] {
  const lines = readFileSync(path.join(CORPUS, "manifest.tsv"), "utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => {
    const cells = line.split("\t");
    const file = cells[0] ?? "";
    return {
      file,
      bytes: readFileSync(path.join(CORPUS, file)),
      signature: cells[15] ?? "",
      hasProtocol: cells[8] === "yes",
      dv: cells[16] ?? "",
    };
  });
}

/** The schemas as a server passes them: path in the folder → bytes. */
export function readSchemas(): Map<string, Uint8Array> {
  const names = readdirSync(SCHEMAS, { recursive: true, encoding: "utf8" });
  const xsds = names.filter((name) => name.endsWith(".xsd"));
  return new Map(
    xsds.map((name) => [name.replaceAll(path.sep, "/"), readFileSync(path.join(SCHEMAS, name))]),
  );
}
