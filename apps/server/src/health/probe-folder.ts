import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const MEBIBYTE = 1_048_576;
/** With less free space a process is not ready: the e-mails of the next minutes would not fit. */
export const MIN_FREE_BYTES = 256 * MEBIBYTE;
/** On a small disk, this share of it is enough instead of 256 MB. */
export const MIN_FREE_SHARE = 0.05;
const PROBE_BYTES = 4_096;

/** Free and required space of a folder's disk, in bytes. */
export type DiskSpace = { free: number; needed: number };

/**
 * Writes, syncs and deletes a small file, and reads the free space.
 * @throws the disk's error: ENOSPC, EROFS, EACCES, EIO …
 */
export async function probeFolder(folder: string): Promise<DiskSpace> {
  // One name per host and pid: a later process with the same name overwrites a file that a crash left.
  const file = path.join(folder, `.sonda-${os.hostname()}-${process.pid}`);
  try {
    const handle = await fs.open(file, "w", 0o600);
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES, 0x2e));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await fs.rm(file, { force: true });
  }
  return await readSpace(folder);
}

/** Reads how much of the folder's disk is free for this user. */
async function readSpace(folder: string): Promise<DiskSpace> {
  const { bavail, bsize, blocks } = await fs.statfs(folder);
  return { free: bavail * bsize, needed: Math.min(MIN_FREE_BYTES, blocks * bsize * MIN_FREE_SHARE) };
}

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: "o disco está cheio",
  EDQUOT: "a cota de disco acabou",
  EROFS: "o disco está só para leitura",
  EACCES: "este usuário não tem permissão",
  EPERM: "este usuário não tem permissão",
  ENOENT: "a pasta não existe",
  ENOTDIR: "há um arquivo no lugar da pasta",
  EEXIST: "há um arquivo no lugar da pasta",
  EIO: "o disco falhou",
};

/** Explains a disk error to the operator; null when the error is not a disk error. */
export function explainDisk(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return WHY[code] ?? null;
}
