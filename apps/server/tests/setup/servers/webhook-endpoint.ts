import { createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** One request as the endpoint received it. */
export type ReceivedRequest = {
  id: string;
  timestamp: string;
  signature: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  payload: WebhookPayload;
};

/** The parsed body. */
export type WebhookPayload = {
  id: string;
  tipo: string;
  criadoEm: string;
  sequencia?: number;
  conta: string;
  dados: Record<string, unknown>;
};

/** Behaviour of the endpoint: a status to answer, or a function that handles the response. */
export type EndpointBehaviour = number | ((answer: http.ServerResponse, received: ReceivedRequest) => void);

/** A customer's webhook endpoint at a free port of this machine. */
export type WebhookEndpoint = {
  url: string;
  port: number;
  received: ReceivedRequest[];
  ids(): string[];
  respondWith(behaviour: EndpointBehaviour): void;
  /** Maximum number of concurrent requests so far. */
  maxConcurrent(): number;
  close(): Promise<void>;
};

export async function openWebhookEndpoint(): Promise<WebhookEndpoint> {
  let behaviour: EndpointBehaviour = 200;
  let now = 0;
  let most = 0;
  const receivedAll: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer((request, answer) => {
    now += 1;
    most = Math.max(most, now);
    answer.once("close", () => {
      now -= 1;
    });
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = toReceivedRequest(request, Buffer.concat(chunks).toString("utf8"));
      receivedAll.push(received);
      if (typeof behaviour === "number") answer.writeHead(behaviour).end();
      else behaviour(answer, received);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/malote`,
    port,
    received: receivedAll,
    ids: () => receivedAll.map(({ id }) => id),
    respondWith: (next) => {
      behaviour = next;
    },
    maxConcurrent: () => most,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toReceivedRequest({ headers, url = "" }: http.IncomingMessage, body: string): ReceivedRequest {
  return {
    id: String(headers["webhook-id"]),
    timestamp: String(headers["webhook-timestamp"]),
    signature: String(headers["webhook-signature"]),
    path: url,
    headers,
    body,
    payload: JSON.parse(body) as WebhookPayload,
  };
}

/**
 * Verifies a signature as the libraries of Standard Webhooks do: any of the signatures in the
 * header suffices.
 * @source Standard Webhooks, "Verifying signatures"
 */
export function isSignedWith({ id, timestamp, signature, body }: ReceivedRequest, secret: string): boolean {
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return signature.split(" ").some((each) => each === `v1,${expected}`);
}
