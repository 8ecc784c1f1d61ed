import type { AppContext } from "./app-context.ts";
import { loadConfig } from "./config.ts";
import { explainStart } from "./explain-start.ts";
import { assertCanStart } from "./health/assert-can-start.ts";
import { createProbes } from "./health/probes.ts";
import { serveProbes } from "./health/serve-probes.ts";
import { exportacaoJob } from "./jobs/exportacao/run-exportacao.ts";
import type { Job, JobHandlers } from "./jobs/job.ts";
import { giveUpCostly } from "./jobs/reading/give-up-costly.ts";
import { joinHandlers, pipelineJob, READING_HANDLERS } from "./jobs/reading/reading-handlers.ts";
import { ReadingTooCostly } from "./jobs/reading/watch-thread.ts";
import { repositorioJob } from "./jobs/repositorio/run-repositorio.ts";
import { startWork } from "./jobs/start-work.ts";
import { createIsolatedPool, createReadingPool, type JobPool } from "./jobs/threads/job-pools.ts";
import { lowerPriority } from "./jobs/threads/lower-priority.ts";
import { createDocumentReader, createListWriter, createPrinter } from "./jobs/threads/task-pools.ts";
import { watchOperator } from "./jobs/watch-operator.ts";
import { startWatchdog } from "./jobs/watchdog.ts";
import { webhookJob } from "./jobs/webhooks/run-webhook.ts";
import { warnMailSetup } from "./mail/warn-mail-setup.ts";
import { registerMetrics } from "./metrics/register-metrics.ts";
import { serveMetrics } from "./metrics/serve-metrics.ts";
import { watchLoop } from "./metrics/watch-loop.ts";
import { openContext } from "./open-context.ts";
import { syncDistribuicao } from "./services/distribuicao/sync-distribuicao.ts";
import { publishKeys } from "./services/key/publish-keys.ts";
import { giveUpLote, runLote } from "./services/lote/run-lote.ts";
import { giveUpManifestacao, sendManifestacao } from "./services/manifestacao-sending/send-manifestacao.ts";
import { giveUpOutgoingEmail, sendOutgoingEmail } from "./services/outgoing-email/send-outgoing-email.ts";
import { fillParcelas, giveUpParcelas, isParcelasTask } from "./services/painel/fill-parcelas.ts";
import { giveUpIssueDays, isIssueDaysTask, moveIssueDays } from "./services/painel/move-issue-days.ts";
import { giveUpReassign, reassignNotas } from "./services/reassign/reassign-notas.ts";
import { closeSefazClients } from "./services/sefaz/sefaz-clients.ts";

/** One connection for each concurrent job, and some for the dispatcher and the sweepers. */
const POOL_MAX = 14;
/** Time to stop: `npm start`, which listens on IPC, kills at 15 s; docker-compose.yml gives 60 s. */
const STOP_MS = process.connected ? 12_000 : 55_000;
/** Part of that: time to return unfinished jobs to the queue without a counted failure. */
const LEAVE_MS = 4_000;

/** A task `empresa` names what it does, or else a CNPJ. */
function empresaTaskOf(alvo: string) {
  if (isIssueDaysTask(alvo)) return { run: moveIssueDays, giveUp: giveUpIssueDays };
  if (isParcelasTask(alvo)) return { run: fillParcelas, giveUp: giveUpParcelas };
  return { run: reassignNotas, giveUp: giveUpReassign };
}

/** Handlers of each task type. poll, ingest and validate are the jobs of the pipeline. */
const jobHandlers = joinHandlers({
  ...READING_HANDLERS,
  poll: pipelineJob("poll"),
  validate: pipelineJob("validate"),
  empresa: {
    run: (ctx, { contaId, alvo }) => empresaTaskOf(alvo).run(ctx, { contaId, alvo }),
    onGiveUp: async (ctx, { contaId, alvo, motivo }) =>
      empresaTaskOf(alvo).giveUp(ctx, { contaId, alvo, motivo }),
  },
  distribuicao: {
    run: (ctx, { contaId, alvo, prazo }) => syncDistribuicao(ctx, { contaId, alvo, deadline: prazo }),
    // Never given up: it runs for as long as the empresa wants it.
    onGiveUp: async () => {},
  },
  manifesto: {
    run: (ctx, { contaId, alvo }) => sendManifestacao(ctx, { contaId, manifestacaoId: alvo }),
    onGiveUp: (ctx, { contaId, alvo }) => giveUpManifestacao(ctx, { contaId, manifestacaoId: alvo }),
  },
  exportacao: exportacaoJob,
  repositorio: repositorioJob,
  webhook: webhookJob,
  lote: { run: (ctx, job) => runLote(ctx, job), onGiveUp: (ctx, job) => giveUpLote(ctx, job) },
  envio: {
    run: (ctx, { contaId, alvo }) => sendOutgoingEmail(ctx, { contaId, envioId: alvo }),
    onGiveUp: (ctx, { contaId, alvo, motivo }) =>
      giveUpOutgoingEmail(ctx, { contaId, envioId: alvo, motivo }),
  },
});

/** A retry of an ingest runs in a thread of its own: the first attempt may have crashed its thread. */
function withThreads(threads: JobPool): JobHandlers {
  const isolated = createIsolatedPool();
  const read = async (ctx: AppContext, job: Job, lost?: AbortSignal): Promise<void> => {
    const isAgain = job.tipo === "ingest" && job.falhas > 0;
    try {
      await (isAgain ? isolated : threads).run(ctx, job, lost);
    } catch (error) {
      if (!(error instanceof ReadingTooCostly)) throw error;
      await giveUpCostly(ctx, job, error.custoMs);
    }
  };
  return {
    ...jobHandlers,
    run: (ctx, job, lost) =>
      job.tipo in READING_HANDLERS ? read(ctx, job, lost) : jobHandlers.run(ctx, job),
  };
}

async function main(): Promise<void> {
  const config = loadConfig();
  const context = await openContext(config, { processName: "worker", poolMax: POOL_MAX });
  await assertCanStart(context);
  const hideKeys = await publishKeys(context);
  const helpers = {
    ...createDocumentReader({ priority: "worker" }),
    print: createPrinter({ inPlaceBytes: 0 }),
    writeLista: createListWriter(),
  };
  const base = { ...context, ...helpers };
  const { log } = base;
  warnMailSetup(config, log);
  const onFatalError = (error: unknown): void => {
    log.fatal({ err: error }, "erro inesperado: o worker encerra e o supervisor o reinicia");
    process.exit(1);
  };
  process.on("uncaughtException", onFatalError);
  process.on("unhandledRejection", onFatalError);
  const watchdog = startWatchdog();
  watchLoop(base);
  const { metricsServer: metricas } = config;
  if (config.otel !== null) registerMetrics(base, { isInstallation: true });
  const at =
    metricas === null ? null : { host: metricas.host, port: metricas.port + 1, isInstallation: true };
  const metricsServer = at === null ? null : await serveMetrics(base, at);
  const operatorWatch = watchOperator(base);
  const threads = createReadingPool();
  let stopping = false;
  let isWorking = false;
  const probes = createProbes(base, "worker", () => stopping || !isWorking);
  const answering = config.workerProbes === null ? null : await serveProbes(probes, config.workerProbes);
  const stop = (code: number): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void (async () => {
      await work.stop(STOP_MS - LEAVE_MS);
      await operatorWatch.stop();
      threads.close();
      await metricsServer?.close();
      await answering?.close();
      closeSefazClients();
      base.mail.close();
      await hideKeys();
      await base.tracing.stop();
      await base.database.close();
      await watchdog.stop();
      process.exit(code);
    })();
  };
  const onQueueLost = (error: Error): void => {
    log.fatal(
      { err: error },
      "a fila não recebe trabalho há minutos: o worker encerra e o supervisor o reinicia",
    );
    stop(1);
  };
  const work = await startWork(base, withThreads(threads), { onQueueLost });
  isWorking = true;
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.on(signal, () => stop(0));
  process.send?.("ready");
  // Only now: starting at low priority beside busy processes would take minutes.
  lowerPriority("worker");
}

await main().catch((error: unknown) => {
  const sentence = explainStart(error);
  if (sentence === null) throw error;
  console.error(`[worker] ${sentence}`);
  process.exit(1);
});
