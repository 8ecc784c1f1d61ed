import { newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { countUso } from "../limite/count-uso.ts";
import { signEntrega } from "./deliver-entrega.ts";
import { type EntregaDetalhe, findEntrega, insertTeste } from "./entrega.rows.ts";
import { openCarteiro, redeOfWebhook } from "./post-webhook.ts";
import { findIdentificador, findWebhook } from "./webhook.rows.ts";
import { TESTES_JANELA_MS, TESTES_MAX } from "./webhook.rules.ts";
import { writeCorpo } from "./write-corpo.ts";

/**
 * Sends the event `teste` and stores the result. It is
 * attempted once and does not change the webhook's state.
 * @throws {Refusal} webhookNaoEncontrado, muitosTestesWebhook
 */
export async function testWebhook(ctx: SignedInContext, webhookId: string): Promise<EntregaDetalhe> {
  const { contaId, usuarioId, contaSandbox } = ctx.caller;
  const found = await ctx.database.withContaSql(contaId, async (sql) => ({
    webhook: await findWebhook(sql, contaId, { id: webhookId, lock: false }),
    conta: await findIdentificador(sql, contaId),
  }));
  const { webhook, conta } = found;
  if (webhook === null) throw new Refusal("webhookNaoEncontrado");
  await countUso(ctx, {
    chave: `teste-webhook:${usuarioId}`,
    max: TESTES_MAX,
    janelaMs: TESTES_JANELA_MS,
    recusa: "muitosTestesWebhook",
  });
  const id = newId();
  const agora = ctx.clock.now();
  const dados = { mensagem: "Teste do Malote." };
  const corpo = writeCorpo(
    { conta, urlBase: "" },
    { id, tipo: "teste", criadoEm: agora, sequencia: null, dados },
  );
  const carteiro = openCarteiro(webhook.url, redeOfWebhook(ctx, contaSandbox));
  const tentativa = await carteiro
    .post(signEntrega(ctx, webhook, { id, corpo }))
    .finally(() => carteiro.close());
  const entrega = await ctx.database.withContaSql(contaId, async (sql) => {
    await insertTeste(sql, contaId, { id, webhookId, corpo, tentativa, agora });
    return await findEntrega(sql, contaId, id);
  });
  if (entrega === null) throw new Refusal("webhookNaoEncontrado");
  return entrega;
}
