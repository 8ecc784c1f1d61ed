import { WEBHOOK_GRACA_HORAS } from "@malote/contract";
import { Refusal } from "../../errors.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { readPagina, readTotal } from "../lista/lista.rules.ts";
import { registerAto } from "../registro/register-ato.ts";
import { countEntregas, findEntrega, findEntregas } from "./entrega.rows.ts";
import { resendEntrega, resendFalhas } from "./resend-entregas.ts";
import { describe, saveWebhook } from "./save-webhook.ts";
import { testWebhook } from "./test-webhook.ts";
import { deleteWebhook, findWebhook, findWebhooks, replaceSegredo } from "./webhook.rows.ts";
import { writeEntrega, writeEntregaDetalhe, writeWebhook } from "./webhook.wire.ts";
import { makeSegredo, sealSegredo } from "./webhook-segredo.ts";

const HOUR_MS = 3_600_000;

export const webhookMethods = {
  "Webhook.getListWebhook": async (ctx) => {
    refuseRestrito(ctx);
    const results = await readWebhooks(ctx);
    return { results, totalCount: results.length };
  },

  "Webhook.getWebhook": async (ctx, { id }) => ({ object: await readWebhook(ctx, id) }),

  "Webhook.saveWebhook": async (ctx, { webhook }) => {
    refuseRestrito(ctx);
    const { id, segredo } = await saveWebhook(ctx, webhook);
    ctx.wake?.();
    return { object: { ...(await readWebhook(ctx, id)), segredo } };
  },

  "Webhook.deleteWebhook": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    refuseRestrito(ctx);
    await ctx.database.withContaSql(contaId, async (sql) => {
      const stored = await findWebhook(sql, contaId, { id, lock: true });
      if (stored === null) throw new Refusal("webhookNaoEncontrado");
      await deleteWebhook(sql, contaId, id);
      await registerAto(ctx, sql, { acao: "excluir-webhook", alvo: id, detalhe: describe(stored) });
    });
    return {};
  },

  "Webhook.rotateSegredo": async (ctx, { id, gracaHoras }) => {
    const { contaId } = ctx.caller;
    refuseRestrito(ctx);
    const segredo = makeSegredo();
    const selado = sealSegredo(ctx.cofre, id, segredo);
    const horas = gracaHoras ?? WEBHOOK_GRACA_HORAS;
    const anteriorAte = horas === 0 ? null : new Date(ctx.clock.now().getTime() + horas * HOUR_MS);
    await ctx.database.withContaSql(contaId, async (sql) => {
      const stored = await findWebhook(sql, contaId, { id, lock: true });
      if (stored === null) throw new Refusal("webhookNaoEncontrado");
      await replaceSegredo(sql, contaId, { id, selado, anteriorAte });
      await registerAto(ctx, sql, { acao: "girar-webhook", alvo: id, detalhe: describe(stored) });
    });
    return { object: { ...(await readWebhook(ctx, id)), segredo } };
  },

  "Webhook.testWebhook": async (ctx, { id }) => {
    refuseRestrito(ctx);
    return { object: writeEntregaDetalhe(await testWebhook(ctx, id)) };
  },

  "Webhook.getListEntrega": async (ctx, { webhookId, estado, tipo, ...params }) => {
    const { contaId } = ctx.caller;
    refuseRestrito(ctx);
    const pagina = readPagina(params);
    const filtro = { webhookId, estado, tipo };
    return await ctx.database.withContaSql(contaId, async (sql) => {
      if ((await findWebhook(sql, contaId, { id: webhookId, lock: false })) === null) {
        throw new Refusal("webhookNaoEncontrado");
      }
      const rows = await findEntregas(sql, contaId, { filtro, pagina });
      const total = await readTotal(pagina, rows.length, () => countEntregas(sql, contaId, filtro));
      return { results: rows.map(writeEntrega), ...total };
    });
  },

  "Webhook.getEntrega": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    refuseRestrito(ctx);
    const found = await ctx.database.withContaSql(contaId, (sql) => findEntrega(sql, contaId, id));
    if (found === null) throw new Refusal("entregaNaoEncontrada");
    return { object: writeEntregaDetalhe(found) };
  },

  "Webhook.resendEntrega": async (ctx, { id }) => {
    refuseRestrito(ctx);
    return { object: writeEntrega(await resendEntrega(ctx, id)) };
  },

  "Webhook.resendFalhas": async (ctx, pedido) => {
    refuseRestrito(ctx);
    return { object: { reenviadas: await resendFalhas(ctx, pedido) } };
  },
} satisfies Handlers<"Webhook">;

/** Users restricted to some companies may not manage webhooks.   @throws {Refusal} acessoRestrito */
function refuseRestrito({ caller }: SignedInContext): void {
  if (caller.empresas !== null) throw new Refusal("acessoRestrito");
}

async function readWebhooks({ database, caller, cofre, clock }: SignedInContext, id?: string) {
  const { contaId } = caller;
  const rows = await database.withContaSql(contaId, (sql) => findWebhooks(sql, contaId, id));
  return rows.map((row) => writeWebhook(row, { cofre, agora: clock.now() }));
}

async function readWebhook(ctx: SignedInContext, id: string) {
  refuseRestrito(ctx);
  const [webhook] = await readWebhooks(ctx, id);
  if (webhook === undefined) throw new Refusal("webhookNaoEncontrado");
  return webhook;
}
