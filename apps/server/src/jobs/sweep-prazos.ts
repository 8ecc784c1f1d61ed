import type { AppContext } from "../app-context.ts";
import { warnPrazos } from "../services/manifestacao/warn-prazos.ts";
import { eachConta } from "./sweep-coleta.ts";

/** Sends notices of recipients' deadlines that end soon. */
export async function sweepPrazos(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const warned = await eachConta(ctx, signal, (sql, contaId) => warnPrazos(sql, contaId, ctx.clock.now()));
  if (warned > 0) ctx.wake?.();
  return warned;
}
