import { openContext } from "./app-context.ts";
import { loadConfig } from "./config.ts";
import { warnSaida } from "./correio/warn-saida.ts";
import { StartRefusal } from "./errors.ts";
import { createExamineBeside, isExameThread, serveExames } from "./jobs/examine-beside.ts";
import { createListaBeside, isListaThread, serveLista } from "./jobs/exportacao/lista-beside.ts";
import { exportacaoJob } from "./jobs/exportacao/run-exportacao.ts";
import { importacaoJob } from "./jobs/importacao/run-importacao.ts";
import { createIsolation } from "./jobs/isolated.ts";
import { isIsolatedThread, serveIsolated } from "./jobs/isolated-thread.ts";
import type { JobHandlers } from "./jobs/job.ts";
import { createPdfBeside, isPdfThread, servePdfs } from "./jobs/pdf-beside.ts";
import { createPrintBeside, isPrintThread, servePapeis } from "./jobs/print-beside.ts";
import { repositorioJob } from "./jobs/repositorio/run-repositorio.ts";
import { startWatchdog } from "./jobs/watchdog.ts";
import { webhookJob } from "./jobs/webhooks/run-webhook.ts";
import { startWork } from "./jobs/work.ts";
import { serveMedidas } from "./medidas/serve-medidas.ts";
import { giveUpPipelineJob, runPipelineJob } from "./pipeline/run-stage.ts";
import type { JobTipo } from "./pipeline/stage.ts";
import { walkDistribuicao } from "./services/distribuicao/walk-distribuicao.ts";
import { giveUpReassign, reassignNotas } from "./services/empresa/reassign-notas.ts";
import { giveUpEnvio, sendEnvio } from "./services/envio/send-envio.ts";
import { giveUpManifestacao, sendManifestacao } from "./services/manifestacao/send-manifestacao.ts";
import { giveUpDias, isDias, moveDias } from "./services/painel/move-dias.ts";
import { closeSefazClients } from "./services/sefaz/sefaz-clients.ts";
import type { TarefaTipo } from "./services/tarefa/tarefa.rules.ts";

/** One connection for each job that runs at once, and some for the dispatcher and the sweepers. */
const POOL_MAX = 14;
/** Time to end: `npm start`, which listens on IPC, kills at 15 s; docker-compose.yml gives 60 s. */
const STOP_MS = process.connected ? 12_000 : 55_000;
/** Of that, time to write down what did not end: it goes back unharmed, and the next worker takes it up. */
const LEAVE_MS = 4_000;

/** What is done for each kind of work: three are jobs of the road, the others stand beside it. */
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
    // Never given up: it goes on for as long as the empresa wants it.
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
  if (!handlers) throw new Error(`nobody works on ${tipo}`);
  return handlers;
}

const road: JobHandlers = {
  run: (ctx, job) => workOf(job.tipo).run(ctx, job),
  onGiveUp: (ctx, job) => workOf(job.tipo).onGiveUp(ctx, job),
};

/** What threads run too. */
const ENTRY = process.argv[1] ?? import.meta.filename;

/** A second attempt of an ingest runs alone: the first one may have taken the process with it. */
function withIsolation(): JobHandlers {
  const runAlone = createIsolation({ entry: ENTRY });
  return {
    ...road,
    run: (ctx, job) => (job.tipo === "ingest" && job.falhas > 0 ? runAlone(ctx, job) : road.run(ctx, job)),
  };
}

async function main(): Promise<void> {
  const config = loadConfig();
  const context = await openContext(config, { processo: "worker", poolMax: POOL_MAX });
  const beside = {
    examine: createExamineBeside({ entry: ENTRY }),
    readPdf: createPdfBeside({ entry: ENTRY }),
    print: createPrintBeside({ entry: ENTRY }),
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
  const { metricas } = config;
  const at = metricas === null ? null : { host: metricas.host, port: metricas.port + 1, casa: true };
  const servindo = at === null ? null : await serveMedidas(base, at);
  const work = await startWork(base, withIsolation());
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void (async () => {
      await work.stop(STOP_MS - LEAVE_MS);
      await servindo?.close();
      closeSefazClients();
      base.correio.close();
      await base.database.close();
      await watchdog.stop();
      process.exit(0);
    })();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
  process.send?.("ready");
}

if (isIsolatedThread()) await serveIsolated(road);
else if (isExameThread()) serveExames();
else if (isPdfThread()) servePdfs();
else if (isPrintThread()) servePapeis();
else if (isListaThread()) await serveLista();
else {
  await main().catch((error: unknown) => {
    if (!(error instanceof StartRefusal)) throw error;
    console.error(`[worker] ${error.message}`);
    process.exit(1);
  });
}
