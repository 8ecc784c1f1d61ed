import { isMainThread } from "node:worker_threads";
import { type AppContext, openContext } from "./app-context.ts";
import { loadConfig } from "./config.ts";
import { warnSaida } from "./correio/warn-saida.ts";
import { explainStart } from "./explain-start.ts";
import { createProbes } from "./health/probes.ts";
import { refuseStart } from "./health/refuse-start.ts";
import { serveProbes } from "./health/serve-probes.ts";
import { createDocumentsBeside, isDocumentsThread, serveDocuments } from "./jobs/documents-beside.ts";
import { createListaBeside, isListaThread, serveLista } from "./jobs/exportacao/lista-beside.ts";
import { exportacaoJob } from "./jobs/exportacao/run-exportacao.ts";
import { importacaoJob } from "./jobs/importacao/run-importacao.ts";
import { createIsolation } from "./jobs/isolated.ts";
import { isIsolatedThread, serveIsolated } from "./jobs/isolated-thread.ts";
import type { Job, JobHandlers } from "./jobs/job.ts";
import { giveUpCostly } from "./jobs/leitura/give-up-costly.ts";
import { createReadingThreads, type ReadingThreads } from "./jobs/leitura/reading-threads.ts";
import { isReadingThread, serveReadings } from "./jobs/leitura/serve-readings.ts";
import { ReadingTooCostly } from "./jobs/leitura/watch-thread.ts";
import { lowerPriority } from "./jobs/lower-priority.ts";
import { isPdfThread, servePdfs } from "./jobs/pdf-beside.ts";
import { createPrintBeside, isPrintThread, servePapeis } from "./jobs/print-beside.ts";
import { repositorioJob } from "./jobs/repositorio/run-repositorio.ts";
import { watchOperador } from "./jobs/watch-operador.ts";
import { startWatchdog } from "./jobs/watchdog.ts";
import { webhookJob } from "./jobs/webhooks/run-webhook.ts";
import { startWork } from "./jobs/work.ts";
import { registerMedidas } from "./medidas/register-medidas.ts";
import { serveMedidas } from "./medidas/serve-medidas.ts";
import { watchLoop } from "./medidas/watch-loop.ts";
import { giveUpPipelineJob, runPipelineJob } from "./pipeline/run-stage.ts";
import type { JobTipo } from "./pipeline/stage.ts";
import { showChaves } from "./services/chave/show-chaves.ts";
import { walkDistribuicao } from "./services/distribuicao/walk-distribuicao.ts";
import { giveUpReassign, reassignNotas } from "./services/empresa/reassign-notas.ts";
import { giveUpEnvio, sendEnvio } from "./services/envio/send-envio.ts";
import { giveUpManifestacao, sendManifestacao } from "./services/manifestacao/send-manifestacao.ts";
import { giveUpDias, isDias, moveDias } from "./services/painel/move-dias.ts";
import { closeSefazClients } from "./services/sefaz/sefaz-clients.ts";
import type { TarefaTipo } from "./services/tarefa/tarefa.rules.ts";

/** One connection for each concurrent job, and some for the dispatcher and the sweepers. */
const POOL_MAX = 14;
/** Time to stop: `npm start`, which listens on IPC, kills at 15 s; docker-compose.yml gives 60 s. */
const STOP_MS = process.connected ? 12_000 : 55_000;
/** Part of that: time to return unfinished jobs to the queue without a counted failure. */
const LEAVE_MS = 4_000;

/** Handlers of each task type. poll, ingest and validate are the jobs of the pipeline. */
const WORK: Partial<Record<TarefaTipo, JobHandlers>> = {
  poll: onRoad("poll"),
  ingest: onRoad("ingest"),
  validate: onRoad("validate"),
  empresa: {
    run: (ctx, { contaId, alvo }) => (isDias(alvo) ? moveDias : reassignNotas)(ctx, { contaId, alvo }),
    onGiveUp: async (ctx, { contaId, alvo, motivo }) =>
      (isDias(alvo) ? giveUpDias : giveUpReassign)(ctx, { contaId, alvo, motivo }),
  },
  distribuicao: {
    run: (ctx, { contaId, alvo, prazo }) => walkDistribuicao(ctx, { contaId, alvo, prazo }),
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
    run: (ctx, { contaId, alvo }) => sendEnvio(ctx, { contaId, envioId: alvo }),
    onGiveUp: (ctx, { contaId, alvo, motivo }) => giveUpEnvio(ctx, { contaId, envioId: alvo, motivo }),
  },
};

function onRoad(tipo: JobTipo): JobHandlers {
  return {
    run: (ctx, job) => runPipelineJob(ctx, { ...job, tipo }),
    onGiveUp: (ctx, job) => giveUpPipelineJob(ctx, { ...job, tipo }),
  };
}

function workOf(tipo: TarefaTipo): JobHandlers {
  const handlers = WORK[tipo];
  if (!handlers) throw new Error(`no handler for ${tipo}`);
  return handlers;
}

const road: JobHandlers = {
  run: (ctx, job) => workOf(job.tipo).run(ctx, job),
  onGiveUp: (ctx, job) => workOf(job.tipo).onGiveUp(ctx, job),
};

/** Entry of the worker threads too. */
const ENTRY = process.argv[1] ?? import.meta.filename;

/** Task types that parse foreign input: they run in threads, and the main thread stays responsive. */
const LEITURAS: ReadonlySet<TarefaTipo> = new Set(["ingest", "importacao"]);

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
    ...road,
    run: (ctx, job, lost) => (LEITURAS.has(job.tipo) ? read(ctx, job, lost) : road.run(ctx, job)),
  };
}

async function main(): Promise<void> {
  const config = loadConfig();
  const context = await openContext(config, { processo: "worker", poolMax: POOL_MAX });
  await refuseStart(context);
  const hideChaves = await showChaves(context);
  const beside = {
    ...createDocumentsBeside({ entry: ENTRY }),
    print: createPrintBeside({ entry: ENTRY, besideBytes: 0 }),
    writeLista: createListaBeside({ entry: ENTRY }),
  };
  const base = { ...context, ...beside };
  const { log } = base;
  warnSaida(config, log);
  const lastWords = (error: unknown): void => {
    log.fatal({ err: error }, "erro inesperado: o worker encerra e o supervisor o reinicia");
    process.exit(1);
  };
  process.on("uncaughtException", lastWords);
  process.on("unhandledRejection", lastWords);
  const watchdog = startWatchdog();
  watchLoop(base);
  const { metricas } = config;
  if (config.otel !== null) registerMedidas(base, { casa: true });
  const at = metricas === null ? null : { host: metricas.host, port: metricas.port + 1, casa: true };
  const servindo = at === null ? null : await serveMedidas(base, at);
  const operador = watchOperador(base);
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
      await operador.stop();
      threads.close();
      await servindo?.close();
      await answering?.close();
      closeSefazClients();
      base.correio.close();
      await hideChaves();
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

if (!isMainThread) lowerPriority(isPrintThread() || isListaThread() ? "beside" : "worker");
if (isIsolatedThread()) await serveIsolated(road);
else if (isReadingThread()) await serveReadings(road, ENTRY);
else if (isDocumentsThread()) serveDocuments();
else if (isPdfThread()) await servePdfs();
else if (isPrintThread()) servePapeis();
else if (isListaThread()) await serveLista();
else {
  await main().catch((error: unknown) => {
    const sentence = explainStart(error);
    if (sentence === null) throw error;
    console.error(`[worker] ${sentence}`);
    process.exit(1);
  });
}
