import type { BlobStore } from "../../src/blob/blob-store.ts";

/** A blob store that calls `step` before each put and get; an error of `step` fails the call. */
export function withStepBefore(blobs: BlobStore, step: () => void): BlobStore {
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
