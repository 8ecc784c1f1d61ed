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
export async function tryCanary({ database, secretBox }: CanaryContext): Promise<Canary> {
  const { keyCanary } = await database.gatekeeper.findInstallation();
  return keyCanary === null ? { kind: "none" } : openCanary(secretBox, keyCanary);
}

function openCanary(secretBox: AppContext["secretBox"], sealed: Buffer): Canary {
  const closed = { kind: "closed", keyId: sealed.subarray(KEY_ID.from, KEY_ID.to).toString("hex") } as const;
  try {
    return secretBox.open(sealed, PLACE).toString() === TEXT ? { kind: "opens" } : closed;
  } catch (error) {
    if (error instanceof SecretBoxError) return closed;
    throw error;
  }
}

/** Stores a canary if there is none, or if its key is lost. Call it only when no needed key is missing. */
export async function ensureCanary({ config, database, secretBox }: CanaryContext): Promise<Canary> {
  const { keyCanary } = await database.gatekeeper.findInstallation();
  const found = keyCanary === null ? null : openCanary(secretBox, keyCanary);
  const isLost = found?.kind === "closed" && config.lostKeys.includes(found.keyId);
  if (found !== null && !isLost) return found;
  await database.gatekeeper.replaceCanary(keyCanary, secretBox.seal(TEXT, PLACE));
  return await tryCanary({ config, database, secretBox: secretBox });
}

/** Reseals the canary under the newest key. @returns how many values were resealed: 0 or 1 */
export async function resealCanary({ config, database, secretBox }: CanaryContext): Promise<number> {
  const { keyCanary } = await database.gatekeeper.findInstallation();
  if (keyCanary === null) return 0;
  const newest = idOfKey(config.chave);
  if (keyCanary.subarray(KEY_ID.from, KEY_ID.to).toString("hex") === newest) return 0;
  if (openCanary(secretBox, keyCanary).kind === "closed") return 0;
  return (await database.gatekeeper.replaceCanary(keyCanary, secretBox.seal(TEXT, PLACE))) ? 1 : 0;
}
