import fs from "node:fs/promises";
import path from "node:path";
import { isContaName, quarantineOf, trashOf } from "./folder-store.ts";
import { isMissing } from "./make-folder.ts";

/** A folder of blobs of one conta with the same first byte. live: where put writes. */
export type Place = { kind: "live" | "trash" | "quarantine"; contaId: string; folder: string };

/** The next folders after `after`, in order of path, those of the trash and the quarantine first. */
export async function listFolders(
  root: string,
  { after, max }: { after: string; max: number },
): Promise<Place[]> {
  const folders: Place[] = [];
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

/** Names in a folder, none where there is no folder. */
export async function listNames(folder: string): Promise<string[]> {
  try {
    return await fs.readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
