import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../../app-context.ts";
import { machineNow } from "../../clock.ts";
import type { Sql } from "../../db/index.ts";
import { isAway } from "../../errors.ts";
import { disableWebhook } from "./disable-webhook.ts";
import { type EntregaDevida, noteTentativa, pullForward } from "./entrega.rows.ts";
import type { Carteiro, Mensagem } from "./post-webhook.ts";
import { noteFalha, noteSucesso, type WebhookRow } from "./webhook.rows.ts";
import { FALHAS_DA_PAUSA, nextTry, PAUSA_MS, type Tentativa } from "./webhook.rules.ts";
import { openSegredo, signMensagem } from "./webhook-segredo.ts";

/** Waits between tries to write down what was delivered while the database is away, in ms. */
const WRITE_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

type Segredos = Pick<WebhookRow, "id" | "segredoSelado" | "anteriorSelado" | "anteriorAte">;

/**
 * A message as it leaves. Its time is the machine's: receivers hold it against their own clock.
 * @throws {CofreError} when MALOTE_KEY is another
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
 * Tries one telling and writes down how it went. Between the two a process may die: it is then sent again, under the same id.
 * @returns whether it was delivered
 */
export async function deliverEntrega(ctx: AppContext, alvo: Alvo, entrega: EntregaDevida): Promise<boolean> {
  const mensagem = signEntrega(ctx, alvo.webhook, entrega);
  const began = ctx.clock.now();
  const tentativa = await alvo.carteiro.post(mensagem);
  await writeDown(() =>
    ctx.database.withContaSql(alvo.contaId, (sql) => note(ctx, sql, { ...alvo, entrega, tentativa, began })),
  );
  return tentativa.ok;
}

type Feita = Alvo & { entrega: EntregaDevida; tentativa: Tentativa; began: Date };

async function note(ctx: AppContext, sql: Sql, feita: Feita): Promise<void> {
  const { contaId, webhook, entrega, tentativa, began } = feita;
  const agora = ctx.clock.now();
  const primeiraEm = entrega.primeiraEm ?? began;
  const { id } = entrega;
  const gone = tentativa.erro === "recusado";
  const tentada = { ciclo: entrega.ciclo + 1, primeiraEm };
  const proximaEm = tentativa.ok || gone ? null : nextTry(tentada, agora, tentativa.aguardeMs);
  // The webhook first, here as in every transaction that holds both.
  if (tentativa.ok) {
    const falhas = await noteSucesso(sql, contaId, { id: webhook.id, agora });
    await noteTentativa(sql, contaId, { id, tentativa, primeiraEm, agora, proximaEm });
    if (falhas >= FALHAS_DA_PAUSA) await pullForward(sql, contaId, { webhookId: webhook.id, agora });
    return;
  }
  const pausadoAte = new Date(agora.getTime() + PAUSA_MS);
  const antes = await noteFalha(sql, contaId, { id: webhook.id, pausa: FALHAS_DA_PAUSA, pausadoAte });
  if (!(await noteTentativa(sql, contaId, { id, tentativa, primeiraEm, agora, proximaEm }))) return;
  if (antes === null || proximaEm !== null) return;
  const { ultimaEntregaEm } = antes;
  // One telling that a receiver cannot digest, while others arrive, is in the log and does not stop them.
  const silent = ultimaEntregaEm === null || ultimaEntregaEm < primeiraEm;
  if (!gone && !silent) return;
  const { erro, status } = tentativa;
  const motivo = gone ? "recusado" : "falhas";
  const falha = erro ?? "interna";
  await disableWebhook(ctx, sql, { contaId, webhook, motivo, desde: primeiraEm, falha, status });
}

/** What was delivered must not be sent again because the database restarts. */
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
