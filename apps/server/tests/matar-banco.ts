import fs from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** A PostgreSQL of a test's own, which it may stop and start again under the same address. */
export type Banco = {
  /** The owner's; through a door that stays where it is. */
  url: string;
  /** Stops the server, in order, and starts it again: every connection is cut. Answers when it takes connections. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** What scripts/postgres/server.mjs starts. */
type Servidor = { url: string; port: number; stop(): Promise<void> };
type Starter = { startPostgres(o: { dataDir: string; durable: boolean; quiet: boolean }): Promise<Servidor> };

const STARTER = path.resolve(import.meta.dirname, "../../../scripts/postgres/server.mjs");

/** Starts a server as `npm start` does, with its commits as safe as there. */
export async function openBanco(): Promise<Banco> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-matar-"));
  await fs.chmod(dataDir, 0o711);
  const { startPostgres }: Starter = await import(pathToFileURL(STARTER).href);
  const start = (): Promise<Servidor> => startPostgres({ dataDir, durable: true, quiet: true });
  let servidor = await start();
  const door = await openDoor(() => servidor.port);
  const url = new URL(servidor.url);
  url.port = String(door.porta);
  return {
    url: url.href,
    restart: async () => {
      await servidor.stop();
      servidor = await start();
    },
    close: async () => {
      await door.close();
      await servidor.stop();
      await fs.rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Passes connections on to a port that may change: a server that starts again may have to take another. */
async function openDoor(portOf: () => number): Promise<{ porta: number; close(): Promise<void> }> {
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
  if (address === null || typeof address === "string") throw new Error("the door has no port");
  return {
    porta: address.port,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
