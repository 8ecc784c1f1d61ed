import type { BackupStore } from "../store/backup-store.ts";
import type { Seal } from "./seal.ts";

/** The same store for plain objects: each is sealed under its own key on put, and opened on get. Sizes are those of the sealed. */
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
