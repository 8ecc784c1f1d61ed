import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { blobFolderOf } from "../../blob/folder-store.ts";
import type { WaitReason } from "../../errors.ts";
import { probeFolder } from "../../health/probe-folder.ts";

/** Interval of the checks whether a missing dependency is back. */
const LOOK_MS = 5_000;
/** When a dependency answers its probe and fails again, retries come after this, then with doubling waits. */
const AGAIN_MS = 20_000;
const AGAIN_MAX_MS = 15 * MINUTE_MS;

/** The operator's own services: their return is detected. */
type Ours = Extract<WaitReason, "banco" | "arquivos" | "antivirus" | "correio">;
const OURS: readonly Ours[] = ["banco", "arquivos", "antivirus", "correio"];

/** Throws while the service is unavailable. */
type Probe = (ctx: AppContext) => Promise<unknown>;

/** Harmless content, only to test that the scanner answers. */
const SAMPLE = Buffer.from("Malote");

const PROBES: Readonly<Record<Ours, Probe>> = {
  // The count of waiting tasks has just queried the database.
  banco: async () => {},
  arquivos: probeStore,
  antivirus: async ({ antivirus }) => antivirus?.scan(() => [SAMPLE], SAMPLE.length),
  correio: ({ mail: correio }) => correio.check(),
};

async function probeStore({ config, storeGuard }: AppContext): Promise<void> {
  await storeGuard.requireOurs();
  const { free, needed } = await probeFolder(blobFolderOf(config));
  if (free < needed) throw new Error(`only ${free} bytes free`);
}

/** State of one dependency. dueAt: no resumption before, unless it was unavailable in between. */
type Seen = { away: boolean; dueAt: number; waitMs: number };

/** Replaced only in tests. */
export type ResumeOptions = { lookMs?: number | undefined };

/**
 * Makes tasks that wait for an own service due as soon as it is back, instead of at the end of
 * their growing wait. Repeated failures of a service that answers double the wait.
 */
export function startResumption(
  ctx: AppContext,
  { lookMs = LOOK_MS }: ResumeOptions = {},
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const seen = new Map<Ours, Seen>(
    OURS.map((waitReason) => [waitReason, { away: false, dueAt: 0, waitMs: 0 }]),
  );
  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await look(ctx, seen).catch((error: unknown) => {
        seen.set("banco", { away: true, dueAt: 0, waitMs: 0 });
        ctx.log.debug({ err: error }, "o trabalho que espera não pôde ser visto");
      });
      await sleep(lookMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}

async function look(ctx: AppContext, seen: Map<Ours, Seen>): Promise<void> {
  const waiting = await ctx.database.gatekeeper.countWaiting(ctx.clock.now());
  for (const waitReason of OURS) {
    const before = seen.get(waitReason);
    if (before === undefined) continue;
    if ((waiting[waitReason] ?? 0) === 0) {
      const isOver = performance.now() > before.dueAt + AGAIN_MAX_MS;
      if (isOver) seen.set(waitReason, { away: false, dueAt: 0, waitMs: 0 });
      continue;
    }
    seen.set(waitReason, await resume(ctx, waitReason, before));
  }
}

async function resume(ctx: AppContext, waitReason: Ours, before: Seen): Promise<Seen> {
  const isThere = await PROBES[waitReason](ctx).then(
    () => true,
    (error: unknown) => {
      ctx.log.debug({ err: error, espera: waitReason }, "ainda falta o que o trabalho espera");
      return false;
    },
  );
  if (!isThere) return { ...before, away: true };
  if (!before.away && performance.now() < before.dueAt) return before;
  const taskCount = await ctx.database.gatekeeper.resumeTasks({
    now: ctx.clock.now(),
    esperas: [waitReason],
  });
  ctx.log.info(
    { espera: waitReason, trabalhos: taskCount },
    "voltou o que faltava: o trabalho que esperava segue",
  );
  ctx.wake?.();
  const waitMs = before.away ? AGAIN_MS : Math.min(Math.max(before.waitMs * 2, AGAIN_MS), AGAIN_MAX_MS);
  return { away: false, dueAt: performance.now() + waitMs, waitMs };
}
