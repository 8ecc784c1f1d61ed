import type { AppContext } from "../app-context.ts";
import { expirePedidos } from "../services/arquivo-pedido/arquivo-pedido.rows.ts";
import { eachConta } from "./sweep-coleta.ts";

/** Lets go of exports and ZIPs whose time is over; the sweeper of blobs then takes their bytes. */
export async function sweepArquivos(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  return await eachConta(ctx, signal, (sql, contaId) => expirePedidos(sql, contaId, ctx.clock.now()));
}
