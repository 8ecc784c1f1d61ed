import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { type EntregaRow, findEntrega, reopenEntrega, reopenFalhas } from "./entrega.rows.ts";
import { toWebhook } from "./to-webhook.ts";
import { findWebhook, pauseWebhook } from "./webhook.rows.ts";
import { REENVIO_MAX } from "./webhook.rules.ts";

/**
 * Sends one delivery again, under its original id.
 * @throws {Refusal} entregaNaoEncontrada, entregaDeTeste, webhookDesligado
 */
export async function resendEntrega(ctx: SignedInContext, id: string): Promise<EntregaRow> {
  const { contaId } = ctx.caller;
  const agora = ctx.clock.now();
  const entrega = await ctx.database.withContaSql(contaId, async (sql) => {
    const found = await findEntrega(sql, contaId, id);
    if (found === null) throw new Refusal("entregaNaoEncontrada");
    if (found.tipo === "teste") throw new Refusal("entregaDeTeste");
    await holdLigado(sql, contaId, found.webhookId);
    await reopenEntrega(sql, contaId, { id, agora });
    await planTarefas(sql, contaId, [toWebhook(contaId, found.webhookId, agora)]);
    return (await findEntrega(sql, contaId, id)) ?? found;
  });
  ctx.wake?.();
  return entrega;
}

/**
 * Sends again the deliveries that failed since an instant, oldest first, up to REENVIO_MAX.
 * @throws {Refusal} webhookNaoEncontrado, webhookDesligado
 */
export async function resendFalhas(
  ctx: SignedInContext,
  { webhookId, desde }: { webhookId: string; desde: Date },
): Promise<number> {
  const { contaId } = ctx.caller;
  const agora = ctx.clock.now();
  const reopened = await ctx.database.withContaSql(contaId, async (sql) => {
    await holdLigado(sql, contaId, webhookId);
    const n = await reopenFalhas(sql, contaId, { webhookId, desde, agora, limite: REENVIO_MAX });
    if (n > 0) await planTarefas(sql, contaId, [toWebhook(contaId, webhookId, agora)]);
    return n;
  });
  if (reopened > 0) ctx.wake?.();
  return reopened;
}

async function holdLigado(sql: Sql, contaId: string, id: string): Promise<void> {
  const webhook = await findWebhook(sql, contaId, { id, lock: true });
  if (webhook === null) throw new Refusal("webhookNaoEncontrado");
  if (!webhook.ativo) throw new Refusal("webhookDesligado");
  // A manual resend ends the pause of a failing receiver, because the user expects a result now.
  if (webhook.pausadoAte !== null) await pauseWebhook(sql, contaId, { id, ate: null });
}
