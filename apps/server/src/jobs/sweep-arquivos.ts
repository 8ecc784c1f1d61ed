import type { AppContext } from "../app-context.ts";
import { deleteEsquecidos, expirePedidos } from "../services/arquivo-pedido/arquivo-pedido.rows.ts";
import { eachConta } from "./sweep-coleta.ts";

/** How long one that failed or expired stays in its list. */
const ESQUECE_MS = 30 * 86_400_000;

/** Lets go of exports and ZIPs whose time is over; the sweeper of blobs then takes their bytes. Their rows go later. */
export async function sweepArquivos(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  return await eachConta(ctx, signal, async (sql, contaId) => {
    const agora = ctx.clock.now();
    const expirados = await expirePedidos(sql, contaId, agora);
    return expirados + (await deleteEsquecidos(sql, contaId, new Date(agora.getTime() - ESQUECE_MS)));
  });
}
