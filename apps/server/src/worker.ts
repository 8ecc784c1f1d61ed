import { isMainThread } from "node:worker_threads";
import type { AppContext } from "./app-context.ts";
import { loadConfig } from "./config.ts";
import { explainStart } from "./explain-start.ts";
import { assertCanStart } from "./health/assert-can-start.ts";
import { createProbes } from "./health/probes.ts";
import { serveProbes } from "./health/serve-probes.ts";
import { createListWriter, isListThread, serveList } from "./jobs/exportacao/list-thread.ts";
import { exportacaoJob } from "./jobs/exportacao/run-exportacao.ts";
import { importacaoJob } from "./jobs/importacao/run-importacao.ts";
import type { Job, JobHandlers } from "./jobs/job.ts";
import { giveUpCostly } from "./jobs/reading/give-up-costly.ts";
import { createReadingThreads, type ReadingThreads } from "./jobs/reading/reading-threads.ts";
import { isReadingThread, serveReadings } from "./jobs/reading/serve-readings.ts";
import { ReadingTooCostly } from "./jobs/reading/watch-thread.ts";
import { repositorioJob } from "./jobs/repositorio/run-repositorio.ts";
import { startWork } from "./jobs/start-work.ts";
import { createDocumentReader, isDocumentsThread, serveDocuments } from "./jobs/threads/documents-thread.ts";
import { lowerPriority } from "./jobs/threads/lower-priority.ts";
import { isPdfThread, servePdfs } from "./jobs/threads/pdf-thread.ts";
import { createPrinter, isPrintThread, servePrinting } from "./jobs/threads/print-thread.ts";
import { createIsolation } from "./jobs/threads/run-isolated.ts";
import { isIsolatedThread, serveIsolated } from "./jobs/threads/serve-isolated.ts";
import { watchOperator } from "./jobs/watch-operator.ts";
import { startWatchdog } from "./jobs/watchdog.ts";
import { webhookJob } from "./jobs/webhooks/run-webhook.ts";
import { warnMailSetup } from "./mail/warn-mail-setup.ts";
import { registerMetrics } from "./metrics/register-metrics.ts";
import { serveMetrics } from "./metrics/serve-metrics.ts";
import { watchLoop } from "./metrics/watch-loop.ts";
import { openContext } from "./open-context.ts";
import { giveUpPipelineJob, runPipelineJob } from "./pipeline/run-pipeline-job.ts";
import type { JobType } from "./pipeline/stage.ts";
import { syncDistribuicao } from "./services/distribuicao/sync-distribuicao.ts";
import { publishKeys } from "./services/key/publish-keys.ts";
import { giveUpManifestacao, sendManifestacao } from "./services/manifestacao-sending/send-manifestacao.ts";
import { giveUpOutgoingEmail, sendOutgoingEmail } from "./services/outgoing-email/send-outgoing-email.ts";
import { giveUpIssueDays, isIssueDaysTask, moveIssueDays } from "./services/painel/move-issue-days.ts";
import { giveUpReassign, reassignNotas } from "./services/reassign/reassign-notas.ts";
import { closeSefazClients } from "./services/sefaz/sefaz-clients.ts";
import type { TaskType } from "./services/task/task.rules.ts";

/** One connection for each concurrent job, and some for the dispatcher and the sweepers. */
const POOL_MAX = 14;
/** Time to stop: `npm start`, which listens on IPC, kills at 15 s; docker-compose.yml gives 60 s. */
const STOP_MS = process.connected ? 12_000 : 55_000;
/** Part of that: time to return unfinished jobs to the queue without a counted failure. */
const LEAVE_MS = 4_000;

/** Handlers of each task type. poll, ingest and validate are the jobs of the pipeline. */
const HANDLERS: Partial<Record<TaskType, JobHandlers>> = {
  poll: pipelineJob("poll"),
  ingest: pipelineJob("ingest"),
  validate: pipelineJob("validate"),
  empresa: {
    run: (ctx, { contaId, alvo }) =>
      (isIssueDaysTask(alvo) ? moveIssueDays : reassignNotas)(ctx, { contaId, alvo }),
    onGiveUp: async (ctx, { contaId, alvo, motivo }) =>
      (isIssueDaysTask(alvo) ? giveUpIssueDays : giveUpReassign)(ctx, { contaId, alvo, motivo }),
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
  importacao: importacaoJob,
  exportacao: exportacaoJob,
  repositorio: repositorioJob,
  webhook: webhookJob,
  envio: {
    run: (ctx, { contaId, alvo }) => sendOutgoingEmail(ctx, { contaId, envioId: alvo }),
    onGiveUp: (ctx, { contaId, alvo, motivo }) =>
      giveUpOutgoingEmail(ctx, { contaId, envioId: alvo, motivo }),
  },
};

function pipelineJob(tipo: JobType): JobHandlers {
  return {
    run: (ctx, job) => runPipelineJob(ctx, { ...job, tipo }),
    onGiveUp: (ctx, job) => giveUpPipelineJob(ctx, { ...job, tipo }),
  };
}

function handlersOf(tipo: TaskType): JobHandlers {
  const handlers = HANDLERS[tipo];
  if (!handlers) throw new Error(`no handler for ${tipo}`);
  return handlers;
}

const jobHandlers: JobHandlers = {
  run: (ctx, job) => handlersOf(job.tipo).run(ctx, job),
  onGiveUp: (ctx, job) => handlersOf(job.tipo).onGiveUp(ctx, job),
};

/** Entry of the worker threads too. */
const ENTRY = process.argv[1] ?? import.meta.filename;

/** Task types that parse foreign input: they run in threads, and the main thread stays responsive. */
const READING_TYPES: ReadonlySet<TaskType> = new Set(["ingest", "importacao"]);

/** A retry of an ingest runs in a thread of its own: the first attempt may have crashed its thread. */
function withThreads(threads: ReadingThreads): JobHandlers {
  const runAlone = createIsolation({ entry: ENTRY });
  const read = async (ctx: AppContext, job: Job, lost?: AbortSignal): Promise<void> => {
    const isAgain = job.tipo === "ingest" && job.falhas > 0;
    try {
      await (isAgain ? runAlone(ctx, job, lost) : threads.run(ctx, job, lost));
    } catch (error) {
      if (!(error instanceof ReadingTooCostly)) throw error;
      await giveUpCostly(ctx, job, error.custoMs);
    }
  };
  return {
    ...jobHandlers,
    run: (ctx, job, lost) => (READING_TYPES.has(job.tipo) ? read(ctx, job, lost) : jobHandlers.run(ctx, job)),
  };
}

async function main(): Promise<void> {
  const config = loadConfig();
  const context = await openContext(config, { processName: "worker", poolMax: POOL_MAX });
  await assertCanStart(context);
  const hideKeys = await publishKeys(context);
  const helpers = {
    ...createDocumentReader({ entry: ENTRY }),
    print: createPrinter({ entry: ENTRY, inPlaceBytes: 0 }),
    writeLista: createListWriter({ entry: ENTRY }),
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
  const threads = createReadingThreads({ entry: ENTRY });
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

if (!isMainThread) lowerPriority(isPrintThread() || isListThread() ? "beside" : "worker");
if (isIsolatedThread()) await serveIsolated(jobHandlers);
else if (isReadingThread()) await serveReadings(jobHandlers, ENTRY);
else if (isDocumentsThread()) serveDocuments();
else if (isPdfThread()) await servePdfs();
else if (isPrintThread()) servePrinting();
else if (isListThread()) await serveList();
else {
  await main().catch((error: unknown) => {
    const sentence = explainStart(error);
    if (sentence === null) throw error;
    console.error(`[worker] ${sentence}`);
    process.exit(1);
  });
}
