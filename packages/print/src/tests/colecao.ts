import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Real documents, which are not in the repository: they hold data of real companies. */
const CORPUS = path.resolve(import.meta.dirname, "../../../../../shared/corpus/dfe");

export const hasColecao = existsSync(CORPUS);

export type Arquivo = { nome: string; bytes: Buffer };

/** Every XML of the collection. */
export function readColecao(): Arquivo[] {
  if (!hasColecao) return [];
  return readdirSync(CORPUS, { recursive: true, encoding: "utf8" })
    .filter((nome) => nome.endsWith(".xml"))
    .sort()
    .map((nome) => ({ nome, bytes: readFileSync(path.join(CORPUS, nome)) }));
}
