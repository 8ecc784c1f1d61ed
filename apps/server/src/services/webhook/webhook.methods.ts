import { WEBHOOK_GRACE_HOURS } from "@malote/contract";
import { HOUR_MS } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { readPage, readTotal } from "../list/list.rules.ts";
import { registerAct } from "../registro/register-act.ts";
import { countDeliveries, findDeliveries, findDelivery } from "./delivery.rows.ts";
import { resendDelivery, resendFailed } from "./resend-deliveries.ts";
import { describe, saveWebhook } from "./save-webhook.ts";
import { sendTestDelivery } from "./send-test.ts";
import { deleteWebhook, findWebhook, findWebhooks, replaceSecret } from "./webhook.rows.ts";
import { writeDelivery, writeDeliveryDetail, writeWebhook } from "./webhook.wire.ts";
import { createWebhookSecret, sealSecret } from "./webhook-secret.ts";

export const webhookMethods = {
  "Webhook.getListWebhook": async (ctx) => {
    requireAllEmpresas(ctx);
    const results = await readWebhooks(ctx);
    return { results, totalCount: results.length };
  },

  "Webhook.getWebhook": async (ctx, { id }) => ({ object: await readWebhook(ctx, id) }),

  "Webhook.saveWebhook": async (ctx, { webhook }) => {
    requireAllEmpresas(ctx);
    const { id, segredo: secret } = await saveWebhook(ctx, webhook);
    ctx.wake?.();
    return { object: { ...(await readWebhook(ctx, id)), segredo: secret } };
  },

  "Webhook.deleteWebhook": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    requireAllEmpresas(ctx);
    await ctx.database.withConta(contaId, async (db) => {
      const stored = await findWebhook(db, contaId, { id, lock: true });
      if (stored === null) throw new Refusal("webhookNaoEncontrado");
      await deleteWebhook(db, contaId, id);
      await registerAct(ctx, db, { acao: "excluir-webhook", alvo: id, detalhe: describe(stored) });
    });
    return {};
  },

  "Webhook.rotateSegredo": async (ctx, { id, gracaHoras }) => {
    const { contaId } = ctx.caller;
    requireAllEmpresas(ctx);
    const secret = createWebhookSecret();
    const sealed = sealSecret(ctx.secretBox, id, secret);
    const hours = gracaHoras ?? WEBHOOK_GRACE_HOURS;
    const anteriorAte = hours === 0 ? null : new Date(ctx.clock.now().getTime() + hours * HOUR_MS);
    await ctx.database.withConta(contaId, async (db) => {
      const stored = await findWebhook(db, contaId, { id, lock: true });
      if (stored === null) throw new Refusal("webhookNaoEncontrado");
      await replaceSecret(db, contaId, { id, sealed, anteriorAte });
      await registerAct(ctx, db, { acao: "girar-webhook", alvo: id, detalhe: describe(stored) });
    });
    return { object: { ...(await readWebhook(ctx, id)), segredo: secret } };
  },

  "Webhook.testWebhook": async (ctx, { id }) => {
    requireAllEmpresas(ctx);
    return { object: writeDeliveryDetail(await sendTestDelivery(ctx, id)) };
  },

  "Webhook.getListEntrega": async (ctx, { webhookId, estado, tipo, ...params }) => {
    const { contaId } = ctx.caller;
    requireAllEmpresas(ctx);
    const page = readPage(params);
    const filter = { webhookId, estado, tipo };
    return await ctx.database.withConta(contaId, async (db) => {
      if ((await findWebhook(db, contaId, { id: webhookId, lock: false })) === null) {
        throw new Refusal("webhookNaoEncontrado");
      }
      const rows = await findDeliveries(db, contaId, { filtro: filter, pagina: page });
      const total = await readTotal(page, rows.length, () => countDeliveries(db, contaId, filter));
      return { results: rows.map(writeDelivery), ...total };
    });
  },

  "Webhook.getEntrega": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    requireAllEmpresas(ctx);
    const found = await ctx.database.withConta(contaId, (db) => findDelivery(db, contaId, id));
    if (found === null) throw new Refusal("entregaNaoEncontrada");
    return { object: writeDeliveryDetail(found) };
  },

  "Webhook.resendEntrega": async (ctx, { id }) => {
    requireAllEmpresas(ctx);
    return { object: writeDelivery(await resendDelivery(ctx, id)) };
  },

  "Webhook.resendFalhas": async (ctx, pedido) => {
    requireAllEmpresas(ctx);
    return { object: { reenviadas: await resendFailed(ctx, pedido) } };
  },
} satisfies Handlers<"Webhook">;

/** Users restricted to some companies may not manage webhooks.   @throws {Refusal} acessoRestrito */
function requireAllEmpresas({ caller }: SignedInContext): void {
  if (caller.empresas !== null) throw new Refusal("acessoRestrito");
}

async function readWebhooks({ database, caller, secretBox, clock }: SignedInContext, id?: string) {
  const { contaId } = caller;
  const rows = await database.withConta(contaId, (db) => findWebhooks(db, contaId, id));
  return rows.map((row) => writeWebhook(row, { secretBox: secretBox, now: clock.now() }));
}

async function readWebhook(ctx: SignedInContext, id: string) {
  requireAllEmpresas(ctx);
  const [webhook] = await readWebhooks(ctx, id);
  if (webhook === undefined) throw new Refusal("webhookNaoEncontrado");
  return webhook;
}
