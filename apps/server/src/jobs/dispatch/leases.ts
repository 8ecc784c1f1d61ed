import type { AppContext } from "../../app-context.ts";
import { machineNow } from "../../clock.ts";
import type { Presence } from "../../db/index.ts";
import type { Job } from "../job.ts";
import { type ClockWatch, watchClock } from "./clock-watch.ts";
import { LEASE_MS } from "./quotas.ts";

/** Between two renewals: several may fail before a lease expires. */
const BEAT_MS = 15_000;
/**
 * After this without a renewal (database down, process frozen, laptop asleep), this process renews
 * first and grants others time for theirs.
 */
const LATE_MS = 30_000;
/**
 * A running job may still write times of the clock that was ahead; those are corrected again after
 * these delays.
 */
const PULL_AGAIN_MS: readonly number[] = [3_000, 30_000];

/** The lease of one running job. */
export type Lease = {
  /** Fires when another process owns the task: this attempt must write nothing more. */
  lost: AbortSignal;
  end(): void;
};

/** Renews the leases of running and queued jobs. A frozen process renews nothing. */
export type Leases = {
  hold(job: Job): Lease;
  /**
   * Renews first if that is late or the clock jumped. @returns whether expired leases may be taken as lost
   */
  mayJudge(): Promise<boolean>;
  stop(): void;
};

type Held = { job: Job; lost: AbortController };

/** beatMs: see {@link BEAT_MS}; both replaced only in tests. */
export type LeaseOptions = { clock?: ClockWatch; beatMs?: number | undefined };

/** Renews every {@link BEAT_MS}. */
export function keepLeases(
  ctx: AppContext,
  { executor }: Pick<Presence, "executor">,
  { clock = watchClock(), beatMs = BEAT_MS }: LeaseOptions = {},
): Leases {
  const held = new Set<Held>();
  let beatenAt = performance.now();
  let troubledAt = Number.NEGATIVE_INFINITY;
  let pulls: Pull[] = [];
  const beat = async (): Promise<void> => {
    const asked = [...held];
    const leaseEnd = new Date(machineNow(ctx.clock).getTime() + LEASE_MS);
    const kept = await ctx.database.gatekeeper.renewLeases({
      executor,
      ate: leaseEnd,
      claimed: asked.map(({ job }) => job),
    });
    beatenAt = performance.now();
    const ours = new Set(kept.map(({ tarefaId, tentativa }) => `${tarefaId} ${tentativa}`));
    for (const each of asked) {
      if (held.has(each) && !ours.has(`${each.job.tarefaId} ${each.job.tentativa}`)) lose(each);
    }
  };
  const timer = setInterval(() => {
    beat().catch((error: unknown) => ctx.log.debug({ err: error }, "os arrendamentos não foram renovados"));
  }, beatMs).unref();
  return {
    hold: (job) => {
      const mine = { job, lost: new AbortController() };
      held.add(mine);
      return { lost: mine.lost.signal, end: () => void held.delete(mine) };
    },
    mayJudge: async () => {
      const jumpMs = clock.jumpMs();
      if (jumpMs !== 0) {
        ctx.log.warn({ saltoMs: jumpMs }, "o relógio da máquina saltou; os prazos foram refeitos");
        if (jumpMs < 0)
          pulls = [0, ...PULL_AGAIN_MS].map((ms) => ({ saltoMs: -jumpMs, dueAt: performance.now() + ms }));
      }
      const due = pulls.filter(({ dueAt }) => dueAt <= performance.now());
      pulls = pulls.filter((pull) => !due.includes(pull));
      for (const { saltoMs } of due) await pullPlans(ctx, saltoMs);
      if (jumpMs !== 0 || performance.now() - beatenAt > LATE_MS) {
        troubledAt = performance.now();
        await beat();
      }
      return performance.now() - troubledAt > LATE_MS;
    },
    stop: () => clearInterval(timer),
  };
}

/** The attempt stops at its next step: its prazo has passed. */
function lose({ job, lost }: Held): void {
  job.prazo.setTime(0);
  lost.abort();
}

type Pull = { saltoMs: number; dueAt: number };

/** After the clock is set back, planned times are too late by the jump: moves them forward. */
async function pullPlans(
  { clock, log, wake, database: { gatekeeper } }: AppContext,
  saltoMs: number,
): Promise<void> {
  const now = clock.now();
  const taskCount = await gatekeeper.pullTasks({ now, saltoMs });
  if (taskCount > 0)
    log.info({ trabalhos: taskCount }, "o que o relógio adiantado tinha marcado foi antecipado");
  await gatekeeper.resumeTasks({ now });
  await gatekeeper.resumeTasks({ now, tipo: "poll", planejadas: true });
  wake?.();
}
