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

/** How long one turn of a webhook begins tellings; then others have theirs. With the longest try it is far below the lease. */
const TURNO_MS = 10_000;
/** Tellings of one webhook that are under way at once, and that are read at a time. */
const AO_MESMO_TEMPO = 4;
const DEVIDAS = 48;
/** Stretches of the feed planned before tellings leave. */
const TRECHOS = 5;

/** Plans what the feed holds for one webhook, delivers what is due, and comes again when the next is. */
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
  // What it was to do is due all the same, and its planner plans it anew.
  onGiveUp: async () => {},
};

/** The webhook as it stands when some of the feed has been planned for it; null when it is gone. feed: whether it ended, waits for room, or goes on. */
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

/** Delivers what is due, some at a time; one alone to a receiver that seems to be away. */
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

/** cheio: more of the feed waits for room, which there is not before the next try: nobody needs to look before. */
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
