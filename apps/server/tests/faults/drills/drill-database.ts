import { spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

/** A server that has ended resolves `ended` at once. */
const ENDED_MS = 1_000;
const STARTER = path.resolve(import.meta.dirname, "../../../../../scripts/postgres/server.mjs");

type PostgresServer = { url: string; port: number; stop(): Promise<void>; ended: Promise<void> };
type Starter = {
  startPostgres(o: { dataDir: string; durable: boolean; quiet: boolean }): Promise<PostgresServer>;
};

/** A PostgreSQL server for the drills, under an address that does not change. */
export type DrillDatabase = {
  url: string;
  dataDir: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Starts the server if it has ended by itself, as a supervisor does. */
  startIfEnded(): Promise<void>;
  /** Freezes every process of the server, or resumes them. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  close(): Promise<void>;
};

/** @param prepare receives the folder before the server starts */
export async function openDrillDatabase(
  prepare: (dataDir: string) => void = () => {},
): Promise<DrillDatabase> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-operar-pg-"));
  prepare(dataDir);
  await fs.chmod(dataDir, 0o711);
  const { startPostgres }: Starter = await import(pathToFileURL(STARTER).href);
  let postgres: PostgresServer | null = await startPostgres({ dataDir, durable: true, quiet: true });
  const proxy = await openProxy(() => postgres?.port ?? null);
  const url = new URL(postgres.url);
  url.port = String(proxy.port);
  const pid = async (): Promise<number> =>
    Number((await fs.readFile(path.join(dataDir, "pg", "postmaster.pid"), "utf8")).split("\n")[0]);
  let master = await pid();
  const start = async (): Promise<void> => {
    postgres = await startPostgres({ dataDir, durable: true, quiet: true });
    master = await pid();
  };
  return {
    url: url.href,
    dataDir,
    start,
    startIfEnded: async () => {
      const ended = postgres?.ended.then(() => true) ?? Promise.resolve(true);
      if (await Promise.race([ended, sleep(ENDED_MS, false)])) await start();
    },
    stop: async () => {
      const stopping = postgres;
      postgres = null;
      await stopping?.stop();
    },
    kill: async () => {
      const dying = postgres;
      postgres = null;
      process.kill(master, "SIGKILL");
      await dying?.ended;
    },
    signal: (signal) => {
      for (const each of [String(master), ...childrenOf(master)]) {
        try {
          process.kill(Number(each), signal);
        } catch {
          // the process has ended meanwhile
        }
      }
    },
    close: async () => {
      await proxy.close();
      await postgres?.stop();
    },
  };
}

/** Returns an empty list when the process has ended. */
function childrenOf(pid: number): string[] {
  const { stdout } = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" });
  return stdout.split("\n").filter((each) => each !== "");
}

/** A proxy to a port that may change; while there is none, it closes each connection. */
async function openProxy(portOf: () => number | null): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => {});
  };
  const server = createServer((inner) => {
    keep(inner);
    const port = portOf();
    if (port === null) return void inner.destroy();
    const outer = connect(port, "127.0.0.1");
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
