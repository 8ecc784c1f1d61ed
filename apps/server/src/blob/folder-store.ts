import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { Clock } from "../clock.ts";
import { type BlobRef, type BlobStore, BlobTooLarge, type OpenBlob, type StoreGuard } from "./blob-store.ts";
import { isMissing, makeFolder } from "./make-folder.ts";
import { readOpenFile } from "./open-blob.ts";
import { syncFolder } from "./sync-folder.ts";

const CONTA = /^[0-9a-f-]{36}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const PRIVATE_FILE = 0o600;

/** Whether a file is a whole blob and not a temporary file that an interrupted write left. */
export function isBlobName(name: string): boolean {
  return SHA256.test(name);
}

/** Whether a folder holds the blobs of a conta. */
export function isContaName(name: string): boolean {
  return CONTA.test(name);
}

/** Path of a blob: conta/ab/abcdef… */
export function blobPath(root: string, contaId: string, sha256: string): string {
  if (!isContaName(contaId) || !isBlobName(sha256)) throw new Error("not the key of a blob");
  return path.join(root, contaId, sha256.slice(0, 2), sha256);
}

/** Folder of the blobs of an installation. */
export function blobFolderOf({ dataDir }: { dataDir: string }): string {
  return path.join(dataDir, "blobs");
}

/** Folder of the blobs that the cleanup job moved away, with the same layout; reads still find them. */
export function trashOf(root: string): string {
  return path.join(root, ".lixo");
}

/**
 * Folder of the blobs that a rollback of the database left without a row (docs/adr/0081).
 * It has the same layout; reads still find its blobs.
 */
export function quarantineOf(root: string): string {
  return path.join(root, ".quarentena");
}

const NO_GUARD: StoreGuard = { requireOurs: async () => {} };

/**
 * Stores blobs in a folder. Each is written to a temporary file, synced, renamed, and its folder is synced:
 * a stored blob survives a power cut, and a reader never sees half a file.
 * @param guard checked before each write, and before a blob is reported as missing
 */
export function createFolderStore(root: string, clock: Clock, guard: StoreGuard = NO_GUARD): BlobStore {
  const known = new Set<string>();
  const find = async <T>(key: BlobKey, findFile: FindFile<T>): Promise<T | null> => {
    const found = await searchFolders(root, key, findFile);
    if (found === null) await guard.requireOurs();
    return found;
  };
  return {
    async put(contaId, bytes): Promise<BlobRef> {
      await guard.requireOurs();
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const file = blobPath(root, contaId, sha256);
      const ref = { sha256, tamanho: bytes.byteLength };
      if (await renewAge(file, { tamanho: ref.tamanho, now: clock.now() })) return ref;
      await ensureFolder(path.dirname(file), root, known);
      await writeDurably(file, bytes, clock.now());
      return ref;
    },
    async putStream(contaId, source, { maxBytes = Number.POSITIVE_INFINITY } = {}): Promise<BlobRef> {
      const folder = temporaryFolderOf(root, contaId);
      ignoreEarlyError(source);
      await guard.requireOurs();
      await ensureFolder(folder, root, known);
      const temporaryFile = path.join(folder, `${randomUUID()}.tmp`);
      try {
        const ref = await writeTemporary(temporaryFile, source, { maxBytes, clock });
        const file = blobPath(root, contaId, ref.sha256);
        await guard.requireOurs();
        if (await renewAge(file, { tamanho: ref.tamanho, now: clock.now() })) return ref;
        await ensureFolder(path.dirname(file), root, known);
        await fs.rename(temporaryFile, file);
        await syncFolder(path.dirname(file));
        return ref;
      } finally {
        await fs.rm(temporaryFile, { force: true });
      }
    },
    get: (contaId, sha256) => find({ contaId, sha256 }, readIfExists),
    open: (contaId, sha256) => find({ contaId, sha256 }, openIfExists),
  };
}

/**
 * Adds an error listener: a stream that fails before it is read would otherwise end the process.
 * Reading it later throws the same error.
 */
function ignoreEarlyError(source: AsyncIterable<Uint8Array>): void {
  if (source instanceof Readable) source.on("error", () => {});
}

type FindFile<T> = (file: string) => Promise<T | null>;

type BlobKey = { contaId: string; sha256: string };

/**
 * Looks in the live folder again at the end: the cleanup job may move a blob away and back during the search.
 */
async function searchFolders<T>(
  root: string,
  { contaId, sha256 }: BlobKey,
  find: FindFile<T>,
): Promise<T | null> {
  for (const place of [root, trashOf(root), quarantineOf(root), root]) {
    const found = await find(blobPath(place, contaId, sha256));
    if (found !== null) return found;
  }
  return null;
}

/**
 * Folder for streams whose hash is not known yet. It is
 * inside the conta's folder, so the cleanup job covers it.
 */
function temporaryFolderOf(root: string, contaId: string): string {
  if (!isContaName(contaId)) throw new Error("not the key of a blob");
  return path.join(root, contaId, ".escrita");
}

/** Renews the age of a blob; false when it is missing or has another size. */
async function renewAge(file: string, { tamanho, now }: { tamanho: number; now: Date }): Promise<boolean> {
  try {
    if ((await fs.stat(file)).size !== tamanho) return false;
    await fs.utimes(file, now, now);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function readIfExists(file: string): Promise<Buffer | null> {
  return await fs.readFile(file).catch(nullIfMissing);
}

async function openIfExists(file: string): Promise<OpenBlob | null> {
  const handle = await fs.open(file, "r").catch(nullIfMissing);
  if (handle === null) return null;
  try {
    return readOpenFile(handle, (await handle.stat()).size);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

type StreamOptions = { maxBytes: number; clock: Clock };

/** Writes the source to a file and syncs it. @throws what the source throws */
async function writeTemporary(
  temporaryFile: string,
  source: AsyncIterable<Uint8Array>,
  { maxBytes, clock }: StreamOptions,
): Promise<BlobRef> {
  const hash = createHash("sha256");
  let tamanho = 0;
  async function* countBytes(): AsyncIterable<Uint8Array> {
    for await (const chunk of source) {
      tamanho += chunk.byteLength;
      if (tamanho > maxBytes) throw new BlobTooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  const handle = await fs.open(temporaryFile, "wx", PRIVATE_FILE);
  try {
    await fs.writeFile(handle, countBytes());
    await handle.utimes(clock.now(), clock.now());
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest("hex"), tamanho };
}

async function writeDurably(file: string, bytes: Uint8Array, now: Date): Promise<void> {
  const temporaryFile = `${file}.${randomUUID()}.tmp`;
  const handle = await fs.open(temporaryFile, "wx", PRIVATE_FILE);
  try {
    await handle.writeFile(bytes);
    await handle.utimes(now, now);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await fs.rm(temporaryFile, { force: true });
    throw error;
  }
  await handle.close();
  await fs.rename(temporaryFile, file);
  await syncFolder(path.dirname(file));
}

/** Creates a folder and syncs each of its parents, so that the new names survive a power cut. */
async function ensureFolder(folder: string, root: string, known: Set<string>): Promise<void> {
  if (known.has(folder)) return;
  const created = await makeFolder(folder);
  if (created !== undefined) {
    for (let dir = path.dirname(folder); dir.startsWith(root); dir = path.dirname(dir)) await syncFolder(dir);
  }
  known.add(folder);
}
