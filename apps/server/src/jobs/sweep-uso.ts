import type { AppContext } from "../app-context.ts";
import { warnPlano } from "../services/conta/warn-plano.ts";
import { eachConta } from "./sweep-coleta.ts";

/** Notifies contas that near or exceed the limit of their plan. */
export async function sweepUso(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const told = await eachConta(ctx, signal, (sql, contaId) => warnPlano(sql, contaId, ctx.clock.now()));
  if (told > 0) ctx.wake?.();
  return told;
}
