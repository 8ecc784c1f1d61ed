import { createServer } from "node:http";
import path from "node:path";
import express from "express";
import { closeServer, LOOPBACK, listenOn } from "../listen.ts";
import { guardAddress, writeSecurityHeaders } from "./guarda.ts";
import { type Acoes, addRotas } from "./rotas.ts";

/** A console that holds its port but serves nothing yet. */
export type PortaConsole = {
  readonly url: string;
  open(acoes: Acoes): void;
  stop(): Promise<void>;
};

const PUBLIC = path.join(import.meta.dirname, "public");

/**
 * Takes the port of the console on loopback; `open` then serves the page and its routes.
 * @throws when the port is busy
 */
export async function takePortaConsole(wanted: number): Promise<PortaConsole> {
  const server = createServer();
  const porta = await listenOn(server, wanted);
  return {
    url: `http://${LOOPBACK}:${porta}`,
    open: (acoes) => {
      server.on("request", createApp(acoes, porta));
    },
    stop: async () => {
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
    },
  };
}

function createApp(acoes: Acoes, porta: number): express.Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("query parser", "simple");
  app.use(writeSecurityHeaders, guardAddress(porta));
  app.use(express.static(PUBLIC, { etag: false, lastModified: false, cacheControl: false }));
  addRotas(app, acoes);
  return app;
}
