import type { AppContext } from "../../app-context.ts";
import { machineNow } from "../../clock.ts";
import type { Db } from "../../db/index.ts";
import { retryWrite } from "../../db/retry-write.ts";
import { findEmailOfDelivery } from "../email/email-origin.rows.ts";
import { disableWebhook } from "./disable-webhook.ts";
import {
  type DueDelivery,
  hasRefusedInARow,
  makeUnavailableDue,
  updateAfterAttempt,
} from "./due-delivery.rows.ts";
import type { WebhookClient, WebhookMessage } from "./post-webhook.ts";
import { type ReceiverState, recordFailure, recordResponse, type WebhookRow } from "./webhook.rows.ts";
import {
  type Attempt,
  type AttemptOutcome,
  isMessageFault,
  nextAttemptAt,
  outcomeOf,
  PAUSE_AFTER_FAILURES,
  PAUSE_MS,
  REFUSALS_IN_A_ROW,
} from "./webhook.rules.ts";
import { openSecret, signMessage } from "./webhook-secret.ts";

type SigningSecrets = Pick<WebhookRow, "id" | "segredoSelado" | "anteriorSelado" | "anteriorAte">;

/**
 * Signs a message. The timestamp is the machine's clock, because receivers compare it with their own.
 * @throws {SecretBoxError} when MALOTE_KEY has changed
 */
export function signDelivery(
  { secretBox, clock }: Pick<AppContext, "secretBox" | "clock">,
  webhook: SigningSecrets,
  { id, corpo }: { id: string; corpo: string },
): WebhookMessage {
  const { anteriorSelado, anteriorAte } = webhook;
  const both = anteriorSelado !== null && anteriorAte !== null && anteriorAte > clock.now();
  const sealedSecrets = both ? [webhook.segredoSelado, anteriorSelado] : [webhook.segredoSelado];
  const secrets = sealedSecrets.map((sealed) => openSecret(secretBox, webhook.id, sealed));
  const timestamp = Math.floor(machineNow(clock).getTime() / 1_000);
  return { id, timestamp, corpo, assinaturas: signMessage(secrets, { id, timestamp, corpo }) };
}

type DeliveryTarget = { contaId: string; webhook: WebhookRow; client: WebhookClient };

/**
 * Attempts one delivery and records the result. If the process
 * dies in between, the message is sent again with the same id.
 */
export async function sendDelivery(
  ctx: AppContext,
  target: DeliveryTarget,
  delivery: DueDelivery,
): Promise<AttemptOutcome> {
  const mensagem = signDelivery(ctx, target.webhook, delivery);
  const began = ctx.clock.now();
  const tentativa = await post(ctx, target, mensagem);
  await retryWrite(() =>
    ctx.database.withConta(target.contaId, (db) =>
      recordAttempt(ctx, db, { ...target, delivery, tentativa, began }),
    ),
  );
  return outcomeOf(tentativa);
}

/** One attempt, traced under the e-mail that caused the delivery. */
async function post(
  ctx: AppContext,
  { contaId, webhook, client: webhookClient }: DeliveryTarget,
  mensagem: WebhookMessage,
): Promise<Attempt> {
  if (!ctx.tracing.isOn) return await webhookClient.post(mensagem);
  const { id } = mensagem;
  const emailId = await ctx.database.withConta(contaId, (db) => findEmailOfDelivery(db, contaId, id));
  const attributes = { "malote.conta": contaId, "malote.webhook": webhook.id, "malote.entrega": id };
  return await ctx.tracing.run(
    "webhook-entrega",
    { kind: "client", attributes, place: { emailId } },
    async (span) => {
      const tentativa = await webhookClient.post(mensagem);
      if (tentativa.status !== null) span.set({ "http.response.status_code": tentativa.status });
      if (!tentativa.ok) span.fail(tentativa.erro ?? "status");
      return tentativa;
    },
  );
}

type Attempted = DeliveryTarget & { delivery: DueDelivery; tentativa: Attempt; began: Date };

async function recordAttempt(ctx: AppContext, db: Db, attempted: Attempted): Promise<void> {
  const { contaId, webhook, delivery, tentativa, began } = attempted;
  const now = ctx.clock.now();
  const primeiraEm = delivery.primeiraEm ?? began;
  // Lock the webhook first, as every transaction does that locks both rows.
  const receiver = await recordReceiver(db, { contaId, id: webhook.id, tentativa, now });
  if (receiver === null) return;
  const tried = { ciclo: delivery.ciclo + 1, primeiraEm };
  const isRefused = tentativa.erro === "recusado";
  const proximaEm = tentativa.ok || isRefused ? null : nextAttemptAt(tried, now, tentativa.aguardeMs);
  const givesUp = !tentativa.ok && proximaEm === null;
  const turnsOff =
    givesUp && receiver.ativo && (isRefused || (await isReceiverFault(db, attempted, primeiraEm, receiver)));
  // The delivery that turns a webhook off stays pending, as all later ones do, until it is on again.
  const estado = tentativa.ok ? "entregue" : givesUp && receiver.ativo && !turnsOff ? "falhou" : "pendente";
  const noted = { id: delivery.id, tentativa, estado, primeiraEm, now, proximaEm } as const;
  if (!(await updateAfterAttempt(db, contaId, noted)) || !turnsOff) return;
  const { erro, status } = tentativa;
  const motivo = isRefused ? "recusado" : "falhas";
  const falha = erro ?? "interna";
  await disableWebhook(ctx, db, { contaId, webhook, motivo, desde: primeiraEm, falha, status });
}

type ReceiverAttempt = { contaId: string; id: string; tentativa: Attempt; now: Date };

/**
 * Records an attempt on the webhook. When a failing receiver
 * answers again, its waiting deliveries become due.
 */
async function recordReceiver(
  db: Db,
  { contaId, id, tentativa, now }: ReceiverAttempt,
): Promise<ReceiverState | null> {
  const outcome = outcomeOf(tentativa);
  if (outcome === "falhou") {
    const pausadoAte = new Date(now.getTime() + PAUSE_MS);
    return await recordFailure(db, contaId, { id, pauseFrom: PAUSE_AFTER_FAILURES, pausadoAte });
  }
  const entregueEm = outcome === "entregue" ? now : null;
  const receiver = await recordResponse(db, contaId, { id, entregueEm });
  if ((receiver?.falhasAntes ?? 0) >= PAUSE_AFTER_FAILURES)
    await makeUnavailableDue(db, contaId, { webhookId: id, now });
  return receiver;
}

/**
 * Whether a delivery that is given up counts against its receiver: nothing else was delivered
 * meanwhile, and the fault is not this message alone.
 */
async function isReceiverFault(
  db: Db,
  { contaId, webhook, tentativa }: Attempted,
  primeiraEm: Date,
  { ultimaEntregaEm: desde }: ReceiverState,
): Promise<boolean> {
  if (desde !== null && desde >= primeiraEm) return false;
  if (!isMessageFault(tentativa.status)) return true;
  return await hasRefusedInARow(db, contaId, { webhookId: webhook.id, desde, atLeast: REFUSALS_IN_A_ROW });
}
