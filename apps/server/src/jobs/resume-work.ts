import { setTimeout as sleep } from "node:timers/promises";
import { type AppContext, blobsOf } from "../app-context.ts";
import type { Espera } from "../espera.ts";
import { probeFolder } from "../health/probe-folder.ts";

/** Interval of the checks whether a missing dependency is back. */
const LOOK_MS = 5_000;
/** When a dependency answers its probe and fails again, retries come after this, then with doubling waits. */
const AGAIN_MS = 20_000;
const AGAIN_MAX_MS = 15 * 60_000;

/** The operator's own services: their return is detected. */
type Ours = Extract<Espera, "banco" | "arquivos" | "antivirus" | "correio">;
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
  correio: ({ correio }) => correio.check(),
};

async function probeStore({ config, storeGuard }: AppContext): Promise<void> {
  await storeGuard.requireOurs();
  const { free, needed } = await probeFolder(blobsOf(config));
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
  const seen = new Map<Ours, Seen>(OURS.map((espera) => [espera, { away: false, dueAt: 0, waitMs: 0 }]));
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
  const waiting = await ctx.database.portaria.countEsperas(ctx.clock.now());
  for (const espera of OURS) {
    const before = seen.get(espera);
    if (before === undefined) continue;
    if ((waiting[espera] ?? 0) === 0) {
      const isOver = performance.now() > before.dueAt + AGAIN_MAX_MS;
      if (isOver) seen.set(espera, { away: false, dueAt: 0, waitMs: 0 });
      continue;
    }
    seen.set(espera, await resume(ctx, espera, before));
  }
}

async function resume(ctx: AppContext, espera: Ours, before: Seen): Promise<Seen> {
  const isThere = await PROBES[espera](ctx).then(
    () => true,
    (error: unknown) => {
      ctx.log.debug({ err: error, espera }, "ainda falta o que o trabalho espera");
      return false;
    },
  );
  if (!isThere) return { ...before, away: true };
  if (!before.away && performance.now() < before.dueAt) return before;
  const trabalhos = await ctx.database.portaria.resumeTarefas({ agora: ctx.clock.now(), esperas: [espera] });
  ctx.log.info({ espera, trabalhos }, "voltou o que faltava: o trabalho que esperava segue");
  ctx.wake?.();
  const waitMs = before.away ? AGAIN_MS : Math.min(Math.max(before.waitMs * 2, AGAIN_MS), AGAIN_MAX_MS);
  return { away: false, dueAt: performance.now() + waitMs, waitMs };
}
