import type { AppContext } from "../app-context.ts";
import { warnVencimentos } from "../services/certificado/warn-vencimento.ts";
import { eachConta } from "./sweep-coleta.ts";

/** Warns of certificates that expire soon or have expired. */
export async function sweepCertificados(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const warned = await eachConta(ctx, signal, (sql, contaId) =>
    warnVencimentos(sql, contaId, ctx.clock.now()),
  );
  if (warned > 0) ctx.wake?.();
  return warned;
}
