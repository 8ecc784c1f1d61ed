import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server, type ServerOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Emitido } from "./pki.ts";

/** What reached the server. */
type Chegada = { path: string; contentType: string; corpo: string; cliente: string };

/** How the server answers the next questions. */
export type Papel = (res: ServerResponse, chegada: Chegada) => unknown;

/** A SEFAZ on 127.0.0.1 that demands a certificate of `confia`. */
export type SefazDeTeste = {
  url: string;
  chegadas: Chegada[];
  conexoes: number;
  play(papel: Papel): void;
  /** Closes the connections that wait for a next question. */
  dropIdle(): void;
  stop(): Promise<void>;
};

/** Starts the server on a free port; `tls` adds to its handshake. */
export async function startSefaz(
  servidor: Emitido,
  confia: Emitido,
  tls: ServerOptions = {},
): Promise<SefazDeTeste> {
  let papel: Papel = (res) => res.writeHead(500).end();
  const chegadas: Chegada[] = [];
  const pem = { key: servidor.chavePem, cert: servidor.certificadoPem, ca: confia.certificadoPem };
  const server = createServer(
    { ...pem, requestCert: true, rejectUnauthorized: true, ...tls },
    async (req, res) => {
      const chegada = await arrival(req);
      chegadas.push(chegada);
      papel(res, chegada);
    },
  );
  const abertas = watchSockets(server);
  await new Promise<void>((pronto) => server.listen(0, "127.0.0.1", pronto));
  const sefaz = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chegadas,
    conexoes: 0,
    play: (novo: Papel) => {
      papel = novo;
    },
    dropIdle: () => server.closeIdleConnections(),
    stop: () => {
      for (const socket of abertas) socket.destroy();
      return new Promise<void>((fim) => server.close(() => fim()));
    },
  };
  server.on("secureConnection", () => {
    sefaz.conexoes += 1;
  });
  return sefaz;
}

function watchSockets(server: Server): Set<Socket> {
  const abertas = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    abertas.add(socket);
    socket.on("close", () => abertas.delete(socket));
  });
  return abertas;
}

async function arrival(req: IncomingMessage): Promise<Chegada> {
  const socket = req.socket as import("node:tls").TLSSocket;
  return {
    path: req.url ?? "",
    contentType: req.headers["content-type"] ?? "",
    corpo: (await buffer(req)).toString(),
    cliente: String(socket.getPeerCertificate().subject.CN),
  };
}
