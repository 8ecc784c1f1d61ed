import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { formatMessage } from "@malote/contract";
import type { Metrics } from "../../metrics/metrics.ts";
import { errorEnvelope } from "../uploads/upload-envelope.ts";
import { limitConnections } from "./limit-connections.ts";
import type { AnswerLimits, ConnectionLimits } from "./limits.ts";
import { networkOf, type Trust } from "./network-of.ts";
import { queueRequests } from "./queue-requests.ts";
import { watchAnswers } from "./watch-answers.ts";

/** Retry-After of a refused client, in seconds. */
const RETRY_S = "5";
/** Probes are answered even when their network is over its limit. */
const PROBES: readonly (string | undefined)[] = ["/saude", "/prontidao"];

type Handle = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * porta: the port's metric label; trust: whose X-Forwarded-For is believed; refuseWithAnswer:
 * whether a refused connection gets a response.
 */
export type GuardOptions = {
  porta: "http" | "feed";
  connections: ConnectionLimits;
  answers: AnswerLimits;
  trust: Trust;
  refuseWithAnswer: boolean;
  medidas: Metrics;
};

/** The guard, the handler and a stream each listen for the end of an answer: at most a dozen. */
const CLOSE_LISTENERS_MAX = 20;

/** Limits a port's connections, requests and unread answers.   @returns how to stop */
export function guardServer(server: Server, handle: Handle, o: GuardOptions): { stop(): void } {
  const { porta, medidas: metrics } = o;
  const refuse = (res: ServerResponse, status: 429 | 503, motivo: string): void => {
    metrics.recordRefusedConnection({ porta, motivo });
    sendBusy(res, status);
  };
  const answers = watchAnswers(o.answers, (motivo) => metrics.recordCutResponse({ porta, motivo }));
  const connections = limitConnections(server, o.connections, {
    isProxy: (address) => o.trust(address, 0),
    answers: o.refuseWithAnswer,
    onRefusal: () => metrics.recordRefusedConnection({ porta, motivo: "conexoes" }),
  });
  metrics.watchPort(porta, { connections: connections.count, bytes: answers.bytes });
  const admit = queueRequests((req, res) => {
    connections.setBusy(req.socket, true);
    res.once("close", () => connections.setBusy(req.socket, false));
    const busy = answers.enter(res, networkOf(req, o.trust));
    if (busy === null || PROBES.includes(req.url)) handle(req, res);
    else refuse(res, 429, busy);
  });
  server.on("request", (req, res) => {
    res.setMaxListeners(CLOSE_LISTENERS_MAX);
    if (connections.isRefused(req.socket)) sendBusy(res, 503);
    else admit(req, res);
  });
  return { stop: answers.stop };
}

/** Answers that there are too many requests, and closes the connection without reading this one. */
function sendBusy(res: ServerResponse, status: 429 | 503): void {
  const body = Buffer.from(JSON.stringify(errorEnvelope(formatMessage("conexoesDemais"))));
  res.writeHead(status, {
    Connection: "close",
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.length,
    "Cache-Control": "no-store",
    "Retry-After": RETRY_S,
  });
  res.end(body);
}
