import { LOTE_DIAS, LOTES_MAX } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { deleteOldLotes } from "../../services/lote/lote.rows.ts";
import { eachConta } from "./sweep-stalled.ts";

/** Deletes lotes that ended long ago, with their documents' outcomes; the acts stay in the registro. */
export async function sweepLotes(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - LOTE_DIAS * DAY_MS);
  return await eachConta(ctx, signal, (db, contaId) =>
    deleteOldLotes(db, contaId, { before, kept: LOTES_MAX }),
  );
}
