import type { AppContext } from "../app-context.ts";
import { deleteEsquecidos, expirePedidos } from "../services/arquivo-pedido/arquivo-pedido.rows.ts";
import { eachConta } from "./sweep-coleta.ts";

/** How long a failed or expired file stays in its list. */
const ESQUECE_MS = 30 * 86_400_000;

/** Expires exports and ZIPs, whose blobs the blob sweeper then deletes. Their rows are deleted later. */
export async function sweepArquivos(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  return await eachConta(ctx, signal, async (sql, contaId) => {
    const agora = ctx.clock.now();
    const expirados = await expirePedidos(sql, contaId, agora);
    return expirados + (await deleteEsquecidos(sql, contaId, new Date(agora.getTime() - ESQUECE_MS)));
  });
}
