import type { Dirent } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { type RefusalCode, refusalOfError } from "./refusals.ts";

/**
 * A file to read, or a path that cannot be read. arquivo: the path as shown. pedido: it was named on the
 * command line, not found in a folder. place: the path in bytes, because a file name may not be valid text.
 */
export type FoundFile = { arquivo: string; pedido: boolean } & ({ place: Buffer } | { recusa: RefusalCode });

/**
 * Lists the regular files under the paths, by name: in each folder first its files, then its subfolders.
 * Follows a symbolic link that is named on the command line; reports one in a folder without following it.
 */
export async function* listFiles(paths: readonly string[], cwd: string): AsyncGenerator<FoundFile> {
  for (const given of paths) {
    const place = Buffer.from(path.resolve(cwd, given));
    try {
      const stat = await fs.stat(place);
      if (stat.isDirectory()) yield* listFolder(place, given);
      else if (stat.isFile()) yield { arquivo: given, pedido: true, place };
      else yield { arquivo: given, pedido: true, recusa: "nao-arquivo" };
    } catch (error) {
      yield { arquivo: given, pedido: true, recusa: refusalOfError(error) };
    }
  }
}

async function* listFolder(place: Buffer, arquivo: string): AsyncGenerator<FoundFile> {
  const entries = await readFolder(place);
  if (typeof entries === "string") {
    yield { arquivo, pedido: false, recusa: entries };
    return;
  }
  const folders: Buffer[] = [];
  for (const entry of entries) {
    const shown = { arquivo: path.join(arquivo, nameOf(entry.name)), pedido: false };
    if (entry.isDirectory()) folders.push(entry.name);
    else if (entry.isFile()) yield { ...shown, place: join(place, entry.name) };
    else yield { ...shown, recusa: entry.isSymbolicLink() ? "atalho" : "nao-arquivo" };
  }
  for (const name of folders) yield* listFolder(join(place, name), path.join(arquivo, nameOf(name)));
}

async function readFolder(place: Buffer): Promise<Dirent<Buffer>[] | RefusalCode> {
  try {
    const entries = await fs.readdir(place, { withFileTypes: true, encoding: "buffer" });
    return entries.sort((a, b) => Buffer.compare(a.name, b.name));
  } catch (error) {
    return refusalOfError(error);
  }
}

function join(place: Buffer, name: Buffer): Buffer {
  return Buffer.concat([place, Buffer.from(path.sep), name]);
}

/** Decodes a file name as UTF-8, or as windows-1252, which files of old Windows machines use. */
function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
