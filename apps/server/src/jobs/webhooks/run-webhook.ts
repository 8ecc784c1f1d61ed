import { performance } from "node:perf_hooks";
import type { AppContext } from "../../app-context.ts";
import { planTarefas } from "../../services/tarefa/tarefa.rows.ts";
import { deliverEntrega } from "../../services/webhook/deliver-entrega.ts";
import { type EntregaDevida, findDevidas, findProxima } from "../../services/webhook/entrega.rows.ts";
import { planEntregas } from "../../services/webhook/plan-entregas.ts";
import { type Carteiro, openCarteiro, redeOfWebhook } from "../../services/webhook/post-webhook.ts";
import { toWebhook } from "../../services/webhook/to-webhook.ts";
import { findContaDoWebhook, findWebhook, type WebhookRow } from "../../services/webhook/webhook.rows.ts";
import { FALHAS_DA_PAUSA } from "../../services/webhook/webhook.rules.ts";
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
    try {
      for (let rounds = 0; rounds === 0 || performance.now() < until; rounds += 1) {
        const { webhook, lendo } = await plan(ctx, { contaId, contaUf: conta.uf, id: alvo });
        if (webhook === null || !webhook.ativo || isPaused(webhook, ctx.clock.now())) break;
        carteiro ??= openCarteiro(webhook.url, redeOfWebhook(ctx, conta.sandbox));
        const more = await deliver(ctx, { contaId, webhook, carteiro, until });
        if (more === "falhou" || (more === "nada" && !lendo)) break;
      }
    } finally {
      carteiro?.close();
    }
    await comeAgain(ctx, contaId, alvo);
  },
  // What it was to do is due all the same, and its planner plans it anew.
  onGiveUp: async () => {},
};

/** The webhook as it stands when some of the feed has been planned for it; null when it is gone. lendo: there may be more of the feed. */
async function plan(
  ctx: AppContext,
  { contaId, contaUf, id }: { contaId: string; contaUf: string; id: string },
): Promise<{ webhook: WebhookRow | null; lendo: boolean }> {
  const find = () =>
    ctx.database.withContaSql(contaId, (sql) => findWebhook(sql, contaId, { id, lock: false }));
  let webhook = await find();
  for (let n = 0; n < TRECHOS && webhook?.ativo; n += 1) {
    const sequencia = await planEntregas(ctx, { contaId, contaUf, webhook });
    if (sequencia === null) return { webhook, lendo: false };
    webhook = { ...webhook, sequencia };
  }
  return { webhook, lendo: true };
}

function isPaused({ pausadoAte }: WebhookRow, agora: Date): boolean {
  return pausadoAte !== null && pausadoAte > agora;
}

type Turno = { contaId: string; webhook: WebhookRow; carteiro: Carteiro; until: number };

/** Delivers what is due, some at a time; one alone to a receiver that seems to be away. */
async function deliver(ctx: AppContext, turno: Turno): Promise<"nada" | "bem" | "falhou"> {
  const { contaId, webhook, until } = turno;
  const isAway = webhook.falhasSeguidas >= FALHAS_DA_PAUSA;
  const busca = { webhookId: webhook.id, agora: ctx.clock.now(), limite: isAway ? 1 : DEVIDAS };
  const devidas = await ctx.database.withContaSql(contaId, (sql) => findDevidas(sql, contaId, busca));
  let falhas = 0;
  const next = devidas.values();
  const work = async (): Promise<void> => {
    for (const entrega of next as Iterable<EntregaDevida>) {
      const delivered = await deliverEntrega(ctx, turno, entrega);
      falhas = delivered ? 0 : falhas + 1;
      if (falhas >= AO_MESMO_TEMPO || performance.now() >= until) return;
    }
  };
  await Promise.all(Array.from({ length: AO_MESMO_TEMPO }, work));
  if (falhas > 0) return "falhou";
  return devidas.length === 0 ? "nada" : "bem";
}

async function comeAgain(ctx: AppContext, contaId: string, id: string): Promise<void> {
  await ctx.database.withContaSql(contaId, async (sql) => {
    const webhook = await findWebhook(sql, contaId, { id, lock: false });
    if (!webhook?.ativo) return;
    const proximaEm = await findProxima(sql, contaId, id);
    if (proximaEm === null) return;
    const pausa = webhook.pausadoAte?.getTime() ?? 0;
    const venceEm = new Date(Math.max(proximaEm.getTime(), pausa, ctx.clock.now().getTime()));
    await planTarefas(sql, contaId, [toWebhook(contaId, id, venceEm)]);
  });
}
