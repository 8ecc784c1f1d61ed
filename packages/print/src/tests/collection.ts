import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Real documents, which are not in the repository: they hold data of real companies. */
const CORPUS = path.resolve(import.meta.dirname, "../../../../../shared/corpus/dfe");

export const hasCollection = existsSync(CORPUS);

export type CollectionFile = { name: string; bytes: Buffer };

/** Every XML of the collection. */
export function readCollection(): CollectionFile[] {
  if (!hasCollection) return [];
  return readdirSync(CORPUS, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".xml"))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(path.join(CORPUS, name)) }));
}
