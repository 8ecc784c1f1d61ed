import { DELIVERY_DAYS } from "@malote/contract";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { deleteExpired } from "../../services/webhook/expired-delivery.rows.ts";
import { KEPT_MAX } from "../../services/webhook/webhook.rules.ts";
import { eachConta } from "../cleanup/sweep-stalled.ts";

/** Per webhook and run. */
const ROWS = 5_000;

/**
 * Deletes expired deliveries, and those beyond the limit. Their finished tasks are kept for an
 * hour: there may be one each second.
 */
export async function sweepWebhooks(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const now = ctx.clock.now().getTime();
  return await eachConta(ctx, signal, (db, contaId) =>
    deleteExpired(db, contaId, {
      before: new Date(now - DELIVERY_DAYS * DAY_MS),
      keepMax: KEPT_MAX,
      limite: ROWS,
      tasksBefore: new Date(now - HOUR_MS),
    }),
  );
}
