import { DAY_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { deleteOldRequests, expireFiles } from "../../services/requested-file/requested-file.rows.ts";
import { eachConta } from "./sweep-stalled.ts";

/** How long a failed or expired file stays in its list. */
const FORGET_MS = 30 * DAY_MS;

/** Expires exports and ZIPs, whose blobs the blob sweeper then deletes. Their rows are deleted later. */
export async function sweepFiles(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  return await eachConta(ctx, signal, async (db, contaId) => {
    const now = ctx.clock.now();
    const expired = await expireFiles(db, contaId, now);
    return expired + (await deleteOldRequests(db, contaId, new Date(now.getTime() - FORGET_MS)));
  });
}
