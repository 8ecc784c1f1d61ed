import * as z from "zod/mini";
import { EMPRESAS_DO_USUARIO_MAX, NOME_MAX, WEBHOOK_GRACA_MAX_HORAS, WEBHOOK_URL_MAX } from "../limits.ts";
import {
  ENTREGA_ESTADOS,
  ENTREGA_TIPOS,
  entregaDetalheWire,
  entregaWire,
  WEBHOOK_TIPOS,
  webhookComSegredo,
  webhookMethods,
  webhookWire,
} from "../services/webhook.ts";
import { instantParam } from "../wire-dates.ts";
import { porId, porPagina } from "./comum.ts";
import { criado, json, lista, nada, rota } from "./rota.ts";

const digitado = {
  url: z.string().check(z.minLength(1), z.maxLength(WEBHOOK_URL_MAX)),
  descricao: z.optional(z.nullable(z.string().check(z.maxLength(NOME_MAX)))),
  tipos: z.array(z.enum(WEBHOOK_TIPOS)).check(z.minLength(1), z.maxLength(WEBHOOK_TIPOS.length)),
  empresas: z.optional(
    z.nullable(z.array(z.uuid()).check(z.minLength(1), z.maxLength(EMPRESAS_DO_USUARIO_MAX))),
  ),
};
const secao = "Webhooks" as const;
const escopo = "admin" as const;

export const webhooksRest = {
  "GET /webhooks": rota({
    secao,
    resumo: "Os webhooks da conta, e como estão",
    escopo,
    gemeo: "Webhook.getListWebhook",
    responde: json(lista(webhookWire)),
  }),
  "POST /webhooks": rota({
    secao,
    resumo: "Cadastra um webhook",
    descricao:
      "O `segredo` vem inteiro só nesta resposta. O webhook é avisado do que for publicado a partir de agora.",
    escopo,
    gemeo: "Webhook.saveWebhook",
    corpo: z.strictObject(digitado),
    responde: criado(webhookComSegredo),
  }),
  "GET /webhooks/{id}": rota({
    secao,
    resumo: "Um webhook",
    escopo,
    gemeo: "Webhook.getWebhook",
    caminho: porId,
    responde: json(webhookWire),
    vivos: ["ultimaEntregaEm", "falhasSeguidas", "pendentes", "falhas"],
  }),
  "PUT /webhooks/{id}": rota({
    secao,
    resumo: "Altera um webhook; `ativo` ativa ou desativa",
    descricao:
      "Ao ser reativado, continua de onde parou; com `pular`, o que aconteceu enquanto estava desativado fica de fora.",
    escopo,
    gemeo: "Webhook.saveWebhook",
    caminho: porId,
    corpo: z.strictObject({
      ...digitado,
      ativo: z.optional(z.boolean()),
      pular: z.optional(z.boolean()),
    }),
    responde: json(webhookWire),
    versaoDe: "GET /webhooks/{id}",
  }),
  "DELETE /webhooks/{id}": rota({
    secao,
    resumo: "Exclui um webhook e o registro de suas entregas",
    escopo,
    gemeo: "Webhook.deleteWebhook",
    caminho: porId,
    responde: nada,
  }),
  "POST /webhooks/{id}/testar": rota({
    secao,
    resumo: "Envia o aviso `teste` agora, uma vez, e mostra o resultado",
    escopo,
    gemeo: "Webhook.testWebhook",
    caminho: porId,
    responde: json(entregaDetalheWire),
    semEfeito: true,
  }),
  "POST /webhooks/{id}/girarSegredo": rota({
    secao,
    resumo: "Troca o segredo; o anterior continua assinando junto por algumas horas",
    descricao: "O `segredo` vem inteiro só nesta resposta.",
    escopo,
    gemeo: "Webhook.rotateSegredo",
    caminho: porId,
    corpo: z.strictObject({
      gracaHoras: z.optional(z.int().check(z.minimum(0), z.maximum(WEBHOOK_GRACA_MAX_HORAS))),
    }),
    responde: json(webhookComSegredo),
  }),
  "GET /webhooks/{id}/entregas": rota({
    secao,
    resumo: "As entregas de um webhook, da mais recente à mais antiga",
    descricao: "Ficam 30 dias.",
    escopo,
    gemeo: "Webhook.getListEntrega",
    caminho: porId,
    query: z.strictObject({
      ...porPagina,
      estado: z.optional(z.enum(ENTREGA_ESTADOS)),
      aviso: z.optional(z.enum(ENTREGA_TIPOS)),
    }),
    responde: json(lista(entregaWire)),
  }),
  "POST /webhooks/{id}/reenviarFalhas": rota({
    secao,
    resumo: "Reenvia as entregas que falharam, das criadas desde um momento",
    descricao: "Até 5.000 por chamada, da mais antiga à mais recente.",
    escopo,
    gemeo: "Webhook.resendFalhas",
    caminho: porId,
    corpo: z.strictObject({ desde: instantParam }),
    responde: json(webhookMethods["Webhook.resendFalhas"].result.schema),
  }),
  "GET /entregas/{id}": rota({
    secao,
    resumo: "Uma entrega, com o que foi enviado e o começo do que o servidor respondeu",
    escopo,
    gemeo: "Webhook.getEntrega",
    caminho: porId,
    responde: json(entregaDetalheWire),
  }),
  "POST /entregas/{id}/reenviar": rota({
    secao,
    resumo: "Reenvia uma entrega, com o mesmo `webhook-id` e o mesmo corpo",
    escopo,
    gemeo: "Webhook.resendEntrega",
    caminho: porId,
    responde: json(entregaWire),
  }),
} as const;
