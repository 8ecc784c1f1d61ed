import type { AppContext } from "../../app-context.ts";
import { warnPlano } from "../../services/conta/warn-plano.ts";
import { eachConta } from "./sweep-stalled.ts";

/** Notifies contas that near or exceed the limit of their plan. */
export async function sweepUsage(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const notified = await eachConta(ctx, signal, (db, contaId) => warnPlano(db, contaId, ctx.clock.now()));
  if (notified > 0) ctx.wake?.();
  return notified;
}
