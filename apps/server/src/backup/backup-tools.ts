import fs from "node:fs";
import path from "node:path";
import type { BackupConfig, BackupPlace } from "../backup-config.ts";
import { describePlace } from "../backup-config.ts";
import type { Chaves } from "../chave-config.ts";
import type { Clock } from "../clock.ts";
import { idOfChave } from "../secrets/cofre.ts";
import type { Manifest } from "./manifest.ts";
import { openRepository, type Repository } from "./repository.ts";
import { openSeal, type SealPurpose } from "./seal/open-seal.ts";
import { openBackupStore } from "./store/open-store.ts";

/** What a run of backup stands on. say: lines for the operator, without an end of line. */
export type BackupTools = {
  /** Address of the database's owner. */
  ownerUrl: string;
  dataDir: string;
  keys: BackupConfig["keys"];
  place: BackupPlace;
  clock: Clock;
  say: (line: string) => void;
  /** The operator's word that an empty destination is right, though it had backups before. */
  isNew?: boolean;
};

/** Opens the repository for one piece of work and closes it. @throws {SealError} when nothing given opens it */
export async function withRepository<T>(
  { place, keys }: Pick<BackupTools, "place" | "keys">,
  purpose: SealPurpose,
  work: (repository: Repository) => Promise<T>,
): Promise<T> {
  const store = await openBackupStore(place);
  try {
    return await work(openRepository(store, await openSeal(store, keys, purpose)));
  } finally {
    store.close();
  }
}

/** Where the keys of MALOTE_KEY are with the embedded database. */
export function keyFileOf(dataDir: string): string {
  return path.join(dataDir, "chave.key");
}

/**
 * What a backup says of the keys that seal mailbox passwords and certificates. Those that are only in this machine's data folder go with
 * it, sealed: who loses the machine would lose them too. Those in the environment are the operator's to keep.
 */
export function describeChaves({ chave, chavesAntigas }: Chaves, dataDir: string): Manifest["chaves"] {
  const all = [chave, ...chavesAntigas];
  const texto = fs.existsSync(keyFileOf(dataDir)) ? fs.readFileSync(keyFileOf(dataDir), "utf8").trim() : null;
  const isFromFile = texto?.split(/[,\s]+/).includes(chave.toString("base64")) ?? false;
  return { ids: all.map(idOfChave), texto: isFromFile ? texto : null };
}

export const nameOfPlace = ({ place }: Pick<BackupTools, "place">): string => describePlace(place);
