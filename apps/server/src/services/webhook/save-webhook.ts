import { type ParsedParamsOf, WEBHOOKS_MAX } from "@malote/contract";
import { MailOutage } from "@malote/mailbox";
import { type Db, newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAct } from "../registro/register-act.ts";
import { planTasks } from "../task/task.rows.ts";
import { checkReceiver, networkPolicyOf } from "./post-webhook.ts";
import {
  countEmpresas,
  countWebhooksLocked,
  findWebhook,
  insertWebhook,
  type NewWebhook,
  turnOff,
  turnOn,
  updateWebhook,
} from "./webhook.rows.ts";
import { hostOf, readUrl } from "./webhook.rules.ts";
import { createWebhookSecret, sealSecret } from "./webhook-secret.ts";
import { toWebhookTask } from "./webhook-task.ts";

type WebhookInput = ParsedParamsOf<"Webhook.saveWebhook">["webhook"];

/**
 * Saves a webhook.
 * @returns its id, and its secret when it is new
 * @throws {Refusal} for a forbidden address, companies
 * outside the conta, webhooksDemais, webhookNaoEncontrado
 */
export async function saveWebhook(
  ctx: SignedInContext,
  input: WebhookInput,
): Promise<{ id: string; segredo: string | null }> {
  const { contaId, contaSandbox } = ctx.caller;
  const url = readUrl(input.url, ctx.config.allowPrivate && contaSandbox);
  await refuseForbiddenAddress(ctx, url);
  const empresas = input.empresas ? [...new Set(input.empresas)] : null;
  const newWebhook = {
    url: url.href,
    descricao: input.descricao?.trim() || url.hostname,
    tipos: [...new Set(input.tipos)],
    empresas,
  };
  return await ctx.database.withConta(contaId, async (db) => {
    if (empresas !== null && (await countEmpresas(db, contaId, empresas)) !== empresas.length) {
      throw new Refusal("empresaNaoEncontrada", { campo: "webhook.empresas" });
    }
    if (!input.id) return await createWebhook(ctx, db, newWebhook);
    await change(ctx, db, { input, newWebhook: { ...newWebhook, id: input.id } });
    return { id: input.id, segredo: null };
  });
}

/** A name that does not resolve now may resolve later; the test and the delivery log report it. */
async function refuseForbiddenAddress(ctx: SignedInContext, url: URL): Promise<void> {
  const campo = "webhook.url";
  try {
    await checkReceiver(url, networkPolicyOf(ctx, ctx.caller.contaSandbox));
  } catch (error) {
    if (!(error instanceof MailOutage)) throw error;
    if (error.codigo === "porta-proibida") throw new Refusal("webhookPortaProibida", { campo });
    if (error.causa === "endereco-proibido") throw new Refusal("webhookEnderecoProibido", { campo });
  }
}

async function createWebhook(
  ctx: SignedInContext,
  db: Db,
  newWebhook: Omit<NewWebhook, "id">,
): Promise<{ id: string; segredo: string }> {
  const { contaId } = ctx.caller;
  if ((await countWebhooksLocked(db, contaId)) >= WEBHOOKS_MAX) {
    throw new Refusal("webhooksDemais", { values: { limite: WEBHOOKS_MAX } });
  }
  const id = newId();
  const secret = createWebhookSecret();
  const sealedSecret = sealSecret(ctx.secretBox, id, secret);
  await insertWebhook(db, contaId, { ...newWebhook, id, segredoSelado: sealedSecret, now: ctx.clock.now() });
  await registerAct(ctx, db, { acao: "criar-webhook", alvo: id, detalhe: describe(newWebhook) });
  return { id, segredo: secret };
}

async function change(
  ctx: SignedInContext,
  db: Db,
  { input, newWebhook }: { input: WebhookInput; newWebhook: NewWebhook },
): Promise<void> {
  const { contaId } = ctx.caller;
  const { id } = newWebhook;
  const now = ctx.clock.now();
  const stored = await findWebhook(db, contaId, { id, lock: true });
  if (stored === null) throw new Refusal("webhookNaoEncontrado");
  await updateWebhook(db, contaId, newWebhook);
  const ativo = input.ativo ?? stored.ativo;
  if (ativo && !stored.ativo) {
    await turnOn(db, contaId, { id, skipMissed: input.pular === true, now });
    await planTasks(db, contaId, [toWebhookTask(contaId, id, now)]);
  }
  if (!ativo) await turnOff(db, contaId, { id, motivo: "pessoa", now });
  const changeExistingWebhook = ativo === stored.ativo ? "" : ativo ? " · ativado" : " · desativado";
  await registerAct(ctx, db, {
    acao: "alterar-webhook",
    alvo: id,
    detalhe: `${describe(newWebhook)}${changeExistingWebhook}`,
  });
}

/** Description of a webhook for the audit record. */
export function describe({ descricao, url }: { descricao: string; url: string }): string {
  return `${descricao} · ${hostOf(url)}`;
}
