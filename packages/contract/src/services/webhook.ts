import * as z from "zod/mini";
import { EMPRESAS_DO_USUARIO_MAX, WEBHOOK_GRACA_MAX_HORAS, WEBHOOK_URL_MAX } from "../limits.ts";
import type { MensagemKey } from "../mensagens.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";
import { instantParam } from "../wire-dates.ts";
import { nomeOpcional, obrigatorio } from "./regras.ts";

/** What a webhook may be told of. */
export const WEBHOOK_TIPOS = ["nota", "evento", "status", "divergencia", "marca", "caixa", "prazo"] as const;
export type WebhookTipo = (typeof WEBHOOK_TIPOS)[number];

/** What one telling may be of: the same, and the one that a person sends to see whether it arrives. */
export const ENTREGA_TIPOS = [...WEBHOOK_TIPOS, "teste"] as const;
export type EntregaTipo = (typeof ENTREGA_TIPOS)[number];

export const ENTREGA_ESTADOS = ["pendente", "entregue", "falhou"] as const;
export type EntregaEstado = (typeof ENTREGA_ESTADOS)[number];

/** Why a webhook is off: a person did it, 24 h of failures, or the receiver answered 410. */
export const WEBHOOK_MOTIVOS = ["pessoa", "falhas", "recusado"] as const;
export type WebhookMotivo = (typeof WEBHOOK_MOTIVOS)[number];

/** An address that is told of what happens; never its secret. */
export const webhookWire = z.object({
  id: z.uuid(),
  url: z.string(),
  descricao: z.string(),
  tipos: z.array(z.enum(WEBHOOK_TIPOS)),
  /** The only companies of whose documents it is told; null: all of them. */
  empresas: z.nullable(z.array(z.uuid())),
  ativo: z.boolean(),
  /** Why and since when it is off; null while it is on. */
  motivo: z.nullable(z.enum(WEBHOOK_MOTIVOS)),
  desativadoEm: instant,
  /** The beginning of its secret, and until when the one before signs too. */
  mascara: z.string(),
  anteriorAte: instant,
  criadoEm: instant,
  ultimaEntregaEm: instant,
  /** Tries in a row that failed; tellings that wait, and those that failed for good. */
  falhasSeguidas: z.int(),
  pendentes: z.int(),
  falhas: z.int(),
});

/** One telling in the log. */
export const entregaWire = z.object({
  /** The `webhook-id` of every try. */
  id: z.uuid(),
  webhookId: z.uuid(),
  tipo: z.enum(ENTREGA_TIPOS),
  /** Its place in the conta's feed; null where it tells of no document. */
  sequencia: z.nullable(z.int()),
  notaId: z.nullable(z.uuid()),
  estado: z.enum(ENTREGA_ESTADOS),
  tentativas: z.int(),
  criadoEm: instant,
  ultimaEm: instant,
  /** When it is tried next; empty when it is not. */
  proximaEm: instant,
  /** Of the last try: the HTTP status and how long it took, in ms. */
  status: z.nullable(z.int()),
  ms: z.nullable(z.int()),
  /** What went wrong, in a sentence; null when nothing did. */
  erro: z.nullable(z.string()),
});

/** The same with what was sent, and the beginning of what was answered. */
export const entregaDetalheWire = z.extend(entregaWire, {
  corpo: z.string(),
  resposta: z.nullable(z.string()),
});

const filled = (key: MensagemKey) => z.refine<readonly string[]>((all) => all.length > 0, key);
const id = z.strictObject({ id: z.uuid() });
/** The secret is whole only in the answer that makes it; null where none was made. */
export const webhookComSegredo = z.extend(webhookWire, { segredo: z.nullable(z.string()) });

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
  /**
   * Without an id it makes a webhook, whose secret is in this answer alone, and which is told of what happens from now on. One that is turned on
   * again goes on where it stopped; with `pular` it leaves out what happened meanwhile.
   */
  "Webhook.saveWebhook": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    params: z.strictObject({
      webhook: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        url: obrigatorio(WEBHOOK_URL_MAX),
        descricao: z.optional(z.nullable(nomeOpcional())),
        tipos: z
          .array(z.enum(WEBHOOK_TIPOS))
          .check(z.maxLength(WEBHOOK_TIPOS.length), filled("webhookSemTipo")),
        empresas: z.optional(
          z.nullable(
            z.array(z.uuid()).check(z.maxLength(EMPRESAS_DO_USUARIO_MAX), filled("webhookSemEmpresa")),
          ),
        ),
        ativo: z.optional(z.boolean()),
        pular: z.optional(z.boolean()),
      }),
    }),
    result: one(webhookComSegredo),
  }),
  "Webhook.deleteWebhook": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    params: id,
    result: acknowledged,
  }),
  /** Another secret; the one before signs too for some hours. */
  "Webhook.rotateSegredo": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    params: z.strictObject({
      id: z.uuid(),
      gracaHoras: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(WEBHOOK_GRACA_MAX_HORAS)))),
    }),
    result: one(webhookComSegredo),
  }),
  /** Sends the event `teste` now, once, and says how it went; also while the webhook is off. */
  "Webhook.testWebhook": method({
    access: "manager",
    readOnly: false,
    params: id,
    result: one(entregaDetalheWire),
  }),
  "Webhook.getListEntrega": method({
    access: "manager",
    readOnly: true,
    params: z.strictObject({
      webhookId: z.uuid(),
      estado: z.optional(z.nullable(z.enum(ENTREGA_ESTADOS))),
      tipo: z.optional(z.nullable(z.enum(ENTREGA_TIPOS))),
      ...page,
    }),
    result: list(entregaWire),
  }),
  "Webhook.getEntrega": method({
    access: "manager",
    readOnly: true,
    params: id,
    result: one(entregaDetalheWire),
  }),
  /** Sends one again, with the same webhook-id and body. */
  "Webhook.resendEntrega": method({
    access: "manager",
    readOnly: false,
    params: id,
    result: one(entregaWire),
  }),
  /** The same with all that failed and were made since a moment; says how many. */
  "Webhook.resendFalhas": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({ webhookId: z.uuid(), desde: instantParam }),
    result: one(z.object({ reenviadas: z.int() })),
  }),
} as const;
