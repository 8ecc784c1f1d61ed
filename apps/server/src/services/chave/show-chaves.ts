import type { AppContext } from "../../app-context.ts";
import { holdChaves } from "../../db/index.ts";
import { StartRefusal } from "../../errors.ts";
import { idOfChave } from "../../secrets/cofre.ts";
import { ensureCanary } from "./key-canary.ts";
import { refuseMissingChaves } from "./refuse-missing.ts";

/**
 * What a process does about its keys before it serves: it shows which ones it has, and ends where stored values need another one.
 * @returns what stops showing them
 * @throws {StartRefusal} when a key is missing
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
