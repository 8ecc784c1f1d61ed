import type { AppContext } from "../app-context.ts";
import { holdPresence } from "../db/index.ts";
import { openFila } from "../fila/open-fila.ts";
import { TAREFA_TIPOS, type TarefaTipo } from "../services/tarefa/tarefa.rules.ts";
import type { Dispatcher, DispatcherOptions } from "./dispatcher.ts";
import { startDispatcher } from "./dispatcher.ts";
import type { JobHandlers } from "./job.ts";
import { keepLeases } from "./leases.ts";
import { createFairTurns, type FairTurns } from "./leitura/fair-turns.ts";
import { filaOf, QUOTAS } from "./quotas.ts";
import { startResumption } from "./resume-work.ts";
import { contaOf, runEntrega } from "./run-entrega.ts";
import { createBlobSweeper } from "./sweep-blobs.ts";
import { startSweepers } from "./sweepers.ts";
import { startVigia } from "./vigia.ts";
import { startPlanejador } from "./webhooks/start-planejador.ts";
import { startWorkTally } from "./work-tally.ts";

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
  const fila = openFila(base.config, base.log);
  const presence = await holdPresence(base.config.databaseUrl, base.log);
  let dispatcher: Dispatcher | undefined;
  const ctx: AppContext = { ...base, wake: () => dispatcher?.wake() };
  const ending = new AbortController();
  const leases = keepLeases(ctx, presence, { beatMs: o.beatMs });
  const queueOf = (tipo: TarefaTipo) => fila.createQueue(filaOf(tipo));
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
  };
  const tally = startWorkTally(base, presence.executor);
  const allTurns: FairTurns[] = [];
  for (const tipo of TAREFA_TIPOS) {
    const runner = { tipo, executor: presence.executor, handlers, leases, ending: ending.signal, tally };
    const { aoMesmoTempo, turnos } = QUOTAS[tipo];
    const turns = createFairTurns(turnos ?? { places: aoMesmoTempo, perConta: aoMesmoTempo });
    allTurns.push(turns);
    const run = (data: unknown): Promise<void> =>
      runEntrega(ctx, runner, data).catch((error: unknown) => {
        ctx.log.error({ err: error, tipo }, "o resultado de um trabalho não pôde ser gravado; será refeito");
      });
    await fila.createWorker(filaOf(tipo), {
      concurrency: aoMesmoTempo,
      run: (data) => turns.run(contaOf(data), () => run(data)),
    });
  }
  dispatcher = startDispatcher(ctx, { presence, leases, queues, handlers, ...o });
  const sweepers = startSweepers(ctx, createBlobSweeper(ctx, presence));
  const vigia = startVigia(ctx, presence);
  const planejador = startPlanejador(ctx);
  const resumption = startResumption(ctx, { lookMs: o.lookMs });
  return {
    ctx,
    stop: async (graceMs) => {
      const timer = graceMs === undefined ? undefined : setTimeout(() => ending.abort(), graceMs);
      for (const turns of allTurns) turns.close();
      await Promise.all([
        dispatcher.stop(),
        sweepers.stop(),
        vigia.stop(),
        planejador.stop(),
        resumption.stop(),
      ]);
      await fila.close();
      await tally.stop();
      clearTimeout(timer);
      leases.stop();
      await presence.close();
    },
  };
}
