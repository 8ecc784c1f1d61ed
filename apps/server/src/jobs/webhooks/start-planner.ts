import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../../app-context.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import { toWebhookTask } from "../../services/webhook/webhook-task.ts";

/** Interval of the checks: the longest delay from publication to delivery, when idle. */
const LOOK_MS = 1_000;
/** Wait after an error, such as an unavailable database. */
const TROUBLE_MS = 5_000;
/** Webhooks per check. */
const WEBHOOKS_MAX = 200;

/**
 * Plans a task for each webhook whose conta's feed has advanced. It polls, so that publishers need
 * not notify it. Several may run at once: each webhook has at most one open task.
 */
export function startWebhookPlanner(ctx: AppContext): { stop(): Promise<void> } {
  const ending = new AbortController();
  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const waitMs = await look(ctx).then(
        () => LOOK_MS,
        (error: unknown) => {
          ctx.log.debug({ err: error }, "o planejador dos webhooks falhou; nova tentativa na próxima vez");
          return TROUBLE_MS;
        },
      );
      await sleep(waitMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}

async function look(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.database.gatekeeper.findDueWebhooks(now, WEBHOOKS_MAX);
  for (const { contaId, webhookId } of due) {
    await ctx.database.withConta(contaId, (db) =>
      planTasks(db, contaId, [toWebhookTask(contaId, webhookId, now)]),
    );
  }
  if (due.length > 0) ctx.wake?.();
}
