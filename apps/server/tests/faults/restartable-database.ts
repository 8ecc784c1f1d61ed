import fs from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** A PostgreSQL server for one test, which can restart it under the same address. */
export type RestartableDatabase = {
  /** URL of the owner, through a proxy whose port does not change. */
  url: string;
  /**
   * Stops the server in order and starts it again, which cuts every connection. Resolves when it
   * accepts connections.
   */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** The server that scripts/postgres/server.mjs starts. */
type PostgresServer = { url: string; port: number; stop(): Promise<void> };
type Starter = {
  startPostgres(o: { dataDir: string; durable: boolean; quiet: boolean }): Promise<PostgresServer>;
};

const STARTER = path.resolve(import.meta.dirname, "../../../../scripts/postgres/server.mjs");

/** Starts a server as `npm start` does, with the same durability of commits. */
export async function openRestartableDatabase(): Promise<RestartableDatabase> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-matar-"));
  await fs.chmod(dataDir, 0o711);
  const { startPostgres }: Starter = await import(pathToFileURL(STARTER).href);
  const start = (): Promise<PostgresServer> => startPostgres({ dataDir, durable: true, quiet: true });
  let postgres = await start();
  const proxy = await openProxy(() => postgres.port);
  const url = new URL(postgres.url);
  url.port = String(proxy.port);
  return {
    url: url.href,
    restart: async () => {
      await postgres.stop();
      postgres = await start();
    },
    close: async () => {
      await proxy.close();
      await postgres.stop();
      await fs.rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A proxy with a fixed port: a restarted server may have to use another port. */
async function openProxy(portOf: () => number): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => {});
  };
  const server = createServer((inner) => {
    const outer = connect(portOf(), "127.0.0.1");
    keep(inner);
    keep(outer);
    inner.pipe(outer).once("close", () => inner.destroy());
    outer.pipe(inner).once("close", () => outer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    port: address.port,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
