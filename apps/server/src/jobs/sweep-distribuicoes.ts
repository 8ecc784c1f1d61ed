import type { AppContext } from "../app-context.ts";
import { mendDistribuicoes } from "../services/distribuicao/plan-distribuicoes.ts";
import { eachConta } from "./sweep-coleta.ts";

/** Keeps a walk planned for every empresa that wants the auditor and has a certificate, and ends those that were switched off. */
export async function sweepDistribuicoes(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const mended = await eachConta(ctx, signal, (sql, contaId) =>
    mendDistribuicoes(sql, contaId, ctx.clock.now()),
  );
  if (mended > 0) ctx.wake?.();
  return mended;
}
