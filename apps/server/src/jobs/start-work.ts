import type { AppContext } from "../app-context.ts";
import { holdPresence } from "../db/index.ts";
import { openQueues } from "../queue/open-queues.ts";
import { TASK_TYPES, type TaskType } from "../services/task/task.rules.ts";
import { createBlobSweeper } from "./blobs/sweep-blobs.ts";
import { startCleanup } from "./cleanup/start-cleanup.ts";
import type { Dispatcher, DispatcherOptions } from "./dispatch/dispatcher.ts";
import { startDispatcher } from "./dispatch/dispatcher.ts";
import { keepLeases } from "./dispatch/leases.ts";
import { QUOTAS, queueNameOf } from "./dispatch/quotas.ts";
import { startResumption } from "./dispatch/resume-work.ts";
import { contaOf, runTask } from "./dispatch/run-task.ts";
import { startWorkTally } from "./dispatch/work-tally.ts";
import { startIdleWatch } from "./idle-watch.ts";
import type { JobHandlers } from "./job.ts";
import { createFairTurns, type FairTurns } from "./reading/fair-turns.ts";
import { startWebhookPlanner } from "./webhooks/start-planner.ts";

/** The background work of one process. */
export type Work = {
  /** The context of its jobs; `ctx.wake` reaches this dispatcher. */
  ctx: AppContext;
  /**
   * Accepts nothing new, waits for running jobs and closes its connections; the database of `base`
   * stays open. Jobs that exceed graceMs return to the queue, without a failure.
   */
  stop(graceMs?: number): Promise<void>;
};

/**
 * See {@link DispatcherOptions}; beatMs: of the leases; lookMs: of {@link startResumption}.
 * Replaced only in tests.
 */
export type WorkOptions = Pick<DispatcherOptions, "onQueueLost" | "queueLostMs"> & {
  beatMs?: number;
  lookMs?: number;
};

/** Starts queues, workers, dispatcher, sweepers and the mailbox watch of one process over an open context. */
export async function startWork(base: AppContext, handlers: JobHandlers, o: WorkOptions = {}): Promise<Work> {
  const queueSystem = openQueues(base.config, base.log);
  const presence = await holdPresence(base.config.databaseUrl, base.log);
  let dispatcher: Dispatcher | undefined;
  const ctx: AppContext = { ...base, wake: () => dispatcher?.wake() };
  const ending = new AbortController();
  const leases = keepLeases(ctx, presence, { beatMs: o.beatMs });
  const queueOf = (tipo: TaskType) => queueSystem.createQueue(queueNameOf(tipo));
  const queues = {
    poll: queueOf("poll"),
    ingest: queueOf("ingest"),
    validate: queueOf("validate"),
    envio: queueOf("envio"),
    distribuicao: queueOf("distribuicao"),
    manifesto: queueOf("manifesto"),
    empresa: queueOf("empresa"),
    importacao: queueOf("importacao"),
    exportacao: queueOf("exportacao"),
    repositorio: queueOf("repositorio"),
    webhook: queueOf("webhook"),
    lote: queueOf("lote"),
  };
  const tally = startWorkTally(base, presence.executor);
  const allTurns: FairTurns[] = [];
  for (const tipo of TASK_TYPES) {
    const runner = { tipo, executor: presence.executor, handlers, leases, ending: ending.signal, tally };
    const { concurrency: aoMesmoTempo, fairLimits: turnos } = QUOTAS[tipo];
    const turns = createFairTurns(turnos ?? { places: aoMesmoTempo, perConta: aoMesmoTempo });
    allTurns.push(turns);
    const run = (data: unknown): Promise<void> =>
      runTask(ctx, runner, data).catch((error: unknown) => {
        ctx.log.error({ err: error, tipo }, "o resultado de um trabalho não pôde ser gravado; será refeito");
      });
    await queueSystem.createWorker(queueNameOf(tipo), {
      concurrency: aoMesmoTempo,
      run: (data) => turns.run(contaOf(data), () => run(data)),
    });
  }
  dispatcher = startDispatcher(ctx, { presence, leases, queues, handlers, ...o });
  const cleanup = startCleanup(ctx, createBlobSweeper(ctx, presence));
  const idleWatch = startIdleWatch(ctx, presence);
  const webhookPlanner = startWebhookPlanner(ctx);
  const resumption = startResumption(ctx, { lookMs: o.lookMs });
  return {
    ctx,
    stop: async (graceMs) => {
      const timer = graceMs === undefined ? undefined : setTimeout(() => ending.abort(), graceMs);
      for (const turns of allTurns) turns.close();
      await Promise.all([
        dispatcher.stop(),
        cleanup.stop(),
        idleWatch.stop(),
        webhookPlanner.stop(),
        resumption.stop(),
      ]);
      await queueSystem.close();
      await tally.stop();
      clearTimeout(timer);
      leases.stop();
      await presence.close();
    },
  };
}
