import { isWebhookFailure, type ResultOf, WEBHOOK_FAILURES } from "@malote/contract";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { DeliveryDetail, DeliveryRow } from "./delivery.rows.ts";
import type { CountedWebhook } from "./webhook.rows.ts";
import { maskSecret, openSecret } from "./webhook-secret.ts";

type WebhookWire = ResultOf<"Webhook.getListWebhook">["results"][number];
type DeliveryWire = ResultOf<"Webhook.getListEntrega">["results"][number];
type DeliveryDetailWire = ResultOf<"Webhook.getEntrega">["object"];

/** A webhook without its secrets. */
export function writeWebhook(
  { segredoSelado, anteriorSelado, anteriorAte, sequencia: _, pausadoAte: __, ...row }: CountedWebhook,
  { secretBox, now }: { secretBox: SecretBox; now: Date },
): WebhookWire {
  const both = anteriorSelado !== null && anteriorAte !== null && anteriorAte > now;
  const mask = maskSecret(openSecret(secretBox, row.id, segredoSelado));
  return { ...row, mascara: mask, anteriorAte: both ? anteriorAte : null };
}

export function writeDelivery(row: DeliveryRow): DeliveryWire {
  return { ...row, erro: row.erro === null ? null : writeFailure(row.erro, row.status) };
}

export function writeDeliveryDetail(row: DeliveryDetail): DeliveryDetailWire {
  return { ...writeDelivery(row), corpo: row.corpo, resposta: row.resposta };
}

/** Sentence of a failure; an unknown code from another version is returned as it is. */
export function writeFailure(erro: string, status: number | null): string {
  return isWebhookFailure(erro) ? WEBHOOK_FAILURES[erro].replace("{status}", String(status)) : erro;
}
