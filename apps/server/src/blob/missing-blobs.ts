import { BlobMissing } from "./blob-missing.ts";
import type { BlobStore } from "./blob-store.ts";

/** Most entries that are kept, the latest first; an exact count beyond this is not needed. */
const KEPT_MAX = 100;
/** An entry expires after this time without a request, in ms, because its row may have been deleted. */
const KEPT_MS = 86_400_000;
/** Least interval between two searches for the blobs, in ms. */
const LOOK_MS = 15_000;

/** A blob that was requested. whose: its owner, for the log. */
type Missed = { contaId: string; sha256: string; whose: string };

/** Blobs that users requested from this process and that the database names but the store lacks. */
export type MissingBlobs = {
  /** Adds a missing blob. @returns the error to throw */
  note(missed: Missed): BlobMissing;
  /** Counts the blobs that are still missing. */
  count(): Promise<number>;
};

/** Starts with no entries. @param o lookMs: only in tests */
export function createMissingBlobs(blobs: BlobStore, { lookMs = LOOK_MS } = {}): MissingBlobs {
  const kept = new Map<string, Missed & { at: number }>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    lookedAt = performance.now();
    for (const [key, { at, contaId, sha256 }] of [...kept]) {
      const isOld = performance.now() - at > KEPT_MS;
      if (isOld || (await isThere(blobs, contaId, sha256))) kept.delete(key);
    }
  };
  return {
    note: (missed) => {
      const key = `${missed.contaId}/${missed.sha256}`;
      kept.delete(key);
      kept.set(key, { ...missed, at: performance.now() });
      for (const oldest of [...kept.keys()].slice(0, -KEPT_MAX)) kept.delete(oldest);
      return new BlobMissing(`${missed.whose} (${pathOf(missed)})`);
    },
    count: async () => {
      if (kept.size > 0 && performance.now() - lookedAt >= lookMs) await look();
      return kept.size;
    },
  };
}

/** Path of a blob inside the blob folder. */
function pathOf({ contaId, sha256 }: Missed): string {
  return `${contaId}/${sha256.slice(0, 2)}/${sha256}`;
}

async function isThere(blobs: BlobStore, contaId: string, sha256: string): Promise<boolean> {
  const blob = await blobs.open(contaId, sha256);
  await blob?.close();
  return blob !== null;
}
