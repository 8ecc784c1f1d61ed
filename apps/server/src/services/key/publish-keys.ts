import type { AppContext } from "../../app-context.ts";
import { holdKeys } from "../../db/index.ts";
import { StartRefusal } from "../../errors.ts";
import { idOfKey } from "../../secrets/secret-box.ts";
import { ensureCanary } from "./key-canary.ts";
import { refuseMissingKeys } from "./refuse-missing-keys.ts";

/**
 * Checks the keys of a process before it serves, and publishes which ones it has.
 * @returns a function that ends the publication
 * @throws {StartRefusal} if a key is missing, or the canary does not open
 */
export async function publishKeys(
  ctx: Pick<AppContext, "config" | "database" | "secretBox" | "log">,
): Promise<() => Promise<void>> {
  const { chave, previousKeys: chavesAntigas, databaseUrl } = ctx.config;
  await refuseMissingKeys(ctx);
  const canary = await ensureCanary(ctx);
  if (canary.kind === "closed") {
    throw new StartRefusal(
      `O valor de conferência do banco não abre com a chave ${canary.keyId}, que o criptografou: ele foi alterado. Restaure o banco de um backup.`,
    );
  }
  return await holdKeys(databaseUrl, [chave, ...chavesAntigas].map(idOfKey), ctx.log);
}
