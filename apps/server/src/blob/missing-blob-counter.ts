import { DAY_MS } from "@malote/syntax";
import { BlobMissing } from "./blob-missing-error.ts";
import type { BlobStore } from "./blob-store.ts";

/** Most entries that are kept, the latest first; an exact count beyond this is not needed. */
const ENTRIES_MAX = 100;
/** An entry expires after this time without a request, in ms, because its row may have been deleted. */
const ENTRY_MS = DAY_MS;
/** Least interval between two searches for the blobs, in ms. */
const CHECK_MS = 15_000;

/** A blob that was requested. owner: its owner, for the log. */
type MissingBlob = { contaId: string; sha256: string; owner: string };

/** Blobs that users requested from this process and that the database names but the store lacks. */
export type MissingBlobCounter = {
  /** Adds a missing blob. @returns the error to throw */
  add(missing: MissingBlob): BlobMissing;
  /** Counts the blobs that are still missing. */
  count(): Promise<number>;
};

/** Starts with no entries. @param o lookMs: only in tests */
export function createMissingBlobCounter(blobs: BlobStore, { lookMs = CHECK_MS } = {}): MissingBlobCounter {
  const entries = new Map<string, MissingBlob & { at: number }>();
  let checkedAt = Number.NEGATIVE_INFINITY;
  const recheck = async (): Promise<void> => {
    checkedAt = performance.now();
    for (const [key, { at, contaId, sha256 }] of [...entries]) {
      const isOld = performance.now() - at > ENTRY_MS;
      if (isOld || (await isStored(blobs, contaId, sha256))) entries.delete(key);
    }
  };
  return {
    add: (missing) => {
      const key = `${missing.contaId}/${missing.sha256}`;
      entries.delete(key);
      entries.set(key, { ...missing, at: performance.now() });
      for (const oldest of [...entries.keys()].slice(0, -ENTRIES_MAX)) entries.delete(oldest);
      return new BlobMissing(`${missing.owner} (${pathOf(missing)})`);
    },
    count: async () => {
      if (entries.size > 0 && performance.now() - checkedAt >= lookMs) await recheck();
      return entries.size;
    },
  };
}

/** Path of a blob inside the blob folder. */
function pathOf({ contaId, sha256 }: MissingBlob): string {
  return `${contaId}/${sha256.slice(0, 2)}/${sha256}`;
}

async function isStored(blobs: BlobStore, contaId: string, sha256: string): Promise<boolean> {
  const blob = await blobs.open(contaId, sha256);
  await blob?.close();
  return blob !== null;
}
