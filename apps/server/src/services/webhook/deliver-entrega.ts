import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../../app-context.ts";
import { machineNow } from "../../clock.ts";
import type { Sql } from "../../db/index.ts";
import { isAway } from "../../errors.ts";
import { findEmailOfEntrega } from "../email/email-origem.rows.ts";
import { disableWebhook } from "./disable-webhook.ts";
import { type EntregaDevida, hasRecusadas, noteTentativa, pullForward } from "./entrega.rows.ts";
import type { Carteiro, Mensagem } from "./post-webhook.ts";
import { type Noticia, noteFalha, noteResposta, type WebhookRow } from "./webhook.rows.ts";
import {
  FALHAS_DA_PAUSA,
  isDaMensagem,
  nextTry,
  PAUSA_MS,
  RECUSADAS_SEGUIDAS,
  type Resultado,
  resultadoOf,
  type Tentativa,
} from "./webhook.rules.ts";
import { openSegredo, signMensagem } from "./webhook-segredo.ts";

/** Waits between attempts to record a delivery while the database is unavailable, in ms. */
const WRITE_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

type Segredos = Pick<WebhookRow, "id" | "segredoSelado" | "anteriorSelado" | "anteriorAte">;

/**
 * Signs a message. The timestamp is the machine's clock, because receivers compare it with their own.
 * @throws {CofreError} when MALOTE_KEY has changed
 */
export function signEntrega(
  { cofre, clock }: Pick<AppContext, "cofre" | "clock">,
  webhook: Segredos,
  { id, corpo }: { id: string; corpo: string },
): Mensagem {
  const { anteriorSelado, anteriorAte } = webhook;
  const both = anteriorSelado !== null && anteriorAte !== null && anteriorAte > clock.now();
  const selados = both ? [webhook.segredoSelado, anteriorSelado] : [webhook.segredoSelado];
  const segredos = selados.map((selado) => openSegredo(cofre, webhook.id, selado));
  const timestamp = Math.floor(machineNow(clock).getTime() / 1_000);
  return { id, timestamp, corpo, assinaturas: signMensagem(segredos, { id, timestamp, corpo }) };
}

type Alvo = { contaId: string; webhook: WebhookRow; carteiro: Carteiro };

/**
 * Attempts one delivery and records the result. If the process
 * dies in between, the message is sent again with the same id.
 */
export async function deliverEntrega(
  ctx: AppContext,
  alvo: Alvo,
  entrega: EntregaDevida,
): Promise<Resultado> {
  const mensagem = signEntrega(ctx, alvo.webhook, entrega);
  const began = ctx.clock.now();
  const tentativa = await post(ctx, alvo, mensagem);
  await writeDown(() =>
    ctx.database.withContaSql(alvo.contaId, (sql) => note(ctx, sql, { ...alvo, entrega, tentativa, began })),
  );
  return resultadoOf(tentativa);
}

/** One attempt, traced under the e-mail that caused the delivery. */
async function post(
  ctx: AppContext,
  { contaId, webhook, carteiro }: Alvo,
  mensagem: Mensagem,
): Promise<Tentativa> {
  if (!ctx.tracing.isOn) return await carteiro.post(mensagem);
  const { id } = mensagem;
  const emailId = await ctx.database.withContaSql(contaId, (sql) => findEmailOfEntrega(sql, contaId, id));
  const attributes = { "malote.conta": contaId, "malote.webhook": webhook.id, "malote.entrega": id };
  return await ctx.tracing.run(
    "webhook-entrega",
    { kind: "client", attributes, place: { emailId } },
    async (span) => {
      const tentativa = await carteiro.post(mensagem);
      if (tentativa.status !== null) span.set({ "http.response.status_code": tentativa.status });
      if (!tentativa.ok) span.fail(tentativa.erro ?? "status");
      return tentativa;
    },
  );
}

type Feita = Alvo & { entrega: EntregaDevida; tentativa: Tentativa; began: Date };

async function note(ctx: AppContext, sql: Sql, feita: Feita): Promise<void> {
  const { contaId, webhook, entrega, tentativa, began } = feita;
  const agora = ctx.clock.now();
  const primeiraEm = entrega.primeiraEm ?? began;
  // Lock the webhook first, as every transaction does that locks both rows.
  const noticia = await noteReceptor(sql, { contaId, id: webhook.id, tentativa, agora });
  if (noticia === null) return;
  const tentada = { ciclo: entrega.ciclo + 1, primeiraEm };
  const gone = tentativa.erro === "recusado";
  const proximaEm = tentativa.ok || gone ? null : nextTry(tentada, agora, tentativa.aguardeMs);
  const desiste = !tentativa.ok && proximaEm === null;
  const desliga = desiste && noticia.ativo && (gone || (await isDoReceptor(sql, feita, primeiraEm, noticia)));
  // The delivery that turns a webhook off stays pending, as all later ones do, until it is on again.
  const estado = tentativa.ok ? "entregue" : desiste && noticia.ativo && !desliga ? "falhou" : "pendente";
  const noted = { id: entrega.id, tentativa, estado, primeiraEm, agora, proximaEm } as const;
  if (!(await noteTentativa(sql, contaId, noted)) || !desliga) return;
  const { erro, status } = tentativa;
  const motivo = gone ? "recusado" : "falhas";
  const falha = erro ?? "interna";
  await disableWebhook(ctx, sql, { contaId, webhook, motivo, desde: primeiraEm, falha, status });
}

type Sobre = { contaId: string; id: string; tentativa: Tentativa; agora: Date };

/**
 * Records an attempt on the webhook. When a failing receiver
 * answers again, its waiting deliveries become due.
 */
async function noteReceptor(sql: Sql, { contaId, id, tentativa, agora }: Sobre): Promise<Noticia | null> {
  const resultado = resultadoOf(tentativa);
  if (resultado === "falhou") {
    const pausadoAte = new Date(agora.getTime() + PAUSA_MS);
    return await noteFalha(sql, contaId, { id, pausa: FALHAS_DA_PAUSA, pausadoAte });
  }
  const entregueEm = resultado === "entregue" ? agora : null;
  const noticia = await noteResposta(sql, contaId, { id, entregueEm });
  if ((noticia?.falhasAntes ?? 0) >= FALHAS_DA_PAUSA)
    await pullForward(sql, contaId, { webhookId: id, agora });
  return noticia;
}

/**
 * Whether a delivery that is given up counts against its receiver: nothing else was delivered
 * meanwhile, and the fault is not this message alone.
 */
async function isDoReceptor(
  sql: Sql,
  { contaId, webhook, tentativa }: Feita,
  primeiraEm: Date,
  { ultimaEntregaEm: desde }: Noticia,
): Promise<boolean> {
  if (desde !== null && desde >= primeiraEm) return false;
  if (!isDaMensagem(tentativa.status)) return true;
  return await hasRecusadas(sql, contaId, { webhookId: webhook.id, desde, quantas: RECUSADAS_SEGUIDAS });
}

/** Retries the write, so that a database restart does not cause a second delivery. */
async function writeDown(write: () => Promise<void>): Promise<void> {
  for (const wait of WRITE_WAITS_MS) {
    try {
      return await write();
    } catch (error) {
      if (!isAway(error)) throw error;
      await sleep(wait);
    }
  }
  await write();
}
