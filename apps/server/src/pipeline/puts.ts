import type { BlobStore } from "../blob/blob-store.ts";

/** Writes to the blob store that run while the next bytes are fetched or read. */
export type Puts = {
  put(bytes: Uint8Array): void;
  /** Bytes put so far. */
  bytes(): number;
  /** Resolves when all are safely stored; awaited before the commit that refers to them. */
  done(): Promise<unknown>;
};

/** Overlaps disk writes with other work, so that each commit waits only once. */
export function startPuts(blobs: BlobStore, contaId: string): Puts {
  const running: Promise<unknown>[] = [];
  let total = 0;
  return {
    put(bytes) {
      if (bytes.length === 0) return;
      total += bytes.length;
      const put = blobs.put(contaId, bytes);
      put.catch(() => {}); // done() reports it
      running.push(put);
    },
    bytes: () => total,
    done: () => Promise.all(running),
  };
}
