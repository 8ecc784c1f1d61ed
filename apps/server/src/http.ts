import { loadConfig } from "./config.ts";
import { explainStart } from "./explain-start.ts";
import { assertCanStart } from "./health/assert-can-start.ts";
import { createHttpApp } from "./http/create-app.ts";
import { createFeedApp } from "./http/feed/create-feed-app.ts";
import { listenFeed } from "./http/feed/listen-feed.ts";
import { listen } from "./http/listen.ts";
import { createChartDrawer, isChartProcess, serveCharts } from "./jobs/threads/chart-process.ts";
import { lowerPriority } from "./jobs/threads/lower-priority.ts";
import {
  createDocumentReader,
  createLogoShrinker,
  createPfxOpener,
  createPrinter,
} from "./jobs/threads/task-pools.ts";
import { watchOperator } from "./jobs/watch-operator.ts";
import { registerMetrics } from "./metrics/register-metrics.ts";
import { serveMetrics } from "./metrics/serve-metrics.ts";
import { watchLoop } from "./metrics/watch-loop.ts";
import { openContext } from "./open-context.ts";
import { CALL_PACE, createContaPace } from "./pace/conta-pace.ts";
import { verifyPassword } from "./secrets/password.ts";
import { publishKeys } from "./services/key/publish-keys.ts";
import { createChangeWatch } from "./services/live/change-watch.ts";
import { settlePasswordResets } from "./services/membership/reset-password.ts";

/** Entry of the chart process too. */
const ENTRY = process.argv[1] ?? import.meta.filename;
/** Most printed forms in the queue; most take a few ms. */
const PRINT_QUEUE_MAX = 64;
/** The supervisor kills at 15 s. */
const STOP_MS = 12_000;

async function main(): Promise<void> {
  const config = loadConfig();
  const context = await openContext(config, { processName: "http" });
  await assertCanStart(context);
  const hideKeys = await publishKeys(context);
  const helpers = {
    ...createDocumentReader(),
    openPfx: createPfxOpener(),
    print: createPrinter({ inPlaceBytes: 0, queueMax: PRINT_QUEUE_MAX }),
    shrinkLogo: createLogoShrinker(),
    drawGrafico: createChartDrawer({
      entry: ENTRY,
      onFailure: (err) => context.log.warn({ err }, "o processo que desenha gráficos parou no meio"),
    }),
  };
  const { metrics } = context;
  const pace = createContaPace(CALL_PACE, { onWait: () => metrics.recordDelayedCall() });
  const app = { ...context, ...helpers, pace };
  const onFatalError = (error: unknown): void => {
    app.log.fatal({ err: error }, "erro inesperado: o servidor encerra e o supervisor o reinicia");
    process.exit(1);
  };
  process.on("uncaughtException", onFatalError);
  process.on("unhandledRejection", onFatalError);
  watchLoop(app);
  const operatorWatch = watchOperator(app);
  let stopping = false;
  const changes = createChangeWatch(app);
  const server = await listen(createHttpApp(app, { isStopping: () => stopping, changes }), config, {
    medidas: metrics,
  });
  const { metricsServer: metricas, feed } = config;
  const feedServer = feed === null ? null : await listenFeed(createFeedApp(app), feed, { medidas: metrics });
  if (config.otel !== null) registerMetrics(app, { isInstallation: false });
  const metricsServer =
    metricas === null ? null : await serveMetrics(app, { ...metricas, isInstallation: false });
  app.log.info({ url: server.url, ...(feedServer && { feed: feedServer.url }) }, "atendendo");
  if (config.antivirus !== null) {
    app.log.info({ clamd: config.antivirus.place }, "o antivírus examina o que sai para pessoas");
  }
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void (async () => {
      changes.stop();
      await Promise.all([server.stop(), feedServer?.stop()]);
      await metricsServer?.close();
      await operatorWatch.stop();
      app.mail.close();
      await settlePasswordResets();
      await hideKeys();
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
  await verifyPassword(null, "");
}

if (isChartProcess()) {
  lowerPriority("helper");
  serveCharts();
} else {
  await main().catch((error: unknown) => {
    const sentence = explainStart(error);
    if (sentence === null) throw error;
    console.error(`[http] ${sentence}`);
    process.exit(1);
  });
}
