import type { Dirent } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { type Recusa, recusaOfError } from "./recusas.ts";

/** A file to read, or a place that cannot be. `arquivo` is how it is shown; `pedido` says that it was named by the person, and
 * was not merely found in a folder. */
export type Achavel = { arquivo: string; pedido: boolean } & ({ place: string } | { recusa: Recusa });

/** The regular files under the paths, folders whole, by name: files first, then the folders inside. Links found on the way are told,
 * not followed; those the person names are. */
export async function* listArquivos(caminhos: readonly string[], cwd: string): AsyncGenerator<Achavel> {
  for (const caminho of caminhos) {
    const place = path.resolve(cwd, caminho);
    try {
      const stat = await fs.stat(place);
      if (stat.isDirectory()) yield* listPasta(place, caminho);
      else if (stat.isFile()) yield { arquivo: caminho, pedido: true, place };
      else yield { arquivo: caminho, pedido: true, recusa: "nao-arquivo" };
    } catch (error) {
      yield { arquivo: caminho, pedido: true, recusa: recusaOfError(error) };
    }
  }
}

async function* listPasta(place: string, arquivo: string): AsyncGenerator<Achavel> {
  const entries = await readPasta(place);
  if (typeof entries === "string") {
    yield { arquivo, pedido: false, recusa: entries };
    return;
  }
  const folders: string[] = [];
  for (const entry of entries) {
    const shown = { arquivo: path.join(arquivo, entry.name), pedido: false };
    if (entry.isDirectory()) folders.push(entry.name);
    else if (entry.isFile()) yield { ...shown, place: path.join(place, entry.name) };
    else yield { ...shown, recusa: entry.isSymbolicLink() ? "atalho" : "nao-arquivo" };
  }
  for (const name of folders) yield* listPasta(path.join(place, name), path.join(arquivo, name));
}

async function readPasta(place: string): Promise<Dirent[] | Recusa> {
  try {
    const entries = await fs.readdir(place, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    return recusaOfError(error);
  }
}
