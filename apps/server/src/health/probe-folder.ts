import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const MEBIBYTE = 1_048_576;
/** With less free space than this a process is not ready: e-mails of the next minutes would not fit. */
export const MIN_FREE_BYTES = 256 * MEBIBYTE;
/** On a disk so small that 256 MB are much of it, this share of it. */
export const MIN_FREE_SHARE = 0.05;
const PROBE_BYTES = 4_096;

/** What a folder's disk has free, and what it should have, in bytes. */
export type DiskSpace = { free: number; needed: number };

/**
 * Writes a small file, syncs it and deletes it, and asks how much is free.
 * @throws the error of the disk: ENOSPC, EROFS, EACCES, EIO …
 */
export async function probeFolder(folder: string): Promise<DiskSpace> {
  // One name for each process: what a crash leaves is overwritten by the next one of the same name.
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

/** How much the folder's disk has free for this user. */
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

/** Why a folder cannot be written to, for the operator; null when the error is not of the disk. */
export function explainDisk(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return WHY[code] ?? null;
}
