import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { machineNow } from "../../clock.ts";
import type { HandedOverTask, Presence, RoundPosition } from "../../db/index.ts";
import type { JobQueue } from "../../queue/queue.ts";
import { MAX_DEATHS, MAX_FAILURES, TASK_TYPES, type TaskType } from "../../services/task/task.rules.ts";
import type { JobHandlers } from "../job.ts";
import type { Leases } from "./leases.ts";
import { LEASE_MS, QUOTAS } from "./quotas.ts";
import { giveUp } from "./run-task.ts";

/** Waits between two checks for due tasks: short while there is work, longer while idle. */
const PAUSES_MS = [250, 500, 1_000];
/** Wait after an error, such as an unavailable database. */
const TROUBLE_MS = 2_000;
/** Least distance between checks triggered by `wake`. */
const GAP_MS = 10;
/** Interval of the search for lost tasks. */
const RECOVER_MS = 1_000;
/**
 * Interval at which unstarted jobs are added to the queue again: its storage may have been emptied,
 * or have lost the last writes.
 */
const REMIND_MS = 5_000;
/** When the queue has accepted no job for so long, the process is restarted: a fresh connection may work. */
const QUEUE_LOST_MS = 3 * MINUTE_MS;
/** Lost tasks recovered in one check. */
const RECOVER_MAX = 500;
/** Time to give up one task; afterwards another process may. */
const GIVE_UP_MS = 15 * MINUTE_MS;

/** What a dispatcher needs besides the context. */
export type DispatcherOptions = {
  presence: Presence;
  leases: Leases;
  queues: Readonly<Record<TaskType, JobQueue>>;
  handlers: JobHandlers;
  /** Called once when the queue has refused every job for queueLostMs. */
  onQueueLost?: ((error: Error) => void) | undefined;
  /** Default: {@link QUEUE_LOST_MS}. */
  queueLostMs?: number | undefined;
};

/** The queue did not accept a job. */
class QueueFailure extends Error {}

/** Hands due tasks to the queue, from which any process runs them. Several dispatchers may run at once. */
export type Dispatcher = {
  /** A task may be due now. */
  wake(): void;
  /** Stops after the current check. */
  stop(): Promise<void>;
};

/** Starts to check at once. */
export function startDispatcher(ctx: AppContext, options: DispatcherOptions): Dispatcher {
  const nap = createNap();
  // A random start, so that two dispatchers do not serve the same contas first.
  const positions = new Map<TaskType, RoundPosition>(TASK_TYPES.map((tipo) => [tipo, startPosition()]));
  let stopped = false;
  let recoveredAt = 0;
  let remindedAt = performance.now();
  const look = async (): Promise<number> => {
    if (!options.presence.isHeld()) return 0;
    const began = performance.now();
    if (performance.now() - recoveredAt > RECOVER_MS) {
      recoveredAt = performance.now();
      await recover(ctx, options);
    }
    if (performance.now() - remindedAt > REMIND_MS) {
      remindedAt = performance.now();
      await remind(ctx, options);
    }
    let handed = 0;
    for (const tipo of TASK_TYPES) handed += await handOverDue(ctx, options, { tipo, positions });
    ctx.dispatching.lookedAt = began;
    return handed;
  };
  const loop = async (): Promise<void> => {
    let troubled = false;
    const lost = createLossWatch(options);
    for (let quiet = 0; !stopped; ) {
      try {
        const handed = await look();
        if (handed > 0) lost.end();
        if (troubled) ctx.log.info("a distribuição de trabalho voltou");
        troubled = false;
        const woken = await nap.sleep(handed > 0 ? GAP_MS : (PAUSES_MS[quiet] ?? TROUBLE_MS));
        quiet = handed > 0 || woken ? 0 : Math.min(quiet + 1, PAUSES_MS.length - 1);
      } catch (error) {
        if (!troubled)
          ctx.log.error({ err: error }, "a distribuição de trabalho falhou; tentando até voltar");
        troubled = true;
        if (error instanceof QueueFailure) {
          ctx.metrics.recordQueueFailure();
          lost.note(error);
        }
        await nap.sleep(TROUBLE_MS);
      }
    }
  };
  ctx.dispatching.lookedAt = performance.now();
  const ended = loop();
  const stopListening = ctx.clock.onJump?.(nap.wake);
  return {
    wake: nap.wake,
    stop: async () => {
      stopped = true;
      stopListening?.();
      nap.wake();
      await ended;
    },
  };
}

function startPosition(): RoundPosition {
  return { contaId: randomUUID(), cota: "", ultimas: new Map() };
}

type Turn = { tipo: TaskType; positions: Map<TaskType, RoundPosition> };

async function handOverDue(
  ctx: AppContext,
  o: DispatcherOptions,
  { tipo, positions }: Turn,
): Promise<number> {
  const { gatekeeper } = ctx.database;
  const quota = QUOTAS[tipo];
  const { executor } = o.presence;
  const now = ctx.clock.now();
  const { claimed, vez } = await gatekeeper.claimTasks({
    tipo,
    now,
    ate: new Date(machineNow(ctx.clock).getTime() + LEASE_MS),
    executor,
    abertas: quota.openMax,
    porCota: quota.perCotaMax,
    vez: positions.get(tipo) ?? startPosition(),
  });
  positions.set(tipo, vez);
  if (claimed.length === 0) return 0;
  try {
    await addTo(o.queues[tipo], claimed);
  } catch (error) {
    await gatekeeper.returnTasks(executor, claimed);
    throw error;
  }
  return claimed.length;
}

async function addTo(queue: JobQueue, claimed: readonly HandedOverTask[]): Promise<void> {
  try {
    await queue.add(claimed.map((data) => ({ id: jobIdOf(data), data })));
  } catch (error) {
    throw new QueueFailure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Measures how long the queue has refused every job, and reports it once beyond the limit. */
function createLossWatch({ onQueueLost, queueLostMs = QUEUE_LOST_MS }: DispatcherOptions): {
  note(error: Error): void;
  end(): void;
} {
  let [since, last]: [number | null, number] = [null, 0];
  let isReported = false;
  return {
    note: (error) => {
      const now = performance.now();
      if (since === null || now - last > REMIND_MS * 4) since = now;
      last = now;
      if (isReported || now - since < queueLostMs) return;
      isReported = true;
      onQueueLost?.(error);
    },
    end: () => {
      since = null;
    },
  };
}

/** Adds unstarted jobs again: the queue ignores those it still has, and restores those it lost. */
async function remind(ctx: AppContext, { presence, queues }: DispatcherOptions): Promise<void> {
  const waiting = await ctx.database.gatekeeper.findQueued(presence.executor);
  for (const tipo of TASK_TYPES) {
    const ours = waiting.filter((each) => each.tipo === tipo);
    if (ours.length === 0) continue;
    await addTo(
      queues[tipo],
      ours.map(({ tipo: _, ...data }) => data),
    );
  }
}

/** @NOTE BullMQ refuses ":" in a job id, hence "-" between the parts. */
function jobIdOf({ tarefaId, tentativa }: HandedOverTask): string {
  return `${tarefaId}-${tentativa}`;
}

async function recover(ctx: AppContext, { presence, leases, handlers }: DispatcherOptions): Promise<void> {
  const now = machineNow(ctx.clock);
  const hopeless = await ctx.database.gatekeeper.recoverTasks({
    now,
    vencidas: (await leases.mayJudge()) ? now : new Date(0),
    ate: new Date(now.getTime() + GIVE_UP_MS),
    executor: presence.executor,
    maxFalhas: MAX_FAILURES,
    maxMortes: MAX_DEATHS,
    limite: RECOVER_MAX,
  });
  for (const { tipo, ...job } of hopeless) {
    const known = TASK_TYPES.find((each) => each === tipo);
    if (known === undefined) continue;
    await giveUp(ctx, handlers, { ...job, tipo: known, motivo: "perdida" }).catch((error: unknown) => {
      ctx.log.error({ err: error, ...job }, "um trabalho que falhou três vezes não pôde ser encerrado");
    });
  }
}

/** A sleep that `wake` cuts short, also in advance; resolves to whether it did. */
function createNap(): { sleep(ms: number): Promise<boolean>; wake(): void } {
  let called = false;
  let wakeUp: () => void = () => {};
  return {
    wake: () => {
      called = true;
      wakeUp();
    },
    sleep: async (ms) => {
      await pause(Math.min(ms, GAP_MS));
      if (!called && ms > GAP_MS) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms - GAP_MS);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const woken = called;
      called = false;
      wakeUp = () => {};
      return woken;
    },
  };
}

async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms));
}
