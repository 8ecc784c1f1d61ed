import { ENTREGA_DIAS } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { deleteVelhas } from "../../services/webhook/entrega.rows.ts";
import { GUARDADAS_MAX } from "../../services/webhook/webhook.rules.ts";
import { eachConta } from "../sweep-coleta.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Per webhook and run. */
const ROWS = 5_000;

/**
 * Deletes expired deliveries, and those beyond the limit. Their finished tasks are kept for an
 * hour: there may be one each second.
 */
export async function sweepWebhooks(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const agora = ctx.clock.now().getTime();
  return await eachConta(ctx, signal, (sql, contaId) =>
    deleteVelhas(sql, contaId, {
      antes: new Date(agora - ENTREGA_DIAS * DAY_MS),
      guardadas: GUARDADAS_MAX,
      limite: ROWS,
      tarefasAntes: new Date(agora - HOUR_MS),
    }),
  );
}
