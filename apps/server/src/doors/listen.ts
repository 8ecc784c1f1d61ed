import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Express } from "express";
import { StartRefusal } from "../errors.ts";
import { createMedidas, type Medidas } from "../medidas/medidas.ts";
import { guardServer } from "./connections/guard-server.ts";
import { ANSWERS, type AnswerLimits, type ConnectionLimits, HTTP_CONNECTIONS } from "./connections/limits.ts";
import { trustOf } from "./connections/network-of.ts";

/** Longest wait for the head of a request, and for the whole of it, in ms: slow senders hold no connection. */
const HEAD_MS = 15_000;
const REQUEST_MS = 60_000;
/** A file of half a gigabyte takes longer; its door knows one who sends no more. */
const IMPORT_PATHS: readonly (string | undefined)[] = ["/Services/import", "/Services/rest/v1/importacoes"];
const IMPORT_MS = 4 * 3_600_000;
/** Bytes of the head of a request: an address of 8 KB and a cookie fit in. */
const HEAD_MAX = 16_384;
/** How often slow senders are looked for, and how long a connection may be idle between two requests, in ms. */
const LOOK_MS = 5_000;
const IDLE_MS = 10_000;
/** Requests of one connection: afterwards another process has its chance. */
const REQUESTS_MAX = 10_000;
/** Longest wait, when stopping, for answers that are under way, in ms. */
const STOP_MS = 8_000;

/** A server that listens. `stop` lets what is under way finish. */
export type Listening = { port: number; url: string; stop(): Promise<void> };

/** requestMs, headMs: how long a whole request and its head may take; they, connections and answers: other than their defaults only in tests. */
type ListenOptions = {
  requestMs?: number;
  headMs?: number;
  medidas?: Medidas;
  connections?: ConnectionLimits;
  answers?: AnswerLimits;
};

/**
 * Opens the application to the network, within bounds of connections, of time, and of answers that no client reads.
 * @param port 0 = any free one
 * @throws {StartRefusal} with a sentence for the operator
 */
export async function listen(
  house: Express,
  { host, port }: { host: string; port: number },
  {
    requestMs = REQUEST_MS,
    headMs = HEAD_MS,
    medidas = createMedidas(),
    connections = HTTP_CONNECTIONS,
    answers = ANSWERS,
  }: ListenOptions = {},
): Promise<Listening> {
  // Node knows one limit for all requests: its own is the longest, and the others are held to theirs here.
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
    house(req, res);
  };
  const guard = guardServer(server, handle, {
    porta: "http",
    connections,
    answers,
    trust: trustOf(house),
    refuseWithAnswer: true,
    medidas,
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

/** Ends a request that did not come whole in time: with an answer, where none was begun. */
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
