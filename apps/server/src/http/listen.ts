import http from "node:http";
import type { AddressInfo } from "node:net";
import { HOUR_MS } from "@malote/syntax";
import type { Express } from "express";
import { StartRefusal } from "../errors.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { guardServer } from "./connections/guard-server.ts";
import { ANSWERS, type AnswerLimits, type ConnectionLimits, HTTP_CONNECTIONS } from "./connections/limits.ts";
import { trustOf } from "./connections/network-of.ts";

/**
 * Longest wait for the head of a request, and for all of it, in ms: a slow sender holds no connection.
 */
const HEAD_MS = 15_000;
const REQUEST_MS = 60_000;
/** A file of half a gigabyte takes longer; its handler detects a client that stops sending. */
const IMPORT_PATHS: readonly (string | undefined)[] = ["/Services/import", "/Services/rest/v1/importacoes"];
const IMPORT_MS = 4 * HOUR_MS;
/** Bytes of a request head: a URL of 8 KB and a cookie fit. */
const HEAD_MAX = 16_384;
/** Interval of the check for slow senders, and longest idle time between two requests, in ms. */
const LOOK_MS = 5_000;
const IDLE_MS = 10_000;
/** Requests of one connection; a new connection may reach another process. */
const REQUESTS_MAX = 10_000;
/** Longest wait for running answers at stop, in ms. */
const STOP_MS = 8_000;

/** A listening server. `stop` waits for running answers. */
export type Listening = { port: number; url: string; stop(): Promise<void> };

/**
 * requestMs, headMs: longest time for a request and its head;
 * all but `metrics` differ from their defaults only in tests.
 */
type ListenOptions = {
  requestMs?: number;
  headMs?: number;
  medidas?: Metrics;
  connections?: ConnectionLimits;
  answers?: AnswerLimits;
};

/**
 * Opens the application's port, with limits on connections, time and unread answers.
 * @param port 0 = any free one
 * @throws {StartRefusal} with a sentence for the operator
 */
export async function listen(
  app: Express,
  { host, port }: { host: string; port: number },
  {
    requestMs = REQUEST_MS,
    headMs = HEAD_MS,
    medidas: metrics = createMetrics(),
    connections = HTTP_CONNECTIONS,
    answers = ANSWERS,
  }: ListenOptions = {},
): Promise<Listening> {
  // Node has one limit for all requests: it is set to the longest, and the others are enforced here.
  const limits = {
    headersTimeout: headMs,
    requestTimeout: IMPORT_MS,
    maxHeaderSize: HEAD_MAX,
    connectionsCheckingInterval: Math.min(LOOK_MS, headMs / 2),
    keepAliveTimeout: IDLE_MS,
  };
  const open = new Set<http.ServerResponse>();
  let stopping = false;
  const server = http.createServer(limits);
  const handle = (req: http.IncomingMessage, res: http.ServerResponse): void => {
    if (stopping) res.setHeader("Connection", "close");
    open.add(res);
    res.once("close", () => open.delete(res));
    if (!IMPORT_PATHS.includes(req.url)) endLate(req, res, requestMs);
    app(req, res);
  };
  const guard = guardServer(server, handle, {
    porta: "http",
    connections,
    answers,
    trust: trustOf(app),
    refuseWithAnswer: true,
    medidas: metrics,
  });
  server.maxRequestsPerSocket = REQUESTS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, { host, port })));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    port: address.port,
    url: `http://${shown}:${address.port}`,
    stop: async () => {
      stopping = true;
      for (const res of open) if (!res.headersSent) res.setHeader("Connection", "close");
      await stop(server);
      guard.stop();
    },
  };
}

/** Ends a request that is incomplete after its time: with 408 when no answer has begun. */
function endLate(req: http.IncomingMessage, res: http.ServerResponse, requestMs: number): void {
  if (req.headers["content-length"] === undefined && req.headers["transfer-encoding"] === undefined) return;
  const timer = setTimeout(() => {
    if (req.complete) return;
    if (res.headersSent) req.destroy();
    else res.writeHead(408, { Connection: "close" }).end(() => req.destroy());
  }, requestMs);
  req.once("close", () => clearTimeout(timer));
  req.once("end", () => clearTimeout(timer));
}

function explain(cause: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  if (cause.code === "EADDRINUSE") {
    return new StartRefusal(
      `A porta ${port} já está em uso. Feche o outro programa ou escolha outra: PORT=${port + 1}.`,
      {
        cause,
      },
    );
  }
  if (cause.code === "EACCES") {
    return new StartRefusal(`Sem permissão para abrir a porta ${port}. Use uma porta acima de 1023.`, {
      cause,
    });
  }
  if (cause.code === "EADDRNOTAVAIL" || cause.code === "ENOTFOUND") {
    return new StartRefusal(`O endereço HOST=${host} não é desta máquina.`, { cause });
  }
  return cause;
}

async function stop(server: http.Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearTimeout(late);
}
