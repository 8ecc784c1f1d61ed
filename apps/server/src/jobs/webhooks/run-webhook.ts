import { performance } from "node:perf_hooks";
import type { AppContext } from "../../app-context.ts";
import { planTarefas } from "../../services/tarefa/tarefa.rows.ts";
import { deliverEntrega } from "../../services/webhook/deliver-entrega.ts";
import { type EntregaDevida, findDevidas, findProxima } from "../../services/webhook/entrega.rows.ts";
import { planEntregas } from "../../services/webhook/plan-entregas.ts";
import { type Carteiro, openCarteiro, redeOfWebhook } from "../../services/webhook/post-webhook.ts";
import { toWebhook } from "../../services/webhook/to-webhook.ts";
import {
  findContaDoWebhook,
  findWebhook,
  pauseWebhook,
  type WebhookRow,
} from "../../services/webhook/webhook.rows.ts";
import { DESISTE_MS, FALHAS_DA_PAUSA, PAUSA_MS } from "../../services/webhook/webhook.rules.ts";
import type { JobHandlers } from "../job.ts";

/**
 * How long one turn of a webhook starts deliveries; then others get theirs. Together with the
 * longest attempt it is far below the lease.
 */
const TURNO_MS = 10_000;
/** Concurrent deliveries of one webhook, and deliveries read at a time. */
const AO_MESMO_TEMPO = 4;
const DEVIDAS = 48;
/** Ranges of the feed planned before deliveries are sent. */
const TRECHOS = 5;

/** Plans deliveries from the feed, sends the due ones, and plans its next run. */
export const webhookJob: JobHandlers = {
  run: async (ctx, { contaId, alvo }) => {
    const until = performance.now() + TURNO_MS;
    const conta = await ctx.database.withContaSql(contaId, (sql) => findContaDoWebhook(sql, contaId));
    let carteiro: Carteiro | undefined;
    let cheio = false;
    try {
      for (let rounds = 0; rounds === 0 || performance.now() < until; rounds += 1) {
        const { webhook, feed } = await plan(ctx, { contaId, contaUf: conta.uf, id: alvo });
        cheio = feed === "cheio";
        if (webhook === null || !webhook.ativo || isPaused(webhook, ctx.clock.now())) break;
        carteiro ??= openCarteiro(webhook.url, redeOfWebhook(ctx, conta.sandbox));
        const more = await deliver(ctx, { contaId, webhook, carteiro, until });
        if (more === "falhou" || (more === "nada" && feed !== "lendo")) break;
      }
    } finally {
      carteiro?.close();
    }
    await comeAgain(ctx, { contaId, id: alvo, cheio });
  },
  // The deliveries stay due, and the planner plans the task anew.
  onGiveUp: async () => {},
};

/**
 * The webhook after a part of the feed was planned for it; null when deleted. feed: ended, full, or
 * more to read.
 */
async function plan(
  ctx: AppContext,
  { contaId, contaUf, id }: { contaId: string; contaUf: string; id: string },
): Promise<{ webhook: WebhookRow | null; feed: "fim" | "cheio" | "lendo" }> {
  const find = () =>
    ctx.database.withContaSql(contaId, (sql) => findWebhook(sql, contaId, { id, lock: false }));
  let webhook = await find();
  for (let n = 0; n < TRECHOS && webhook?.ativo; n += 1) {
    const sequencia = await planEntregas(ctx, { contaId, contaUf, webhook });
    if (typeof sequencia === "string") return { webhook, feed: sequencia };
    webhook = { ...webhook, sequencia };
  }
  return { webhook, feed: "lendo" };
}

function isPaused({ pausadoAte }: WebhookRow, agora: Date): boolean {
  return pausadoAte !== null && pausadoAte > agora;
}

type Turno = { contaId: string; webhook: WebhookRow; carteiro: Carteiro; until: number };

/** Sends due deliveries concurrently; one at a time to an endpoint that seems down. */
async function deliver(ctx: AppContext, turno: Turno): Promise<"nada" | "bem" | "falhou"> {
  const { contaId, webhook, until } = turno;
  const isAway = webhook.falhasSeguidas >= FALHAS_DA_PAUSA;
  const agora = ctx.clock.now();
  const desistir = isAway ? new Date(agora.getTime() - DESISTE_MS) : null;
  const busca = { webhookId: webhook.id, agora, limite: isAway ? 1 : DEVIDAS, desistir };
  const devidas = await ctx.database.withContaSql(contaId, (sql) => findDevidas(sql, contaId, busca));
  let falhas = 0;
  const next = devidas.values();
  const work = async (): Promise<void> => {
    for (const entrega of next as Iterable<EntregaDevida>) {
      const resultado = await deliverEntrega(ctx, turno, entrega);
      falhas = resultado === "falhou" ? falhas + 1 : 0;
      if (falhas >= AO_MESMO_TEMPO || performance.now() >= until) return;
    }
  };
  await Promise.all(Array.from({ length: AO_MESMO_TEMPO }, work));
  if (falhas > 0) return "falhou";
  return devidas.length === 0 ? "nada" : "bem";
}

/**
 * cheio: the rest of the feed waits for capacity, which only the next attempt frees: no earlier run
 * is needed.
 */
async function comeAgain(
  ctx: AppContext,
  { contaId, id, cheio }: { contaId: string; id: string; cheio: boolean },
): Promise<void> {
  const agora = ctx.clock.now();
  await ctx.database.withContaSql(contaId, async (sql) => {
    const webhook = await findWebhook(sql, contaId, { id, lock: cheio });
    if (!webhook?.ativo) return;
    const proximaEm = await findProxima(sql, contaId, id);
    if (proximaEm === null) return;
    const pausa = webhook.pausadoAte?.getTime() ?? 0;
    const venceEm = new Date(Math.max(proximaEm.getTime(), pausa, agora.getTime()));
    if (cheio && venceEm > agora) {
      const ate = new Date(Math.min(venceEm.getTime(), agora.getTime() + PAUSA_MS));
      await pauseWebhook(sql, contaId, { id, ate });
    }
    await planTarefas(sql, contaId, [toWebhook(contaId, id, venceEm)]);
  });
}
