import type { AppContext } from "../../app-context.ts";
import { CofreError, idOfChave } from "../../secrets/cofre.ts";

const LUGAR = { tabela: "installation", coluna: "key_canary", id: "1" };
const TEXT = "malote";
/** Position of the key id in a sealed value of the secret box. */
const KEY_ID = { from: 1, to: 5 };

type Contexto = Pick<AppContext, "config" | "database" | "cofre">;

/** Whether the stored canary opens; "none" before the first start. keyId: of the key that sealed it. */
export type Canary = { kind: "none" } | { kind: "opens" } | { kind: "closed"; keyId: string };

/** Opens the canary with the keys of this process. */
export async function tryCanary({ database, cofre }: Contexto): Promise<Canary> {
  const { keyCanary } = await database.portaria.findInstallation();
  return keyCanary === null ? { kind: "none" } : openCanary(cofre, keyCanary);
}

function openCanary(cofre: AppContext["cofre"], sealed: Buffer): Canary {
  const closed = { kind: "closed", keyId: sealed.subarray(KEY_ID.from, KEY_ID.to).toString("hex") } as const;
  try {
    return cofre.open(sealed, LUGAR).toString() === TEXT ? { kind: "opens" } : closed;
  } catch (error) {
    if (error instanceof CofreError) return closed;
    throw error;
  }
}

/** Stores a canary if there is none, or if its key is lost. Call it only when no needed key is missing. */
export async function ensureCanary({ config, database, cofre }: Contexto): Promise<Canary> {
  const { keyCanary } = await database.portaria.findInstallation();
  const found = keyCanary === null ? null : openCanary(cofre, keyCanary);
  const isLost = found?.kind === "closed" && config.chavesPerdidas.includes(found.keyId);
  if (found !== null && !isLost) return found;
  await database.portaria.replaceCanary(keyCanary, cofre.seal(TEXT, LUGAR));
  return await tryCanary({ config, database, cofre });
}

/** Reseals the canary under the newest key. @returns how many values were resealed: 0 or 1 */
export async function resealCanary({ config, database, cofre }: Contexto): Promise<number> {
  const { keyCanary } = await database.portaria.findInstallation();
  if (keyCanary === null) return 0;
  const nova = idOfChave(config.chave);
  if (keyCanary.subarray(KEY_ID.from, KEY_ID.to).toString("hex") === nova) return 0;
  if (openCanary(cofre, keyCanary).kind === "closed") return 0;
  return (await database.portaria.replaceCanary(keyCanary, cofre.seal(TEXT, LUGAR))) ? 1 : 0;
}
