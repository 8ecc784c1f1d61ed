import type { AppContext } from "../../app-context.ts";
import { idOfKey, SecretBoxError } from "../../secrets/secret-box.ts";

const PLACE = { tabela: "installation", coluna: "key_canary", id: "1" };
const TEXT = "malote";
/** Position of the key id in a sealed value of the secret box. */
const KEY_ID = { from: 1, to: 5 };

type CanaryContext = Pick<AppContext, "config" | "database" | "secretBox">;

/** Whether the stored canary opens; "none" before the first start. keyId: of the key that sealed it. */
export type Canary = { kind: "none" } | { kind: "opens" } | { kind: "closed"; keyId: string };

/** Opens the canary with the keys of this process. */
export async function tryCanary({ database, secretBox: cofre }: CanaryContext): Promise<Canary> {
  const { keyCanary } = await database.gatekeeper.findInstallation();
  return keyCanary === null ? { kind: "none" } : openCanary(cofre, keyCanary);
}

function openCanary(cofre: AppContext["secretBox"], sealed: Buffer): Canary {
  const closed = { kind: "closed", keyId: sealed.subarray(KEY_ID.from, KEY_ID.to).toString("hex") } as const;
  try {
    return cofre.open(sealed, PLACE).toString() === TEXT ? { kind: "opens" } : closed;
  } catch (error) {
    if (error instanceof SecretBoxError) return closed;
    throw error;
  }
}

/** Stores a canary if there is none, or if its key is lost. Call it only when no needed key is missing. */
export async function ensureCanary({ config, database, secretBox: cofre }: CanaryContext): Promise<Canary> {
  const { keyCanary } = await database.gatekeeper.findInstallation();
  const found = keyCanary === null ? null : openCanary(cofre, keyCanary);
  const isLost = found?.kind === "closed" && config.lostKeys.includes(found.keyId);
  if (found !== null && !isLost) return found;
  await database.gatekeeper.replaceCanary(keyCanary, cofre.seal(TEXT, PLACE));
  return await tryCanary({ config, database, secretBox: cofre });
}

/** Reseals the canary under the newest key. @returns how many values were resealed: 0 or 1 */
export async function resealCanary({ config, database, secretBox: cofre }: CanaryContext): Promise<number> {
  const { keyCanary } = await database.gatekeeper.findInstallation();
  if (keyCanary === null) return 0;
  const newest = idOfKey(config.chave);
  if (keyCanary.subarray(KEY_ID.from, KEY_ID.to).toString("hex") === newest) return 0;
  if (openCanary(cofre, keyCanary).kind === "closed") return 0;
  return (await database.gatekeeper.replaceCanary(keyCanary, cofre.seal(TEXT, PLACE))) ? 1 : 0;
}
