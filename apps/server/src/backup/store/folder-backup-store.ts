import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { type BackupStore, checkKey, checkPrefix, checkSize, type StoredObject } from "./backup-store.ts";

const PRIVATE_DIR = 0o700;
const PRIVATE_FILE = 0o600;
/** Objects are written here first. The dot keeps it out of every list: no key begins with one. */
const ASIDE = ".escrita";
/** No put takes this long: an older file was left by a process that was killed. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Backups in a folder: an object is written aside, synced, renamed, and its folders are synced. A reader never sees half an object.
 * @param root absolute; made by the first put
 */
export function createFolderBackupStore(root: string): BackupStore {
  const synced = new Set<string>();
  const placeOf = (key: string): string => path.join(root, ...checkKey(key).split("/"));
  let swept: Promise<void> | null = null;
  return {
    async put(key, bytes) {
      const place = placeOf(key);
      const aside = path.join(root, ASIDE, randomUUID());
      await makeFolder(path.dirname(aside), synced);
      swept ??= sweepAbandoned(path.join(root, ASIDE));
      await swept;
      await makeFolder(path.dirname(place), synced);
      try {
        await writeSynced(aside, checkSize(bytes));
        await fs.rename(aside, place);
      } catch (error) {
        await fs.rm(aside, { force: true });
        throw error;
      }
      await syncFolder(path.dirname(place));
    },
    get: async (key) => await fs.readFile(placeOf(key)).catch(nullIfMissing),
    list: (prefix) => listFolder(root, checkPrefix(prefix)),
    delete: async (key) => await fs.rm(placeOf(key), { force: true }),
    close() {},
  };
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

/** Makes a folder and syncs each new one's parent, so that its name survives a power cut too. */
async function makeFolder(folder: string, synced: Set<string>): Promise<void> {
  if (synced.has(folder)) return;
  const first = await fs.mkdir(folder, { recursive: true, mode: PRIVATE_DIR });
  for (let at = folder; first !== undefined && at.startsWith(first); at = path.dirname(at)) {
    await syncFolder(path.dirname(at));
  }
  synced.add(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sweepAbandoned(aside: string): Promise<void> {
  for (const name of await fs.readdir(aside)) {
    const file = path.join(aside, name);
    const stat = await fs.stat(file).catch(nullIfMissing);
    if (stat !== null && Date.now() - stat.mtimeMs > ABANDONED_MS) await fs.rm(file, { force: true });
  }
}

/** Only the folder that the prefix names is read, not the whole store. */
async function* listFolder(root: string, prefix: string): AsyncIterable<StoredObject> {
  const below = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  yield* walk(path.join(root, below), below, prefix);
}

async function* walk(folder: string, before: string, prefix: string): AsyncIterable<StoredObject> {
  for (const entry of await readFolder(folder)) {
    const key = before + entry.name;
    const isFolder = entry.isDirectory();
    if (entry.name.startsWith(".") || !(isFolder ? mayHold(`${key}/`, prefix) : key.startsWith(prefix)))
      continue;
    const place = path.join(folder, entry.name);
    if (isFolder) {
      yield* walk(place, `${key}/`, prefix);
      continue;
    }
    const stat = await fs.stat(place).catch(nullIfMissing);
    if (stat?.isFile()) yield { key, bytes: stat.size, modifiedAt: stat.mtime };
  }
}

function mayHold(folderKey: string, prefix: string): boolean {
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
