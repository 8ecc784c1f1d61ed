import { type ParsedParamsOf, WEBHOOKS_MAX } from "@malote/contract";
import { MailOutage } from "@malote/mailbox";
import { newId, type Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAto } from "../registro/register-ato.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { checkReceptor, redeOfWebhook } from "./post-webhook.ts";
import { toWebhook } from "./to-webhook.ts";
import {
  countEmpresas,
  countWebhooksLocked,
  findWebhook,
  insertWebhook,
  turnOff,
  turnOn,
  updateWebhook,
  type WebhookNovo,
} from "./webhook.rows.ts";
import { hostOf, readUrl } from "./webhook.rules.ts";
import { makeSegredo, sealSegredo } from "./webhook-segredo.ts";

type Digitado = ParsedParamsOf<"Webhook.saveWebhook">["webhook"];

/**
 * Saves a webhook.
 * @returns its id, and its secret when it is new
 * @throws {Refusal} for a forbidden address, companies
 * outside the conta, webhooksDemais, webhookNaoEncontrado
 */
export async function saveWebhook(
  ctx: SignedInContext,
  digitado: Digitado,
): Promise<{ id: string; segredo: string | null }> {
  const { contaId, contaSandbox } = ctx.caller;
  const url = readUrl(digitado.url, ctx.config.permitirPrivado && contaSandbox);
  await refuseProibido(ctx, url);
  const empresas = digitado.empresas ? [...new Set(digitado.empresas)] : null;
  const novo = {
    url: url.href,
    descricao: digitado.descricao?.trim() || url.hostname,
    tipos: [...new Set(digitado.tipos)],
    empresas,
  };
  return await ctx.database.withContaSql(contaId, async (sql) => {
    if (empresas !== null && (await countEmpresas(sql, contaId, empresas)) !== empresas.length) {
      throw new Refusal("empresaNaoEncontrada", { campo: "webhook.empresas" });
    }
    if (!digitado.id) return await create(ctx, sql, novo);
    await change(ctx, sql, { digitado, novo: { ...novo, id: digitado.id } });
    return { id: digitado.id, segredo: null };
  });
}

/** A name that does not resolve now may resolve later; the test and the delivery log report it. */
async function refuseProibido(ctx: SignedInContext, url: URL): Promise<void> {
  const campo = "webhook.url";
  try {
    await checkReceptor(url, redeOfWebhook(ctx, ctx.caller.contaSandbox));
  } catch (error) {
    if (!(error instanceof MailOutage)) throw error;
    if (error.codigo === "porta-proibida") throw new Refusal("webhookPortaProibida", { campo });
    if (error.causa === "endereco-proibido") throw new Refusal("webhookEnderecoProibido", { campo });
  }
}

async function create(
  ctx: SignedInContext,
  sql: Sql,
  novo: Omit<WebhookNovo, "id">,
): Promise<{ id: string; segredo: string }> {
  const { contaId } = ctx.caller;
  if ((await countWebhooksLocked(sql, contaId)) >= WEBHOOKS_MAX) {
    throw new Refusal("webhooksDemais", { values: { limite: WEBHOOKS_MAX } });
  }
  const id = newId();
  const segredo = makeSegredo();
  const segredoSelado = sealSegredo(ctx.cofre, id, segredo);
  await insertWebhook(sql, contaId, { ...novo, id, segredoSelado, agora: ctx.clock.now() });
  await registerAto(ctx, sql, { acao: "criar-webhook", alvo: id, detalhe: describe(novo) });
  return { id, segredo };
}

async function change(
  ctx: SignedInContext,
  sql: Sql,
  { digitado, novo }: { digitado: Digitado; novo: WebhookNovo },
): Promise<void> {
  const { contaId } = ctx.caller;
  const { id } = novo;
  const agora = ctx.clock.now();
  const stored = await findWebhook(sql, contaId, { id, lock: true });
  if (stored === null) throw new Refusal("webhookNaoEncontrado");
  await updateWebhook(sql, contaId, novo);
  const ativo = digitado.ativo ?? stored.ativo;
  if (ativo && !stored.ativo) {
    await turnOn(sql, contaId, { id, pular: digitado.pular === true, agora });
    await planTarefas(sql, contaId, [toWebhook(contaId, id, agora)]);
  }
  if (!ativo) await turnOff(sql, contaId, { id, motivo: "pessoa", agora });
  const change = ativo === stored.ativo ? "" : ativo ? " · ativado" : " · desativado";
  await registerAto(ctx, sql, { acao: "alterar-webhook", alvo: id, detalhe: `${describe(novo)}${change}` });
}

/** Description of a webhook for the audit record. */
export function describe({ descricao, url }: { descricao: string; url: string }): string {
  return `${descricao} · ${hostOf(url)}`;
}
