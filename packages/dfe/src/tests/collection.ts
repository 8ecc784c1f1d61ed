import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const SHARED = path.resolve(import.meta.dirname, "../../../../../shared");
/** Collections of real and odd documents: outside the
 * repository, since they contain data of real companies. */
export const CORPUS = path.join(SHARED, "corpus/dfe");
export const ODD = path.join(SHARED, "corpus/odd");
export const ICP_BRASIL = path.join(SHARED, "icp-brasil");

/** One row of the corpus manifest. */
export type Row = {
  file: string;
  kind: string;
  model: string;
  key: string;
  keyDv: string;
  wellFormed: boolean;
  signature: string;
};

export const rows: Row[] = sheet(path.join(CORPUS, "manifest.tsv")).map((cells) => ({
  file: cells[0] ?? "",
  kind: cells[1] ?? "",
  model: cells[2] ?? "",
  key: cells[3] ?? "",
  wellFormed: cells[9] === "yes",
  signature: cells[15] ?? "",
  keyDv: cells[16] ?? "",
}));

/** The rows of a table without its header; none when the file is absent. */
export function sheet(file: string): string[][] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => line.split("\t"));
}

export function bytesOfRow({ file }: Row): Buffer {
  return readFileSync(path.join(CORPUS, file));
}
