import { createServer } from "node:http";
import path from "node:path";
import express from "express";
import { closeServer, LOOPBACK, listenOn } from "../listen.ts";
import { guardAddress, writeSecurityHeaders } from "./guard-address.ts";
import { addRoutes, type ConsoleActions } from "./routes.ts";

/** A console that holds its port but serves nothing yet. */
export type ConsoleServer = {
  readonly url: string;
  open(consoleActions: ConsoleActions): void;
  stop(): Promise<void>;
};

const PUBLIC = path.join(import.meta.dirname, "public");

/**
 * Takes the port of the console on loopback; `open` then serves the page and its routes.
 * @throws when the port is busy
 */
export async function reserveConsolePort(wanted: number): Promise<ConsoleServer> {
  const server = createServer();
  const port = await listenOn(server, wanted);
  return {
    url: `http://${LOOPBACK}:${port}`,
    open: (consoleActions) => {
      server.on("request", createApp(consoleActions, port));
    },
    stop: async () => {
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
    },
  };
}

function createApp(consoleActions: ConsoleActions, port: number): express.Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("query parser", "simple");
  app.use(writeSecurityHeaders, guardAddress(port));
  app.use(express.static(PUBLIC, { etag: false, lastModified: false, cacheControl: false }));
  addRoutes(app, consoleActions);
  return app;
}
