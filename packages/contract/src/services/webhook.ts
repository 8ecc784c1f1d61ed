import * as z from "zod/mini";
import { USUARIO_EMPRESAS_MAX, WEBHOOK_GRACE_MAX_HOURS, WEBHOOK_URL_MAX } from "../limits.ts";
import type { MessageKey } from "../messages/messages.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";
import { instantParam } from "../wire-dates.ts";
import { optionalName, requiredText } from "./rules.ts";

/** The event types of a webhook. */
export const WEBHOOK_TYPES = ["nota", "evento", "status", "divergencia", "marca", "caixa", "prazo"] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** The types of a delivery: the event types, and a test sent by a user. */
export const DELIVERY_TYPES = [...WEBHOOK_TYPES, "teste"] as const;
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

export const DELIVERY_STATES = ["pendente", "entregue", "falhou"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a webhook is disabled: by a user, after 24 h of failures, or because the receiver responded 410. */
export const WEBHOOK_REASONS = ["pessoa", "falhas", "recusado"] as const;
export type WebhookReason = (typeof WEBHOOK_REASONS)[number];

/** An address to which events are delivered, without its secret. */
export const webhookWire = z.object({
  id: z.uuid(),
  url: z.string(),
  descricao: z.string(),
  tipos: z.array(z.enum(WEBHOOK_TYPES)),
  /** The only companies whose documents it covers; null: all. */
  empresas: z.nullable(z.array(z.uuid())),
  ativo: z.boolean(),
  /** Why and since when it is disabled; null while enabled. */
  motivo: z.nullable(z.enum(WEBHOOK_REASONS)),
  desativadoEm: instant,
  /** The first characters of its secret, and until when the previous one also signs. */
  mascara: z.string(),
  anteriorAte: instant,
  criadoEm: instant,
  ultimaEntregaEm: instant,
  /** Failed attempts in a row; pending deliveries, and those that failed finally. */
  falhasSeguidas: z.int(),
  pendentes: z.int(),
  falhas: z.int(),
});

/** A delivery in the log. */
export const deliveryWire = z.object({
  /** The `webhook-id` of every attempt. */
  id: z.uuid(),
  webhookId: z.uuid(),
  tipo: z.enum(DELIVERY_TYPES),
  /** Its number in the conta's feed; null if it is about no document. */
  sequencia: z.nullable(z.int()),
  notaId: z.nullable(z.uuid()),
  estado: z.enum(DELIVERY_STATES),
  tentativas: z.int(),
  criadoEm: instant,
  ultimaEm: instant,
  /** The next attempt; empty if there is none. */
  proximaEm: instant,
  /** Of the last attempt: HTTP status and duration, in ms. */
  status: z.nullable(z.int()),
  ms: z.nullable(z.int()),
  /** What failed, as a sentence; null if nothing did. */
  erro: z.nullable(z.string()),
});

/** A delivery with the body sent, and the start of the response. */
export const deliveryDetailWire = z.extend(deliveryWire, {
  corpo: z.string(),
  resposta: z.nullable(z.string()),
});

const filled = (key: MessageKey) => z.refine<readonly string[]>((all) => all.length > 0, key);
const id = z.strictObject({ id: z.uuid() });
/** The complete secret is only in the response that creates it; null if none was created. */
export const webhookWithSecret = z.extend(webhookWire, { segredo: z.nullable(z.string()) });

export const webhookMethods = {
  "Webhook.getListWebhook": method({
    access: "manager",
    readOnly: true,
    params: z.strictObject({}),
    result: list(webhookWire),
  }),
  "Webhook.getWebhook": method({
    access: "manager",
    readOnly: true,
    params: id,
    result: one(webhookWire),
  }),
  /** Without an id, creates a webhook for future events; its secret is only in this response. A re-enabled
   * webhook continues where it stopped; with `pular` it skips the events since then. */
  "Webhook.saveWebhook": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    params: z.strictObject({
      webhook: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        url: requiredText(WEBHOOK_URL_MAX),
        descricao: z.optional(z.nullable(optionalName())),
        tipos: z
          .array(z.enum(WEBHOOK_TYPES))
          .check(z.maxLength(WEBHOOK_TYPES.length), filled("webhookSemTipo")),
        empresas: z.optional(
          z.nullable(z.array(z.uuid()).check(z.maxLength(USUARIO_EMPRESAS_MAX), filled("webhookSemEmpresa"))),
        ),
        ativo: z.optional(z.boolean()),
        pular: z.optional(z.boolean()),
      }),
    }),
    result: one(webhookWithSecret),
  }),
  "Webhook.deleteWebhook": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    params: id,
    result: acknowledged,
  }),
  /** A new secret; the previous one also signs for some hours. */
  "Webhook.rotateSegredo": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    params: z.strictObject({
      id: z.uuid(),
      gracaHoras: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(WEBHOOK_GRACE_MAX_HOURS)))),
    }),
    result: one(webhookWithSecret),
  }),
  /** Sends the event `teste` now, once, and returns the result; also while the webhook is disabled. */
  "Webhook.testWebhook": method({
    access: "manager",
    readOnly: false,
    params: id,
    result: one(deliveryDetailWire),
  }),
  "Webhook.getListEntrega": method({
    access: "manager",
    readOnly: true,
    params: z.strictObject({
      webhookId: z.uuid(),
      estado: z.optional(z.nullable(z.enum(DELIVERY_STATES))),
      tipo: z.optional(z.nullable(z.enum(DELIVERY_TYPES))),
      ...page,
    }),
    result: list(deliveryWire),
  }),
  "Webhook.getEntrega": method({
    access: "manager",
    readOnly: true,
    params: id,
    result: one(deliveryDetailWire),
  }),
  /** Sends a delivery again, with the same webhook-id and body. */
  "Webhook.resendEntrega": method({
    access: "manager",
    readOnly: false,
    params: id,
    result: one(deliveryWire),
  }),
  /** Sends all failed deliveries created since an instant again; returns their number. */
  "Webhook.resendFalhas": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({ webhookId: z.uuid(), desde: instantParam }),
    result: one(z.object({ reenviadas: z.int() })),
  }),
} as const;
