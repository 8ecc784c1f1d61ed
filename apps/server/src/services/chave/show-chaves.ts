import type { AppContext } from "../../app-context.ts";
import { holdChaves } from "../../db/index.ts";
import { idOfChave } from "../../secrets/cofre.ts";
import { refuseMissingChaves } from "./refuse-missing.ts";

/**
 * What a process does about its keys before it serves: it shows which ones it has, and ends where stored values need another one.
 * @returns what stops showing them
 * @throws {StartRefusal} when a key is missing
 */
export async function showChaves(
  ctx: Pick<AppContext, "config" | "database" | "log">,
): Promise<() => Promise<void>> {
  const { chave, chavesAntigas, databaseUrl } = ctx.config;
  await refuseMissingChaves(ctx);
  return await holdChaves(databaseUrl, [chave, ...chavesAntigas].map(idOfChave), ctx.log);
}
