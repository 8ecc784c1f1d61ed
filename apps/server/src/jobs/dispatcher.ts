import { randomUUID } from "node:crypto";
import type { AppContext } from "../app-context.ts";
import { machineNow } from "../clock.ts";
import type { Entregue, Presence, Vez } from "../db/index.ts";
import type { FilaQueue } from "../fila/fila.ts";
import { MAX_FALHAS, MAX_MORTES, TAREFA_TIPOS, type TarefaTipo } from "../services/tarefa/tarefa.rules.ts";
import type { JobHandlers } from "./job.ts";
import type { Leases } from "./leases.ts";
import { LEASE_MS, QUOTAS } from "./quotas.ts";
import { giveUp } from "./run-entrega.ts";

/** Waits between two looks at what is due: short while there is work, longer while there is none. */
const PAUSES_MS = [250, 500, 1_000];
/** After an error, such as a database that is away. */
const TROUBLE_MS = 2_000;
/** Looks that follow each other because someone called are at least this far apart. */
const GAP_MS = 10;
/** How often lost work is looked for. */
const RECOVER_MS = 1_000;
/** How often the queue is asked whether it still has what was handed to it: its storage may have been emptied, or lost its last moments. */
const REMIND_MS = 5_000;
/** After so long without a job that the queue took, its process is started anew: a fresh connection may do what this one cannot. */
const QUEUE_LOST_MS = 3 * 60_000;
/** Lost tarefas freed in one look. */
const RECOVER_MAX = 500;
/** Time to give one up; afterwards another process does. */
const GIVE_UP_MS = 15 * 60_000;

/** What a dispatcher needs besides the context. */
export type DispatcherOptions = {
  presence: Presence;
  leases: Leases;
  queues: Readonly<Record<TarefaTipo, FilaQueue>>;
  handlers: JobHandlers;
  /** Called once when the queue has refused every job for queueLostMs. */
  onQueueLost?: ((error: Error) => void) | undefined;
  /** Three minutes unless said. */
  queueLostMs?: number | undefined;
};

/** A job that the queue did not take. */
class QueueFailure extends Error {}

/** Hands due tarefas over to the queue, whichever process then runs them. Several may run side by side. */
export type Dispatcher = {
  /** There may be something due right now. */
  wake(): void;
  /** Ends after the look that is under way. */
  stop(): Promise<void>;
};

/** Starts looking at once. */
export function startDispatcher(ctx: AppContext, options: DispatcherOptions): Dispatcher {
  const nap = createNap();
  // Contas take turns from a place of this process' own, so that two dispatchers do not serve the same ones first.
  const turns = new Map<TarefaTipo, Vez>(TAREFA_TIPOS.map((tipo) => [tipo, begin()]));
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
    for (const tipo of TAREFA_TIPOS) handed += await handOver(ctx, options, { tipo, turns });
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
          ctx.medidas.filaFalhou();
          lost.note(error);
        }
        await nap.sleep(TROUBLE_MS);
      }
    }
  };
  ctx.dispatching.lookedAt = performance.now();
  const ended = loop();
  const unheed = ctx.clock.onJump?.(nap.wake);
  return {
    wake: nap.wake,
    stop: async () => {
      stopped = true;
      unheed?.();
      nap.wake();
      await ended;
    },
  };
}

function begin(): Vez {
  return { contaId: randomUUID(), cota: "", ultimas: new Map() };
}

type Turn = { tipo: TarefaTipo; turns: Map<TarefaTipo, Vez> };

async function handOver(ctx: AppContext, o: DispatcherOptions, { tipo, turns }: Turn): Promise<number> {
  const { portaria } = ctx.database;
  const quota = QUOTAS[tipo];
  const { executor } = o.presence;
  const agora = ctx.clock.now();
  const { entregues, vez } = await portaria.claimTarefas({
    tipo,
    agora,
    ate: new Date(machineNow(ctx.clock).getTime() + LEASE_MS),
    executor,
    abertas: quota.abertas,
    porCota: quota.porCota,
    vez: turns.get(tipo) ?? begin(),
  });
  turns.set(tipo, vez);
  if (entregues.length === 0) return 0;
  try {
    await addTo(o.queues[tipo], entregues);
  } catch (error) {
    await portaria.returnTarefas(executor, entregues);
    throw error;
  }
  return entregues.length;
}

async function addTo(queue: FilaQueue, entregues: readonly Entregue[]): Promise<void> {
  try {
    await queue.add(entregues.map((data) => ({ id: jobIdOf(data), data })));
  } catch (error) {
    throw new QueueFailure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Measures how long the queue has refused everything, and reports it once when that is too long. */
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

/** Hands over again what nobody has begun: the queue leaves alone what it still has, and takes back what it lost. */
async function remind(ctx: AppContext, { presence, queues }: DispatcherOptions): Promise<void> {
  const waiting = await ctx.database.portaria.findNaFila(presence.executor);
  for (const tipo of TAREFA_TIPOS) {
    const ours = waiting.filter((each) => each.tipo === tipo);
    if (ours.length === 0) continue;
    await addTo(
      queues[tipo],
      ours.map(({ tipo: _, ...data }) => data),
    );
  }
}

/** @NOTE BullMQ refuses ":" in a job id, hence "-" between the parts. */
function jobIdOf({ tarefaId, tentativa }: Entregue): string {
  return `${tarefaId}-${tentativa}`;
}

async function recover(ctx: AppContext, { presence, leases, handlers }: DispatcherOptions): Promise<void> {
  const agora = machineNow(ctx.clock);
  const hopeless = await ctx.database.portaria.recoverTarefas({
    agora,
    vencidas: (await leases.mayJudge()) ? agora : new Date(0),
    ate: new Date(agora.getTime() + GIVE_UP_MS),
    executor: presence.executor,
    maxFalhas: MAX_FALHAS,
    maxMortes: MAX_MORTES,
    limite: RECOVER_MAX,
  });
  for (const { tipo, ...job } of hopeless) {
    const known = TAREFA_TIPOS.find((each) => each === tipo);
    if (known === undefined) continue;
    await giveUp(ctx, handlers, { ...job, tipo: known, motivo: "perdida" }).catch((error: unknown) => {
      ctx.log.error({ err: error, ...job }, "um trabalho que falhou três vezes não pôde ser encerrado");
    });
  }
}

/** A sleep that can be cut short, even before it begins; it tells whether it was. */
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
