import type { AppContext } from "../../app-context.ts";
import { notifyDeadlines } from "../../services/deadline-notice/notify-deadlines.ts";
import { eachConta } from "./sweep-stalled.ts";

/** Sends notices of recipients' deadlines that end soon. */
export async function sweepDeadlines(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const warned = await eachConta(ctx, signal, (db, contaId) => notifyDeadlines(db, contaId, ctx.clock.now()));
  if (warned > 0) ctx.wake?.();
  return warned;
}
