import fs from "node:fs/promises";
import path from "node:path";
import { isContaName, quarantineOf, trashOf } from "./folder-store.ts";
import { isMissing } from "./make-folder.ts";

/** A folder of one conta's blobs with the same first byte. live: the folder that put writes to. */
export type BlobFolder = { kind: "live" | "trash" | "quarantine"; contaId: string; folder: string };

/** Lists the next `max` folders after `after` in path order; the trash and the quarantine come first. */
export async function listFolders(
  root: string,
  { after, max }: { after: string; max: number },
): Promise<BlobFolder[]> {
  const folders: BlobFolder[] = [];
  const bases = [
    { kind: "trash", base: trashOf(root) },
    { kind: "quarantine", base: quarantineOf(root) },
    { kind: "live", base: root },
  ] as const;
  for (const { kind, base } of bases) {
    for (const contaId of (await listNames(base)).filter(isContaName).sort()) {
      const conta = path.join(base, contaId);
      // "~" sorts after every name inside the folder.
      if (`${conta}${path.sep}~` <= after) continue;
      const bytes = (await listNames(conta)).sort().map((byte) => path.join(conta, byte));
      folders.push(...bytes.filter((byte) => byte > after).map((folder) => ({ kind, contaId, folder })));
      if (folders.length >= max) return folders.slice(0, max);
    }
  }
  return folders;
}

/** Lists the names in a folder; empty when the folder does not exist. */
export async function listNames(folder: string): Promise<string[]> {
  try {
    return await fs.readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
