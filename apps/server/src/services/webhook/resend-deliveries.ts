import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { planTasks } from "../task/task.rows.ts";
import { type DeliveryRow, findDelivery, requeueDelivery, requeueFailed } from "./delivery.rows.ts";
import { findWebhook, pauseWebhook } from "./webhook.rows.ts";
import { RESEND_MAX } from "./webhook.rules.ts";
import { toWebhookTask } from "./webhook-task.ts";

/**
 * Sends one delivery again, under its original id.
 * @throws {Refusal} entregaNaoEncontrada, entregaDeTeste, webhookDesligado
 */
export async function resendDelivery(ctx: SignedInContext, id: string): Promise<DeliveryRow> {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  const delivery = await ctx.database.withContaSql(contaId, async (sql) => {
    const found = await findDelivery(sql, contaId, id);
    if (found === null) throw new Refusal("entregaNaoEncontrada");
    if (found.tipo === "teste") throw new Refusal("entregaDeTeste");
    await lockActiveWebhook(sql, contaId, found.webhookId);
    await requeueDelivery(sql, contaId, { id, now });
    await planTasks(sql, contaId, [toWebhookTask(contaId, found.webhookId, now)]);
    return (await findDelivery(sql, contaId, id)) ?? found;
  });
  ctx.wake?.();
  return delivery;
}

/**
 * Sends again the deliveries that failed since an instant, oldest first, up to REENVIO_MAX.
 * @throws {Refusal} webhookNaoEncontrado, webhookDesligado
 */
export async function resendFailed(
  ctx: SignedInContext,
  { webhookId, desde }: { webhookId: string; desde: Date },
): Promise<number> {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  const reopened = await ctx.database.withContaSql(contaId, async (sql) => {
    await lockActiveWebhook(sql, contaId, webhookId);
    const n = await requeueFailed(sql, contaId, { webhookId, desde, now, limite: RESEND_MAX });
    if (n > 0) await planTasks(sql, contaId, [toWebhookTask(contaId, webhookId, now)]);
    return n;
  });
  if (reopened > 0) ctx.wake?.();
  return reopened;
}

async function lockActiveWebhook(sql: Sql, contaId: string, id: string): Promise<void> {
  const webhook = await findWebhook(sql, contaId, { id, lock: true });
  if (webhook === null) throw new Refusal("webhookNaoEncontrado");
  if (!webhook.ativo) throw new Refusal("webhookDesligado");
  // A manual resend ends the pause of a failing receiver, because the user expects a result now.
  if (webhook.pausadoAte !== null) await pauseWebhook(sql, contaId, { id, ate: null });
}
