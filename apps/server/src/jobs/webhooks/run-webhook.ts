import { performance } from "node:perf_hooks";
import type { AppContext } from "../../app-context.ts";
import { findConta } from "../../services/conta/conta.rows.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import {
  type DueDelivery,
  findDueDeliveries,
  findNextDue,
} from "../../services/webhook/due-delivery.rows.ts";
import { planDeliveries } from "../../services/webhook/plan-deliveries.ts";
import {
  networkPolicyOf,
  openWebhookClient,
  type WebhookClient,
} from "../../services/webhook/post-webhook.ts";
import { sendDelivery } from "../../services/webhook/send-delivery.ts";
import { findWebhook, pauseWebhook, type WebhookRow } from "../../services/webhook/webhook.rows.ts";
import { GIVE_UP_MS, PAUSE_AFTER_FAILURES, PAUSE_MS } from "../../services/webhook/webhook.rules.ts";
import { toWebhookTask } from "../../services/webhook/webhook-task.ts";
import type { JobHandlers } from "../job.ts";

/**
 * How long one turn of a webhook starts deliveries; then others get theirs. Together with the
 * longest attempt it is far below the lease.
 */
const TURN_MS = 10_000;
/** Concurrent deliveries of one webhook, and deliveries read at a time. */
const CONCURRENCY = 4;
const DUE_MAX = 48;
/** Ranges of the feed planned before deliveries are sent. */
const RANGES_MAX = 5;

/** Plans deliveries from the feed, sends the due ones, and plans its next run. */
export const webhookJob: JobHandlers = {
  run: async (ctx, { contaId, alvo }) => {
    const until = performance.now() + TURN_MS;
    const found = await ctx.database.withConta(contaId, (db) => findConta(db, contaId));
    const conta = found ?? { uf: "SP", sandbox: false };
    let client: WebhookClient | undefined;
    let isFull = false;
    try {
      for (let rounds = 0; rounds === 0 || performance.now() < until; rounds += 1) {
        const { webhook, feed } = await plan(ctx, { contaId, contaUf: conta.uf, id: alvo });
        isFull = feed === "cheio";
        if (webhook === null || !webhook.ativo || isPaused(webhook, ctx.clock.now())) break;
        client ??= openWebhookClient(webhook.url, networkPolicyOf(ctx, conta.sandbox));
        const more = await deliver(ctx, { contaId, webhook, client, until });
        if (more === "falhou" || (more === "nada" && feed !== "lendo")) break;
      }
    } finally {
      client?.close();
    }
    await planNextRun(ctx, { contaId, id: alvo, isFull });
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
  const find = () => ctx.database.withConta(contaId, (db) => findWebhook(db, contaId, { id, lock: false }));
  let webhook = await find();
  for (let n = 0; n < RANGES_MAX && webhook?.ativo; n += 1) {
    const sequence = await planDeliveries(ctx, { contaId, contaUf, webhook });
    if (typeof sequence === "string") return { webhook, feed: sequence };
    webhook = { ...webhook, sequencia: sequence };
  }
  return { webhook, feed: "lendo" };
}

function isPaused({ pausadoAte }: WebhookRow, now: Date): boolean {
  return pausadoAte !== null && pausadoAte > now;
}

type WebhookTurn = { contaId: string; webhook: WebhookRow; client: WebhookClient; until: number };

/** Sends due deliveries concurrently; one at a time to an endpoint that seems down. */
async function deliver(ctx: AppContext, webhookTurn: WebhookTurn): Promise<"nada" | "bem" | "falhou"> {
  const { contaId, webhook, until } = webhookTurn;
  const isEndpointDown = webhook.falhasSeguidas >= PAUSE_AFTER_FAILURES;
  const now = ctx.clock.now();
  const giveUpBefore = isEndpointDown ? new Date(now.getTime() - GIVE_UP_MS) : null;
  const search = { webhookId: webhook.id, now, limite: isEndpointDown ? 1 : DUE_MAX, giveUpBefore };
  const due = await ctx.database.withConta(contaId, (db) => findDueDeliveries(db, contaId, search));
  let failures = 0;
  const next = due.values();
  const work = async (): Promise<void> => {
    for (const delivery of next as Iterable<DueDelivery>) {
      const result = await sendDelivery(ctx, webhookTurn, delivery);
      failures = result === "falhou" ? failures + 1 : 0;
      if (failures >= CONCURRENCY || performance.now() >= until) return;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (failures > 0) return "falhou";
  return due.length === 0 ? "nada" : "bem";
}

/**
 * isFull: the rest of the feed waits for capacity, which only the next attempt frees: no earlier run
 * is needed.
 */
async function planNextRun(
  ctx: AppContext,
  { contaId, id, isFull }: { contaId: string; id: string; isFull: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.database.withConta(contaId, async (db) => {
    const webhook = await findWebhook(db, contaId, { id, lock: isFull });
    if (!webhook?.ativo) return;
    const nextAt = await findNextDue(db, contaId, id);
    if (nextAt === null) return;
    const pauseEnd = webhook.pausadoAte?.getTime() ?? 0;
    const dueAt = new Date(Math.max(nextAt.getTime(), pauseEnd, now.getTime()));
    if (isFull && dueAt > now) {
      const ate = new Date(Math.min(dueAt.getTime(), now.getTime() + PAUSE_MS));
      await pauseWebhook(db, contaId, { id, ate });
    }
    await planTasks(db, contaId, [toWebhookTask(contaId, id, dueAt)]);
  });
}
