import type { BlobStore } from "../blob/blob-store.ts";

/** Bytes on their way into the blob store while the next ones are fetched or read. */
export type Puts = {
  put(bytes: Uint8Array): void;
  /** How many bytes were put. */
  bytes(): number;
  /** Ends when all are safely stored; always awaited before the commit that names them. */
  done(): Promise<unknown>;
};

/** Lets the disk and the work that feeds it wait for each other only once for each commit. */
export function startPuts(blobs: BlobStore, contaId: string): Puts {
  const running: Promise<unknown>[] = [];
  let total = 0;
  return {
    put(bytes) {
      if (bytes.length === 0) return;
      total += bytes.length;
      const put = blobs.put(contaId, bytes);
      put.catch(() => {}); // done() tells it
      running.push(put);
    },
    bytes: () => total,
    done: () => Promise.all(running),
  };
}
