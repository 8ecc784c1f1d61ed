import { createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** One request as the endpoint received it. */
export type Recebida = {
  id: string;
  timestamp: string;
  assinatura: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  corpo: string;
  dito: Dito;
};

/** The parsed body. */
export type Dito = {
  id: string;
  tipo: string;
  criadoEm: string;
  sequencia?: number;
  conta: string;
  dados: Record<string, unknown>;
};

/** Behaviour of the endpoint: a status to answer, or a function that handles the response. */
export type Modo = number | ((answer: http.ServerResponse, recebida: Recebida) => void);

/** A customer's webhook endpoint at a free port of this machine. */
export type Receptor = {
  url: string;
  port: number;
  recebidas: Recebida[];
  ids(): string[];
  modo(modo: Modo): void;
  /** Maximum number of concurrent requests so far. */
  maisJuntas(): number;
  close(): Promise<void>;
};

export async function openReceptor(): Promise<Receptor> {
  let modo: Modo = 200;
  let now = 0;
  let most = 0;
  const recebidas: Recebida[] = [];
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
      const recebida = toRecebida(request, Buffer.concat(chunks).toString("utf8"));
      recebidas.push(recebida);
      if (typeof modo === "number") answer.writeHead(modo).end();
      else modo(answer, recebida);
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
    recebidas,
    ids: () => recebidas.map(({ id }) => id),
    modo: (next) => {
      modo = next;
    },
    maisJuntas: () => most,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toRecebida({ headers, url = "" }: http.IncomingMessage, corpo: string): Recebida {
  return {
    id: String(headers["webhook-id"]),
    timestamp: String(headers["webhook-timestamp"]),
    assinatura: String(headers["webhook-signature"]),
    path: url,
    headers,
    corpo,
    dito: JSON.parse(corpo) as Dito,
  };
}

/**
 * Verifies a signature as the libraries of Standard Webhooks do: any of the signatures in the
 * header suffices.
 * @source Standard Webhooks, "Verifying signatures"
 */
export function isAssinada({ id, timestamp, assinatura, corpo }: Recebida, segredo: string): boolean {
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(segredo.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${corpo}`).digest("base64");
  return assinatura.split(" ").some((each) => each === `v1,${expected}`);
}
