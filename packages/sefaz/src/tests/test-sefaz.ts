import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server, type ServerOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import type { IssuedCertificate } from "./pki.ts";

/** A request as the server received it. */
type ReceivedRequest = { path: string; contentType: string; body: string; clientName: string };

/** How the server responds to the next requests. */
export type Responder = (res: ServerResponse, request: ReceivedRequest) => unknown;

/** A server on 127.0.0.1 that demands a client certificate issued by `trusted`. */
export type TestSefaz = {
  url: string;
  received: ReceivedRequest[];
  connections: number;
  play(responder: Responder): void;
  /** Closes the idle connections. */
  dropIdle(): void;
  stop(): Promise<void>;
};

/** Starts the server on a free port; `tls` adds TLS options. */
export async function startSefaz(
  certificate: IssuedCertificate,
  trusted: IssuedCertificate,
  tls: ServerOptions = {},
): Promise<TestSefaz> {
  let responder: Responder = (res) => res.writeHead(500).end();
  const received: ReceivedRequest[] = [];
  const pem = { key: certificate.chavePem, cert: certificate.certificadoPem, ca: trusted.certificadoPem };
  const server = createServer(
    { ...pem, requestCert: true, rejectUnauthorized: true, ...tls },
    async (req, res) => {
      const request = await readRequest(req);
      received.push(request);
      responder(res, request);
    },
  );
  const sockets = watchSockets(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const sefaz = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections: 0,
    play: (next: Responder) => {
      responder = next;
    },
    dropIdle: () => server.closeIdleConnections(),
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
  server.on("secureConnection", () => {
    sefaz.connections += 1;
  });
  return sefaz;
}

function watchSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return sockets;
}

async function readRequest(req: IncomingMessage): Promise<ReceivedRequest> {
  const socket = req.socket as import("node:tls").TLSSocket;
  return {
    path: req.url ?? "",
    contentType: req.headers["content-type"] ?? "",
    body: (await buffer(req)).toString(),
    clientName: String(socket.getPeerCertificate().subject.CN),
  };
}
