import fs from "node:fs";
import path from "node:path";
import type { BackupConfig, BackupPlace } from "../backup-config.ts";
import { describePlace } from "../backup-config.ts";
import type { Clock } from "../clock.ts";
import type { SealingKeys } from "../key-config.ts";
import { idOfKey } from "../secrets/secret-box.ts";
import type { Manifest } from "./manifest.ts";
import { openRepository, type Repository } from "./repository.ts";
import { openSeal, type SealPurpose } from "./seal/open-seal.ts";
import { openBackupStore } from "./store/open-store.ts";

/** Dependencies of a backup command. say: prints one line for the operator; the line has no line ending. */
export type BackupTools = {
  /** Connection URL of the database's owner role. */
  ownerUrl: string;
  dataDir: string;
  keys: BackupConfig["keys"];
  place: BackupPlace;
  clock: Clock;
  say: (line: string) => void;
  /** The operator confirmed (`--novo`) that the destination may be empty although it had backups before. */
  isNew?: boolean;
};

/** Opens the repository, runs `work` and closes it. @throws {SealError} when none of the keys opens it */
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

/** The file that holds MALOTE_KEY's keys when the embedded database is used. */
export function keyFileOf(dataDir: string): string {
  return path.join(dataDir, "chave.key");
}

/**
 * Describes the keys that seal mailbox passwords and certificates. Keys from the data folder are stored in
 * the backup, sealed, because they are lost with the machine. The operator keeps keys from the environment.
 */
export function describeSecretKeys(
  { chave, previousKeys: chavesAntigas }: SealingKeys,
  dataDir: string,
): Manifest["chaves"] {
  const all = [chave, ...chavesAntigas];
  const keyText = fs.existsSync(keyFileOf(dataDir))
    ? fs.readFileSync(keyFileOf(dataDir), "utf8").trim()
    : null;
  const isInFile = keyText?.split(/[,\s]+/).includes(chave.toString("base64")) ?? false;
  return { ids: all.map(idOfKey), texto: isInFile ? keyText : null };
}

export const destinationName = ({ place }: Pick<BackupTools, "place">): string => describePlace(place);
