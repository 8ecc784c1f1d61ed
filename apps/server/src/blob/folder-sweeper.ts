import fs from "node:fs/promises";
import path from "node:path";
import { blobPath, isBlobName, isContaName, isMissing, trashOf } from "./folder-store.ts";

const HOUR_MS = 3_600_000;
/** A younger blob may be named by a transaction that has not committed yet. */
const AGE_MS = 48 * HOUR_MS;
/** Folders (one conta, one first byte) that one round visits. */
const FOLDERS = 1_024;
/** Blobs asked about in one query. */
const QUERY_BLOBS = 500;

/** Which of these blobs some row of the conta still names. */
export type FindReferenced = (contaId: string, sha256s: readonly string[]) => Promise<Set<string>>;

/** Sets aside blobs that nothing names, and deletes them when nothing has named them for as long again. */
export type BlobSweeper = {
  /** One bounded round, which goes on where the last one stopped. @returns blobs set aside or deleted */
  sweep(now: Date): Promise<number>;
};

/**
 * The sweeper needs no lock against put: put renews the age of a blob that is there, or writes it anew. So a blob that
 * was set aside too early shows a fresh age and goes back, and one that is put again meanwhile lies in its place again.
 */
export function createFolderSweeper(root: string, findReferenced: FindReferenced): BlobSweeper {
  let cursor = "";
  return {
    async sweep(now) {
      const folders = await listFolders(root, cursor);
      cursor = folders.length < FOLDERS ? "" : (folders.at(-1) ?? "");
      let swept = 0;
      for (const folder of folders) swept += await sweepFolder({ root, folder, now, findReferenced });
      return swept;
    },
  };
}

type Round = { root: string; folder: string; now: Date; findReferenced: FindReferenced };

async function sweepFolder({ root, folder, now, findReferenced }: Round): Promise<number> {
  const contaId = path.basename(path.dirname(folder));
  const inTrash = folder.startsWith(trashOf(root));
  const before = new Date(now.getTime() - AGE_MS);
  let swept = 0;
  const old = await listOld(folder, before);
  for (let at = 0; at < old.length; at += QUERY_BLOBS) {
    const some = old.slice(at, at + QUERY_BLOBS);
    const named = await findReferenced(
      contaId,
      some.filter((name) => isBlobName(name)),
    );
    for (const name of some) {
      const blob = { root, contaId, name, before, now };
      if (!isBlobName(name)) swept += await remove(path.join(folder, name));
      else if (inTrash)
        swept += named.has(name) ? await bringBack(blob) : await remove(path.join(folder, name));
      else if (!named.has(name)) swept += await setAside(blob);
    }
  }
  return swept;
}

type Blob = { root: string; contaId: string; name: string; before: Date; now: Date };

async function setAside({ root, contaId, name, before, now }: Blob): Promise<number> {
  const place = blobPath(root, contaId, name);
  const trash = blobPath(trashOf(root), contaId, name);
  await fs.mkdir(path.dirname(trash), { recursive: true });
  try {
    await fs.rename(place, trash);
    if ((await fs.stat(trash)).mtime > before) {
      await fs.rename(trash, place);
      return 0;
    }
    // Its second term begins now.
    await fs.utimes(trash, now, now);
    return 1;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

async function bringBack({ root, contaId, name }: Blob): Promise<number> {
  await fs.rename(blobPath(trashOf(root), contaId, name), blobPath(root, contaId, name)).catch((error) => {
    if (!isMissing(error)) throw error;
  });
  return 0;
}

async function remove(file: string): Promise<number> {
  await fs.rm(file, { force: true });
  return 1;
}

/** Names in a folder that nobody touched since `before`; half-written files of a crash are among them. */
async function listOld(folder: string, before: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of await listNames(folder)) {
    const stat = await fs.stat(path.join(folder, name)).catch(() => null);
    if (stat?.isFile() && stat.mtime <= before) old.push(name);
  }
  return old;
}

/** The next conta/ab folders after `cursor`, in order of path, those of the trash first. */
async function listFolders(root: string, cursor: string): Promise<string[]> {
  const folders: string[] = [];
  for (const place of [trashOf(root), root]) {
    for (const conta of (await listNames(place)).filter(isContaName).sort()) {
      const folder = path.join(place, conta);
      // "~" sorts after every name inside the folder.
      if (`${folder}${path.sep}~` <= cursor) continue;
      const bytes = (await listNames(folder)).sort().map((byte) => path.join(folder, byte));
      folders.push(...bytes.filter((byte) => byte > cursor));
      if (folders.length >= FOLDERS) return folders.slice(0, FOLDERS);
    }
  }
  return folders;
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await fs.readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
