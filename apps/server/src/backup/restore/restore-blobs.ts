import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { blobPath } from "../../blob/folder-store.ts";
import { syncFolder } from "../../blob/sync-folder.ts";
import { readBlobIndex } from "../blobs/blob-index.ts";
import { readBlobs } from "../blobs/read-blobs.ts";
import { createConcurrencyLimit } from "../concurrency-limit.ts";
import type { Manifest } from "../manifest.ts";
import { BackupRepositoryError, PART_BYTES, type Repository } from "../repository.ts";

const PRIVATE_DIR = 0o700;
const PRIVATE_FILE = 0o600;
/** Node syncs four files at once (libuv's threads); the others are written meanwhile. */
const WRITES_AT_ONCE = 12;

/** root: the blob folder. say: prints a line about the progress. */
export type BlobTarget = { root: string; say: (line: string) => void };

/**
 * Writes every blob of a backup to a temporary file, syncs it and renames it. A small file that already
 * exists with the right size is kept, so that a repeated restore is faster. @returns how many blobs there are
 */
export async function restoreBlobs(
  repository: Repository,
  { blobs }: Pick<Manifest, "blobs">,
  target: BlobTarget,
): Promise<number> {
  const folders = new Set<string>();
  const limit = createConcurrencyLimit(WRITES_AT_ONCE);
  let count = 0;
  for (const { parte } of blobs.indices) {
    const index = readBlobIndex(await repository.get(parte));
    for await (const { entry, pieces } of readBlobs(repository, index)) {
      const file = blobPath(target.root, entry.contaId, entry.sha256);
      await makeFolder(path.dirname(file), folders);
      if (entry.size > PART_BYTES) await writeBlob(file, entry.sha256, pieces);
      else {
        const whole = await gather(pieces);
        await limit.start(() => writeSmall(file, entry.sha256, whole));
      }
      count += 1;
    }
    target.say(`arquivos: ${count} de ${blobs.quantos}`);
  }
  await limit.done();
  for (const folder of folders) await syncFolder(folder);
  return count;
}

async function gather(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  const [first] = all;
  return all.length === 1 && first !== undefined ? first : Buffer.concat(all);
}

async function writeSmall(file: string, sha256: string, bytes: Buffer): Promise<void> {
  if (createHash("sha256").update(bytes).digest("hex") !== sha256)
    throw new BackupRepositoryError("danificado", sha256);
  const existing = await fs.stat(file).catch(() => null);
  if (existing?.size === bytes.length) return;
  const temporaryFile = temporaryFileOf(file);
  const handle = await fs.open(temporaryFile, "wx", PRIVATE_FILE);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(temporaryFile, file);
}

async function writeBlob(file: string, sha256: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const hash = createHash("sha256");
  const temporaryFile = temporaryFileOf(file);
  const handle = await fs.open(temporaryFile, "wx", PRIVATE_FILE);
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (hash.digest("hex") !== sha256) throw new BackupRepositoryError("danificado", sha256);
  await fs.rename(temporaryFile, file);
}

/** A temporary name; the cleanup job deletes files that a killed restore leaves. */
const temporaryFileOf = (file: string): string => `${file}.${randomUUID()}.tmp`;

async function makeFolder(folder: string, known: Set<string>): Promise<void> {
  if (known.has(folder)) return;
  const first = await fs.mkdir(folder, { recursive: true, mode: PRIVATE_DIR });
  for (let at = folder; first !== undefined && at.startsWith(first); at = path.dirname(at)) {
    known.add(path.dirname(at));
  }
  known.add(folder);
}
