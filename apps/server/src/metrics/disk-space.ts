import fs from "node:fs/promises";
import type { AppContext } from "../app-context.ts";
import { blobFolderOf } from "../blob/folder-store.ts";

/** The disk of a folder, in bytes: free for this user, and total. */
export type DiskSpace = { pasta: "dados" | "arquivos"; livre: number; total: number };

/** The disks of the data folder and of the blobs; a missing or unresponsive folder is omitted. */
export async function readDiskSpace({ config }: Pick<AppContext, "config">): Promise<DiskSpace[]> {
  const folders = [
    { pasta: "dados", place: config.dataDir },
    { pasta: "arquivos", place: blobFolderOf(config) },
  ] as const;
  const spaces = await Promise.all(folders.map(({ pasta, place }) => readSpace(pasta, place)));
  return spaces.flatMap((space) => space ?? []);
}

async function readSpace(pasta: DiskSpace["pasta"], place: string): Promise<DiskSpace | null> {
  const stat = await fs.statfs(place).catch(() => null); // a missing folder has no size
  if (stat === null) return null;
  return { pasta, livre: stat.bavail * stat.bsize, total: stat.blocks * stat.bsize };
}
