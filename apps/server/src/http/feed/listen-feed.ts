import { constants } from "node:crypto";
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { Express } from "express";
import { StartRefusal } from "../../errors.ts";
import type { FeedConfig } from "../../feed-config.ts";
import { createMetrics, type Metrics } from "../../metrics/metrics.ts";
import { guardServer } from "../connections/guard-server.ts";
import { ANSWERS, type AnswerLimits, FEED_CONNECTIONS } from "../connections/limits.ts";
import { trustOf } from "../connections/network-of.ts";
import type { Listening } from "../listen.ts";

/** Limits for small requests, in ms. */
const LIMITS = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 10_000,
  maxHeaderSize: 8_192,
} as const;
const REQUESTS_PER_CONNECTION_MAX = 10_000;
/** Longest idle time of a connection, and longest wait for running answers at stop, in ms. */
const IDLE_MS = 60_000;
const STOP_MS = 8_000;

/**
 * Opens the feed's HTTPS port, which requests a client certificate. A missing or wrong one is
 * refused in the response, in SEFAZ's terms. A broken handshake would give the client no reason.
 * @throws {StartRefusal} with a sentence for the operator
 */
export async function listenFeed(
  app: Express,
  { host, port, tls }: FeedConfig,
  {
    medidas: metrics = createMetrics(),
    answers = ANSWERS,
  }: { medidas?: Metrics; answers?: AnswerLimits } = {},
): Promise<Listening> {
  const server = https.createServer({
    ...LIMITS,
    ...tls,
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: "TLSv1.2",
    // A resumed connection would lack the intermediate certificates that the caller sent.
    secureOptions: constants.SSL_OP_NO_TICKET,
  });
  const guard = guardServer(server, app, {
    porta: "feed",
    connections: FEED_CONNECTIONS,
    answers,
    trust: trustOf(app),
    refuseWithAnswer: false,
    medidas: metrics,
  });
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION_MAX;
  server.setTimeout(IDLE_MS);
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, { host, port })));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
  const end = async (): Promise<void> => {
    await stop(server);
    guard.stop();
  };
  return { port: address.port, url: `https://${shown}:${address.port}`, stop: end };
}

function explain(cause: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `A porta ${port} (FEED_PORT) já está em uso. Feche o outro programa ou escolha outra.`,
    EACCES: `Sem permissão para abrir a porta ${port} (FEED_PORT). Use uma porta acima de 1023.`,
    EADDRNOTAVAIL: `O endereço FEED_HOST=${host} não é desta máquina.`,
    ENOTFOUND: `O endereço FEED_HOST=${host} não é desta máquina.`,
  };
  const sentence = sentences[cause.code ?? ""];
  return sentence === undefined ? cause : new StartRefusal(sentence, { cause });
}

async function stop(server: https.Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearTimeout(late);
}
