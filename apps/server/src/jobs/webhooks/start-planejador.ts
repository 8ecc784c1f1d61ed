import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../../app-context.ts";
import { planTarefas } from "../../services/tarefa/tarefa.rows.ts";
import { toWebhook } from "../../services/webhook/to-webhook.ts";

/** Between two looks: so long after it was published something is told at the latest, where nobody waits. */
const LOOK_MS = 1_000;
/** After an error, such as a database that is away. */
const TROUBLE_MS = 5_000;
/** Webhooks that one look takes up. */
const WEBHOOKS = 200;

/**
 * Sees to it that each webhook has work when its conta's feed went on. It looks, and nothing that publishes has to think of it. Several may look
 * side by side: there is one open tarefa for each webhook.
 */
export function startPlanejador(ctx: AppContext): { stop(): Promise<void> } {
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
  const agora = ctx.clock.now();
  const devidos = await ctx.database.portaria.findWebhooksDevidos(agora, WEBHOOKS);
  for (const { contaId, webhookId } of devidos) {
    await ctx.database.withContaSql(contaId, (sql) =>
      planTarefas(sql, contaId, [toWebhook(contaId, webhookId, agora)]),
    );
  }
  if (devidos.length > 0) ctx.wake?.();
}
