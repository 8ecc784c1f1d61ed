import { openContext } from "./app-context.ts";
import { loadConfig } from "./config.ts";
import { createFeedHouse } from "./doors/feed/feed-door.ts";
import { listenFeed } from "./doors/feed/listen-feed.ts";
import { createHouse } from "./doors/house.ts";
import { listen } from "./doors/listen.ts";
import { explainStart } from "./explain-start.ts";
import { refuseStart } from "./health/refuse-start.ts";
import { createDocumentsBeside, isDocumentsThread, serveDocuments } from "./jobs/documents-beside.ts";
import { createGraficoBeside, isGraficoProcess, serveGraficos } from "./jobs/grafico-beside.ts";
import { createLogoBeside, isLogoThread, serveLogo } from "./jobs/logo-beside.ts";
import { lowerPriority } from "./jobs/lower-priority.ts";
import { createPfxBeside, isPfxThread, servePfxs } from "./jobs/pfx-beside.ts";
import { createPrintBeside, isPrintThread, servePapeis } from "./jobs/print-beside.ts";
import { watchOperador } from "./jobs/watch-operador.ts";
import { registerMedidas } from "./medidas/register-medidas.ts";
import { serveMedidas } from "./medidas/serve-medidas.ts";
import { watchLoop } from "./medidas/watch-loop.ts";
import { CALL_PACE, createContaPace } from "./pace/conta-pace.ts";
import { verifySenha } from "./secrets/senha.ts";
import { showChaves } from "./services/chave/show-chaves.ts";
import { settlePedidosDeSenha } from "./services/usuario/reset-senha.ts";

/** Entry of the worker threads and of the chart process too. */
const ENTRY = process.argv[1] ?? import.meta.filename;
/** Most printed forms in the queue; most take a few ms. */
const PAPEIS_MAX = 64;
/** The supervisor kills at 15 s. */
const STOP_MS = 12_000;

async function main(): Promise<void> {
  const config = loadConfig();
  const context = await openContext(config, { processo: "http" });
  await refuseStart(context);
  const hideChaves = await showChaves(context);
  const beside = {
    ...createDocumentsBeside({ entry: ENTRY }),
    openPfx: createPfxBeside({ entry: ENTRY }),
    print: createPrintBeside({ entry: ENTRY, besideBytes: 0, filaMax: PAPEIS_MAX }),
    shrinkLogo: createLogoBeside({ entry: ENTRY }),
    drawGrafico: createGraficoBeside({
      entry: ENTRY,
      onFailure: (err) => context.log.warn({ err }, "o processo que desenha gráficos parou no meio"),
    }),
  };
  const { medidas } = context;
  const pace = createContaPace(CALL_PACE, { onWait: () => medidas.chamadaAdiada() });
  const app = { ...context, ...beside, pace };
  const lastWords = (error: unknown): void => {
    app.log.fatal({ err: error }, "erro inesperado: o servidor encerra e o supervisor o reinicia");
    process.exit(1);
  };
  process.on("uncaughtException", lastWords);
  process.on("unhandledRejection", lastWords);
  watchLoop(app);
  const operador = watchOperador(app);
  let stopping = false;
  const server = await listen(createHouse(app, { isStopping: () => stopping }), config, { medidas });
  const { metricas, feed } = config;
  const servindoFeed = feed === null ? null : await listenFeed(createFeedHouse(app), feed, { medidas });
  if (config.otel !== null) registerMedidas(app, { casa: false });
  const servindo = metricas === null ? null : await serveMedidas(app, { ...metricas, casa: false });
  app.log.info({ url: server.url, ...(servindoFeed && { feed: servindoFeed.url }) }, "atendendo");
  if (config.antivirus !== null) {
    app.log.info({ clamd: config.antivirus.place }, "o antivírus examina o que sai para pessoas");
  }
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void (async () => {
      await Promise.all([server.stop(), servindoFeed?.stop()]);
      await servindo?.close();
      await operador.stop();
      app.correio.close();
      await settlePedidosDeSenha();
      await hideChaves();
      await app.tracing.stop();
      await app.database.close();
      process.exit(0);
    })();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
  process.send?.("ready");
  // Computes the dummy hash in advance, so that the first refused password takes as long as the others.
  await verifySenha(null, "");
}

if (isPfxThread() || isPrintThread() || isLogoThread() || isGraficoProcess()) lowerPriority("beside");
if (isPfxThread()) servePfxs();
else if (isPrintThread()) servePapeis();
else if (isDocumentsThread()) serveDocuments();
else if (isLogoThread()) serveLogo();
else if (isGraficoProcess()) serveGraficos();
else {
  await main().catch((error: unknown) => {
    const sentence = explainStart(error);
    if (sentence === null) throw error;
    console.error(`[http] ${sentence}`);
    process.exit(1);
  });
}
