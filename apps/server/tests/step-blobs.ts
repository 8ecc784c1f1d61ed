import type { BlobStore } from "../src/blob/blob-store.ts";

/** A store of which a test hears before each put and each get; what it then throws, the store throws. */
export function stepBlobs(blobs: BlobStore, step: () => void): BlobStore {
  return {
    ...blobs,
    put: async (contaId, bytes) => {
      step();
      return await blobs.put(contaId, bytes);
    },
    get: async (contaId, sha256) => {
      step();
      return await blobs.get(contaId, sha256);
    },
  };
}
