import type { AppContext } from "../../app-context.ts";
import { holdChaves } from "../../db/index.ts";
import { StartRefusal } from "../../errors.ts";
import { idOfChave } from "../../secrets/cofre.ts";
import { ensureCanary } from "./key-canary.ts";
import { refuseMissingChaves } from "./refuse-missing.ts";

/**
 * Checks the keys of a process before it serves, and publishes which ones it has.
 * @returns a function that ends the publication
 * @throws {StartRefusal} if a key is missing, or the canary does not open
 */
export async function showChaves(
  ctx: Pick<AppContext, "config" | "database" | "cofre" | "log">,
): Promise<() => Promise<void>> {
  const { chave, chavesAntigas, databaseUrl } = ctx.config;
  await refuseMissingChaves(ctx);
  const canary = await ensureCanary(ctx);
  if (canary.kind === "closed") {
    throw new StartRefusal(
      `O valor de conferência do banco não abre com a chave ${canary.keyId}, que o criptografou: ele foi alterado. Restaure o banco de um backup.`,
    );
  }
  return await holdChaves(databaseUrl, [chave, ...chavesAntigas].map(idOfChave), ctx.log);
}
