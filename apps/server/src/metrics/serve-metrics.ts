import http from "node:http";
import type { AddressInfo } from "node:net";
import type { AppContext } from "../app-context.ts";
import { registerMetrics } from "./register-metrics.ts";

const PATH = "/metrics";
const HEAD_MS = 5_000;
/** Connections of scrapers, and the idle limit of one, in ms. */
const CONNECTIONS_MAX = 32;
const IDLE_MS = 30_000;

export type MetricsServer = { port: number; close(): Promise<void> };

/**
 * Serves the metrics of a process at a private address.
 * @param o casa: see {@link registerMetrics}
 */
export async function serveMetrics(
  app: AppContext,
  { host, port, isInstallation }: { host: string; port: number; isInstallation: boolean },
): Promise<MetricsServer> {
  registerMetrics(app, { isInstallation: isInstallation });
  const server = http.createServer({ headersTimeout: HEAD_MS, requestTimeout: HEAD_MS }, (req, res) => {
    void answer(app, req, res);
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(IDLE_MS);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(app: AppContext, req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
  const { registry } = app.metrics;
  if (req.url !== PATH) return void res.writeHead(404).end();
  if (req.method !== "GET") return void res.writeHead(405, { Allow: "GET" }).end();
  try {
    const text = await registry.metrics();
    res.writeHead(200, { "Content-Type": registry.contentType, "Cache-Control": "no-store" }).end(text);
  } catch (error) {
    app.log.warn({ err: error }, "as métricas não puderam ser lidas");
    res.writeHead(503).end();
  }
}
