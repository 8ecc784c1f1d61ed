import type { Db } from "../../db/index.ts";
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
  const delivery = await ctx.database.withConta(contaId, async (db) => {
    const found = await findDelivery(db, contaId, id);
    if (found === null) throw new Refusal("entregaNaoEncontrada");
    if (found.tipo === "teste") throw new Refusal("entregaDeTeste");
    await lockActiveWebhook(db, contaId, found.webhookId);
    await requeueDelivery(db, contaId, { id, now });
    await planTasks(db, contaId, [toWebhookTask(contaId, found.webhookId, now)]);
    return (await findDelivery(db, contaId, id)) ?? found;
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
  const reopened = await ctx.database.withConta(contaId, async (db) => {
    await lockActiveWebhook(db, contaId, webhookId);
    const n = await requeueFailed(db, contaId, { webhookId, desde, now, limite: RESEND_MAX });
    if (n > 0) await planTasks(db, contaId, [toWebhookTask(contaId, webhookId, now)]);
    return n;
  });
  if (reopened > 0) ctx.wake?.();
  return reopened;
}

async function lockActiveWebhook(db: Db, contaId: string, id: string): Promise<void> {
  const webhook = await findWebhook(db, contaId, { id, lock: true });
  if (webhook === null) throw new Refusal("webhookNaoEncontrado");
  if (!webhook.ativo) throw new Refusal("webhookDesligado");
  // A manual resend ends the pause of a failing receiver, because the user expects a result now.
  if (webhook.pausadoAte !== null) await pauseWebhook(db, contaId, { id, ate: null });
}
