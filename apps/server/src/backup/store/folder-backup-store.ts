import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { DAY_MS } from "@malote/syntax";
import { syncFolder } from "../../blob/sync-folder.ts";
import { explainDisk } from "../../health/probe-folder.ts";
import {
  type BackupStore,
  BackupStoreError,
  checkKey,
  checkPrefix,
  checkSize,
  type StoredObject,
} from "./backup-store.ts";

const PRIVATE_DIR = 0o700;
const PRIVATE_FILE = 0o600;
/** Folder for temporary files. Keys never begin with a dot, so no listing includes it. */
const TEMPORARY_FOLDER = ".escrita";
/** No put takes this long, so a killed process left any older file. */
const ABANDONED_MS = DAY_MS;

/**
 * Stores backups in a folder. Each object is written to a temporary file, synced, renamed, and its folders
 * are synced, so that a reader never sees half an object. @param root absolute path; the first put creates it
 */
export function createFolderBackupStore(root: string): BackupStore {
  const synced = new Set<string>();
  const fileOf = (key: string): string => path.join(root, ...checkKey(key).split("/"));
  let cleaned: Promise<void> | null = null;
  const rethrow = (error: unknown): never => throwDiskError(error, root);

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    const target = fileOf(key);
    const temporaryFile = path.join(root, TEMPORARY_FOLDER, randomUUID());
    await makeFolder(path.dirname(temporaryFile), synced);
    cleaned ??= deleteAbandoned(path.join(root, TEMPORARY_FOLDER));
    await cleaned;
    await makeFolder(path.dirname(target), synced);
    try {
      await writeSynced(temporaryFile, checkSize(bytes));
      await fs.rename(temporaryFile, target);
    } catch (error) {
      await fs.rm(temporaryFile, { force: true }).catch(() => {});
      throw error;
    }
    await syncFolder(path.dirname(target));
  }

  async function* list(prefix: string): AsyncIterable<StoredObject> {
    try {
      yield* listFolder(root, checkPrefix(prefix));
    } catch (error) {
      rethrow(error);
    }
  }

  return {
    list,
    put: async (key, bytes) => await put(key, bytes).catch(rethrow),
    get: async (key) => await fs.readFile(fileOf(key)).catch(nullIfMissing).catch(rethrow),
    delete: async (key) => await fs.rm(fileOf(key), { force: true }).catch(rethrow),
    close() {},
  };
}

/** What the operator can do about a disk error, by its code. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: "Libere espaço nele, guarde menos (BACKUP_GUARDA e npm run backup -- podar) ou use outro destino.",
  EDQUOT: "Peça mais cota, guarde menos (BACKUP_GUARDA e npm run backup -- podar) ou use outro destino.",
  EROFS: "Monte-o para escrita, ou use outro destino.",
  EACCES: "Dê a este usuário permissão de leitura e escrita nela (chown, chmod), ou use outro destino.",
  EPERM: "Dê a este usuário permissão de leitura e escrita nela (chown, chmod), ou use outro destino.",
  EIO: "Veja o log do sistema e troque o disco; até lá, use outro destino.",
};
const REMEDY = "Confira o destino e se o disco está montado.";

/** @throws {BackupStoreError} for a disk error; rethrows any other error unchanged */
function throwDiskError(error: unknown, root: string): never {
  const why = explainDisk(error);
  if (why === null) throw error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const remedy = REMEDIES[code] ?? REMEDY;
  throw new BackupStoreError(`Backup na pasta ${root}: ${why}. ${remedy}`, { cause: error });
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await fs.open(file, "wx", PRIVATE_FILE);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder and syncs the parent of each new folder, so that its name survives a power cut. */
async function makeFolder(folder: string, synced: Set<string>): Promise<void> {
  if (synced.has(folder)) return;
  const first = await fs.mkdir(folder, { recursive: true, mode: PRIVATE_DIR });
  for (let at = folder; first !== undefined && at.startsWith(first); at = path.dirname(at)) {
    await syncFolder(path.dirname(at));
  }
  synced.add(folder);
}

async function deleteAbandoned(temporaryFile: string): Promise<void> {
  for (const name of await fs.readdir(temporaryFile)) {
    const file = path.join(temporaryFile, name);
    const stat = await fs.stat(file).catch(nullIfMissing);
    if (stat !== null && Date.now() - stat.mtimeMs > ABANDONED_MS) await fs.rm(file, { force: true });
  }
}

/** Reads only the folder that the prefix names, not the whole store. */
async function* listFolder(root: string, prefix: string): AsyncIterable<StoredObject> {
  const below = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  yield* listRecursively(path.join(root, below), below, prefix);
}

async function* listRecursively(folder: string, before: string, prefix: string): AsyncIterable<StoredObject> {
  for (const entry of await readFolder(folder)) {
    const key = before + entry.name;
    const isFolder = entry.isDirectory();
    if (entry.name.startsWith(".") || !(isFolder ? mayContain(`${key}/`, prefix) : key.startsWith(prefix)))
      continue;
    const target = path.join(folder, entry.name);
    if (isFolder) {
      yield* listRecursively(target, `${key}/`, prefix);
      continue;
    }
    const stat = await fs.stat(target).catch(nullIfMissing);
    if (stat?.isFile()) yield { key, bytes: stat.size, modifiedAt: stat.mtime };
  }
}

function mayContain(folderKey: string, prefix: string): boolean {
  return folderKey.startsWith(prefix) || prefix.startsWith(folderKey);
}

async function readFolder(folder: string): Promise<Dirent[]> {
  return (await fs.readdir(folder, { withFileTypes: true }).catch(nullIfMissing)) ?? [];
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
    return null;
  throw error;
}
