import * as z from "zod/mini";
import { NAME_MAX, USUARIO_EMPRESAS_MAX, WEBHOOK_GRACE_MAX_HOURS, WEBHOOK_URL_MAX } from "../limits.ts";
import {
  DELIVERY_STATES,
  DELIVERY_TYPES,
  deliveryDetailWire,
  deliveryWire,
  WEBHOOK_TYPES,
  webhookMethods,
  webhookWire,
  webhookWithSecret,
} from "../services/webhook.ts";
import { instantParam } from "../wire-dates.ts";
import { created, json, listOf, noContent, restRoute } from "./route.ts";
import { byId, byPage } from "./shared.ts";

const typedText = {
  url: z.string().check(z.minLength(1), z.maxLength(WEBHOOK_URL_MAX)),
  descricao: z.optional(z.nullable(z.string().check(z.maxLength(NAME_MAX)))),
  tipos: z.array(z.enum(WEBHOOK_TYPES)).check(z.minLength(1), z.maxLength(WEBHOOK_TYPES.length)),
  empresas: z.optional(
    z.nullable(z.array(z.uuid()).check(z.minLength(1), z.maxLength(USUARIO_EMPRESAS_MAX))),
  ),
};
const section = "Webhooks" as const;
const scope = "admin" as const;

export const webhooksRest = {
  "GET /webhooks": restRoute({
    secao: section,
    resumo: "Os webhooks da conta, e como estão",
    escopo: scope,
    gemeo: "Webhook.getListWebhook",
    responde: json(listOf(webhookWire)),
  }),
  "POST /webhooks": restRoute({
    secao: section,
    resumo: "Cadastra um webhook",
    descricao:
      "O `segredo` vem inteiro só nesta resposta. O webhook é avisado do que for publicado a partir de agora.",
    escopo: scope,
    gemeo: "Webhook.saveWebhook",
    corpo: z.strictObject(typedText),
    responde: created(webhookWithSecret),
  }),
  "GET /webhooks/{id}": restRoute({
    secao: section,
    resumo: "Um webhook",
    escopo: scope,
    gemeo: "Webhook.getWebhook",
    caminho: byId,
    responde: json(webhookWire),
    vivos: ["ultimaEntregaEm", "falhasSeguidas", "pendentes", "falhas"],
  }),
  "PUT /webhooks/{id}": restRoute({
    secao: section,
    resumo: "Altera um webhook; `ativo` ativa ou desativa",
    descricao:
      "Ao ser reativado, continua de onde parou; com `pular`, o que aconteceu enquanto estava desativado fica de fora.",
    escopo: scope,
    gemeo: "Webhook.saveWebhook",
    caminho: byId,
    corpo: z.strictObject({
      ...typedText,
      ativo: z.optional(z.boolean()),
      pular: z.optional(z.boolean()),
    }),
    responde: json(webhookWire),
    versaoDe: "GET /webhooks/{id}",
  }),
  "DELETE /webhooks/{id}": restRoute({
    secao: section,
    resumo: "Exclui um webhook e o registro de suas entregas",
    escopo: scope,
    gemeo: "Webhook.deleteWebhook",
    caminho: byId,
    responde: noContent,
  }),
  "POST /webhooks/{id}/testar": restRoute({
    secao: section,
    resumo: "Envia o aviso `teste` agora, uma vez, e mostra o resultado",
    escopo: scope,
    gemeo: "Webhook.testWebhook",
    caminho: byId,
    responde: json(deliveryDetailWire),
    semEfeito: true,
  }),
  "POST /webhooks/{id}/girarSegredo": restRoute({
    secao: section,
    resumo: "Troca o segredo; o anterior continua assinando junto por algumas horas",
    descricao: "O `segredo` vem inteiro só nesta resposta.",
    escopo: scope,
    gemeo: "Webhook.rotateSegredo",
    caminho: byId,
    corpo: z.strictObject({
      gracaHoras: z.optional(z.int().check(z.minimum(0), z.maximum(WEBHOOK_GRACE_MAX_HOURS))),
    }),
    responde: json(webhookWithSecret),
  }),
  "GET /webhooks/{id}/entregas": restRoute({
    secao: section,
    resumo: "As entregas de um webhook, da mais recente à mais antiga",
    descricao: "Ficam 30 dias.",
    escopo: scope,
    gemeo: "Webhook.getListEntrega",
    caminho: byId,
    query: z.strictObject({
      ...byPage,
      estado: z.optional(z.enum(DELIVERY_STATES)),
      aviso: z.optional(z.enum(DELIVERY_TYPES)),
    }),
    responde: json(listOf(deliveryWire)),
  }),
  "POST /webhooks/{id}/reenviarFalhas": restRoute({
    secao: section,
    resumo: "Reenvia as entregas que falharam, das criadas desde um momento",
    descricao: "Até 5.000 por chamada, da mais antiga à mais recente.",
    escopo: scope,
    gemeo: "Webhook.resendFalhas",
    caminho: byId,
    corpo: z.strictObject({ desde: instantParam }),
    responde: json(webhookMethods["Webhook.resendFalhas"].result.schema),
  }),
  "GET /entregas/{id}": restRoute({
    secao: section,
    resumo: "Uma entrega, com o que foi enviado e o começo do que o servidor respondeu",
    escopo: scope,
    gemeo: "Webhook.getEntrega",
    caminho: byId,
    responde: json(deliveryDetailWire),
  }),
  "POST /entregas/{id}/reenviar": restRoute({
    secao: section,
    resumo: "Reenvia uma entrega, com o mesmo `webhook-id` e o mesmo corpo",
    escopo: scope,
    gemeo: "Webhook.resendEntrega",
    caminho: byId,
    responde: json(deliveryWire),
  }),
} as const;
