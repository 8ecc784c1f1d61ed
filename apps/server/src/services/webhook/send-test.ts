import { newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { countUse } from "../rate-limit/count-use.ts";
import { type DeliveryDetail, findDelivery, insertTestDelivery } from "./delivery.rows.ts";
import { networkPolicyOf, openWebhookClient } from "./post-webhook.ts";
import { signDelivery } from "./send-delivery.ts";
import { findIdentificador, findWebhook } from "./webhook.rows.ts";
import { TESTS_MAX, TESTS_WINDOW_MS } from "./webhook.rules.ts";
import { writePayload } from "./write-payload.ts";

/**
 * Sends the event `teste` and stores the result. It is
 * attempted once and does not change the webhook's state.
 * @throws {Refusal} webhookNaoEncontrado, muitosTestesWebhook
 */
export async function sendTestDelivery(ctx: SignedInContext, webhookId: string): Promise<DeliveryDetail> {
  const { contaId, usuarioId, contaSandbox } = ctx.caller;
  const found = await ctx.database.withConta(contaId, async (db) => ({
    webhook: await findWebhook(db, contaId, { id: webhookId, lock: false }),
    conta: await findIdentificador(db, contaId),
  }));
  const { webhook, conta } = found;
  if (webhook === null) throw new Refusal("webhookNaoEncontrado");
  await countUse(ctx, {
    chave: `teste-webhook:${usuarioId}`,
    max: TESTS_MAX,
    janelaMs: TESTS_WINDOW_MS,
    recusa: "muitosTestesWebhook",
  });
  const id = newId();
  const now = ctx.clock.now();
  const dados = { mensagem: "Teste do Malote." };
  const corpo = writePayload(
    { conta, urlBase: "" },
    { id, tipo: "teste", criadoEm: now, sequencia: null, dados },
  );
  const client = openWebhookClient(webhook.url, networkPolicyOf(ctx, contaSandbox));
  const attempt = await client.post(signDelivery(ctx, webhook, { id, corpo })).finally(() => client.close());
  const delivery = await ctx.database.withConta(contaId, async (db) => {
    await insertTestDelivery(db, contaId, { id, webhookId, corpo, tentativa: attempt, now });
    return await findDelivery(db, contaId, id);
  });
  if (delivery === null) throw new Refusal("webhookNaoEncontrado");
  return delivery;
}
