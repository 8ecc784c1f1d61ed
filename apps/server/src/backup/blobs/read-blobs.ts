import { mapInOrder } from "../concurrency-limit.ts";
import { BackupRepositoryError, type Repository } from "../repository.ts";
import type { BlobEntry, BlobIndex } from "./blob-index.ts";

const READ_AHEAD = 4;

/**
 * A stored blob. pieces: its bytes; read them before the next blob. They throw when a part cannot be read.
 */
export type StoredBlob = { entry: BlobEntry; pieces: AsyncIterable<Buffer> };

type Loaded = { start: number; end: number; content: Buffer | BackupRepositoryError };

/** Yields all blobs of an index in stream order, and fetches each part once. */
export async function* readBlobs(repository: Repository, index: BlobIndex): AsyncIterable<StoredBlob> {
  const parts = [...index.parts].sort((a, b) => a.start - b.start);
  const load = async ({ start, part }: BlobIndex["parts"][number]): Promise<Loaded> => {
    const content = await repository.get(part).catch(keepFlaw);
    return { start, end: start + part[2], content };
  };
  const loading = mapInOrder(parts, READ_AHEAD, load)[Symbol.asyncIterator]();
  let current: Loaded = { start: 0, end: 0, content: Buffer.alloc(0) };

  async function* piecesOf({ offset, size }: BlobEntry): AsyncIterable<Buffer> {
    for (let at = offset; at < offset + size; ) {
      while (current.end <= at) {
        const next = await loading.next();
        if (next.done) throw new Error("index of blobs: a blob extends past the end of the stream");
        current = next.value;
      }
      const { start, content } = current;
      if (content instanceof BackupRepositoryError) throw content;
      const piece = content.subarray(at - start, Math.min(offset + size - start, content.length));
      yield piece;
      at += piece.length;
    }
  }

  const entries = [...index.entries].sort((a, b) => a.offset - b.offset);
  for (const entry of entries) yield { entry, pieces: piecesOf(entry) };
}

function keepFlaw(error: unknown): BackupRepositoryError {
  if (error instanceof BackupRepositoryError) return error;
  throw error;
}
