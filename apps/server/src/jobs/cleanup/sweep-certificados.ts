import type { AppContext } from "../../app-context.ts";
import { warnExpiries } from "../../services/certificado/warn-expiry.ts";
import { eachConta } from "./sweep-stalled.ts";

/** Warns of certificates that expire soon or have expired. */
export async function sweepCertificados(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const warned = await eachConta(ctx, signal, (db, contaId) => warnExpiries(db, contaId, ctx.clock.now()));
  if (warned > 0) ctx.wake?.();
  return warned;
}
