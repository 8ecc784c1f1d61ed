import { callMethod, type RestHandlers } from "../rest-handler.ts";
import { toPageParams, writeList } from "./list.ts";

export const webhookRoutes = {
  "GET /webhooks": async (ctx) => ({
    corpo: writeList(await callMethod(ctx, "Webhook.getListWebhook", {})),
  }),
  "POST /webhooks": async (ctx, { corpo: webhook }) => {
    const { object } = await callMethod(ctx, "Webhook.saveWebhook", { webhook });
    return { corpo: object, local: `/webhooks/${object.id}` };
  },
  "GET /webhooks/{id}": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Webhook.getWebhook", caminho)).object,
  }),
  "PUT /webhooks/{id}": async (ctx, { caminho, corpo }) => ({
    corpo: (await callMethod(ctx, "Webhook.saveWebhook", { webhook: { ...corpo, id: caminho.id } })).object,
  }),
  "DELETE /webhooks/{id}": async (ctx, { caminho }) => {
    await callMethod(ctx, "Webhook.deleteWebhook", caminho);
    return {};
  },
  "POST /webhooks/{id}/testar": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Webhook.testWebhook", caminho)).object,
  }),
  "POST /webhooks/{id}/girarSegredo": async (ctx, { caminho, corpo }) => ({
    corpo: (await callMethod(ctx, "Webhook.rotateSegredo", { ...corpo, id: caminho.id })).object,
  }),
  "GET /webhooks/{id}/entregas": async (ctx, { caminho, query: { estado, aviso, ...query } }) => {
    const params = { webhookId: caminho.id, estado, tipo: aviso, ...toPageParams(query) };
    return { corpo: writeList(await callMethod(ctx, "Webhook.getListEntrega", params)) };
  },
  "POST /webhooks/{id}/reenviarFalhas": async (ctx, { caminho, corpo: { desde } }) => ({
    corpo: (await callMethod(ctx, "Webhook.resendFalhas", { webhookId: caminho.id, desde })).object,
  }),
  "GET /entregas/{id}": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Webhook.getEntrega", caminho)).object,
  }),
  "POST /entregas/{id}/reenviar": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Webhook.resendEntrega", caminho)).object,
  }),
} satisfies Partial<RestHandlers>;
