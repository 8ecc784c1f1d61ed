import type { AppContext } from "../../app-context.ts";
import { remindSuppliers } from "../../services/xml-request/remind-suppliers.ts";
import { eachConta } from "./sweep-stalled.ts";

/** Reminds suppliers of requested XMLs that have not arrived. */
export async function sweepXmlRequests(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const reminded = await eachConta(ctx, signal, (db, contaId) =>
    remindSuppliers(db, contaId, ctx.clock.now()),
  );
  if (reminded > 0) ctx.wake?.();
  return reminded;
}
