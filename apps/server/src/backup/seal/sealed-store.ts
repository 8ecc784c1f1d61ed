import type { BackupStore } from "../store/backup-store.ts";
import type { Seal } from "./seal.ts";

/** Wraps a store: seals each object on put and opens it on get. Listed sizes are the sealed sizes. */
export function createSealedStore(store: BackupStore, seal: Seal): BackupStore {
  return {
    put: async (key, bytes) => await store.put(key, seal.seal(bytes, key)),
    async get(key) {
      const sealed = await store.get(key);
      return sealed === null ? null : seal.open(sealed, key);
    },
    list: (prefix) => store.list(prefix),
    delete: async (key) => await store.delete(key),
    close: () => store.close(),
  };
}
