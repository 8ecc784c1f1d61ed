import { BlobMissing } from "./blob-missing.ts";
import type { BlobStore } from "./blob-store.ts";

/** Of so many that were missed last is remembered: that there are many says enough. */
const KEPT_MAX = 100;
/** An entry expires after so long without a request, in ms: its row may be deleted too. */
const KEPT_MS = 86_400_000;
/** They are looked for again at most so often, in ms. */
const LOOK_MS = 15_000;

/** What is asked for, and whose it is, for the log. */
type Missed = { contaId: string; sha256: string; whose: string };

/** Blobs that people asked this process for, that the database names and that the store lacks. */
export type MissingBlobs = {
  /** Remembers one.   @returns what is to be thrown */
  note(missed: Missed): BlobMissing;
  /** How many of them are still not there. */
  count(): Promise<number>;
};

/** Remembers nothing yet.   @param o lookMs: only in tests */
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

/** Its place below the folder of blobs. */
function pathOf({ contaId, sha256 }: Missed): string {
  return `${contaId}/${sha256.slice(0, 2)}/${sha256}`;
}

async function isThere(blobs: BlobStore, contaId: string, sha256: string): Promise<boolean> {
  const blob = await blobs.open(contaId, sha256);
  await blob?.close();
  return blob !== null;
}
