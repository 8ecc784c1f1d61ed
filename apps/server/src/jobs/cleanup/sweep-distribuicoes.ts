import type { AppContext } from "../../app-context.ts";
import { mendDistribuicoes } from "../../services/distribuicao/plan-distribuicoes.ts";
import { eachConta } from "./sweep-stalled.ts";

/**
 * Keeps a distribution sync planned for each empresa with the auditor on and a certificate, and
 * ends the others.
 */
export async function sweepDistribuicoes(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const mended = await eachConta(ctx, signal, (db, contaId) =>
    mendDistribuicoes(db, contaId, ctx.clock.now()),
  );
  if (mended > 0) ctx.wake?.();
  return mended;
}
