import { setTimeout as sleep } from "node:timers/promises";
import { MailOutage, type MailSource } from "@malote/mailbox";
import { HOUR_MS } from "@malote/syntax";
import type { AppContext } from "../app-context.ts";
import type { Presence, WatchedCaixa } from "../db/index.ts";
import { outageWaitOf } from "../errors.ts";
import { toPoll } from "../services/caixa-email/caixa-health.rules.ts";
import { findPollCaixa, type PollCaixa } from "../services/caixa-email/caixa-poll.rows.ts";
import { openCaixa } from "../services/caixa-email/open-caixa.ts";
import { planTasks } from "../services/task/task.rows.ts";
import { backoffMs } from "../services/task/task.rules.ts";

/** Class of the advisory locks of watched mailboxes: "VIGI". */
const WATCH_LOCK_CLASS = 0x56494749;
/** Interval of the check for new, changed and removed mailboxes. */
const LOOK_MS = 30_000;
/** Connections held open by one process. */
const WATCHES_MAX = 100;
/** Mailboxes whose lock is attempted in one check. */
const TRIES_MAX = 50;
/** Least time between two polls triggered by news: newsletters arrive in bursts. */
const PAUSE_MS = 2_000;
/** A server without support for news is retried after this; its mailbox is polled as usual. */
const NO_NEWS_MS = 6 * HOUR_MS;
/** A mailbox without a position waits for its first polls. */
const NO_POSITION_MS = 60_000;
/** After a connection of this length, retries are counted anew. */
const STABLE_MS = 60_000;
/** Limit of one connection setup. */
const TOTAL_MS = 60_000;

/** Replaced in tests. */
export type IdleWatchTimes = { lookMs?: number; pausaMs?: number };

type CaixaWatch = { versao: string; ending: AbortController; ended: Promise<void> };

/**
 * Holds a connection to each mailbox whose server can notify, and plans a poll at once on news. One
 * process watches each mailbox, if any has capacity. Polling continues, and finds what the watch misses.
 */
export function startIdleWatch(
  ctx: AppContext,
  presence: Presence,
  { lookMs = LOOK_MS, pausaMs = PAUSE_MS }: IdleWatchTimes = {},
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const watches = new Map<string, CaixaWatch>();
  const drop = async (caixaId: string): Promise<void> => {
    const caixaWatch = watches.get(caixaId);
    watches.delete(caixaId);
    caixaWatch?.ending.abort();
    await caixaWatch?.ended;
    await presence.unlock(WATCH_LOCK_CLASS, caixaId).catch(() => {}); // it ends with the lost connection
  };
  const dropAll = async (): Promise<void> => {
    await Promise.all([...watches.keys()].map(drop));
  };
  const begin = (caixa: WatchedCaixa): void => {
    const own = new AbortController();
    const ended = watch(ctx, caixa, { signal: own.signal, pausaMs });
    watches.set(caixa.caixaId, { versao: caixa.versao, ending: own, ended });
  };
  const look = async (): Promise<void> => {
    const wanted = new Map((await ctx.database.gatekeeper.findWatchedCaixas()).map((c) => [c.caixaId, c]));
    for (const [caixaId, { versao }] of watches) {
      if (wanted.get(caixaId)?.versao !== versao) await drop(caixaId);
    }
    const free = [...wanted.values()].filter(({ caixaId }) => !watches.has(caixaId));
    for (const caixa of shuffle(free).slice(0, TRIES_MAX)) {
      if (watches.size >= WATCHES_MAX || ending.signal.aborted) return;
      if (await presence.tryLock(WATCH_LOCK_CLASS, caixa.caixaId)) begin(caixa);
    }
  };
  const loop = async (): Promise<void> => {
    let connectionId = presence.connectionId();
    while (!ending.signal.aborted) {
      try {
        // On a new connection the old locks are free, and other processes may have taken them.
        if (!presence.isHeld() || presence.connectionId() !== connectionId) await dropAll();
        connectionId = presence.connectionId();
        if (presence.isHeld()) await look();
      } catch (error) {
        ctx.log.debug({ err: error }, "a vigilância das caixas falhou; nova tentativa na próxima vez");
      }
      await sleep(lookMs, undefined, { signal: ending.signal }).catch(() => {});
    }
    await dropAll();
  };
  const ended = loop();
  return {
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}

type WatchTurn = { signal: AbortSignal; pausaMs: number };

/** Watches one mailbox until the signal, reconnecting with growing waits. */
async function watch(ctx: AppContext, caixa: WatchedCaixa, watchTurn: WatchTurn): Promise<void> {
  const { signal } = watchTurn;
  for (let tries = 0; !signal.aborted; ) {
    const began = performance.now();
    let waitMs: number;
    try {
      waitMs = await connect(ctx, caixa, watchTurn);
    } catch (error) {
      tries = performance.now() - began > STABLE_MS ? 1 : tries + 1;
      waitMs = backoffMs("poll", tries, outageWaitOf(error) ?? 0);
      ctx.log.debug(
        { err: error, caixaId: caixa.caixaId, waitMs },
        "a vigilância de uma caixa foi interrompida",
      );
    }
    if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => {});
  }
}

/**
 * Waits for news over one connection until it ends, or until the signal.
 * @returns wait before the next connection, in ms
 */
async function connect(
  ctx: AppContext,
  { contaId, caixaId }: WatchedCaixa,
  watchTurn: WatchTurn,
): Promise<number> {
  const { signal } = watchTurn;
  const caixa = await ctx.database.withConta(contaId, (db) => findPollCaixa(db, contaId, caixaId));
  if (caixa === null) return NO_NEWS_MS;
  if (caixa.marca === null) return NO_POSITION_MS;
  const source = await openUnlessAborted(openCaixa(ctx, caixa, { contaId, totalMs: TOTAL_MS }), signal);
  if (source === null) return 0;
  const hangUp = (): void => source.abort();
  signal.addEventListener("abort", hangUp);
  try {
    if (!source.waitForNews) return NO_NEWS_MS;
    // Includes messages that arrived while the mailbox was not watched.
    let position: string | null = caixa.marca;
    while (!signal.aborted) {
      const news = await source.list(position);
      position = news.marca;
      if (news.refs.length > 0) await pollNow(ctx, contaId, caixa);
      await sleep(watchTurn.pausaMs, undefined, { signal }).catch(() => {});
      await source.waitForNews(signal);
    }
    return 0;
  } catch (error) {
    // The server announced the capability and does not support it.
    if (error instanceof MailOutage && error.soMensagem) return NO_NEWS_MS;
    throw error;
  } finally {
    signal.removeEventListener("abort", hangUp);
    await source.close();
  }
}

/** The open mailbox; null on the signal, however long its server still takes. */
async function openUnlessAborted(
  opening: Promise<MailSource>,
  signal: AbortSignal,
): Promise<MailSource | null> {
  let forget = (): void => {};
  const whenAborted = new Promise<null>((resolve) => {
    forget = () => resolve(null);
    if (signal.aborted) forget();
    else signal.addEventListener("abort", forget);
  });
  try {
    const source = await Promise.race([opening, whenAborted]);
    if (source === null) opening.then((late) => late.close()).catch(() => {});
    return source;
  } finally {
    signal.removeEventListener("abort", forget);
  }
}

async function pollNow(ctx: AppContext, contaId: string, caixa: PollCaixa): Promise<void> {
  const poll = toPoll(caixa, ctx.clock.now());
  await ctx.database.withConta(contaId, (db) => planTasks(db, contaId, [poll]));
  ctx.wake?.();
}

/** Processes that search the same mailboxes start at different ones. */
function shuffle<T>(all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
