import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import type { Sandbox } from "@malote/sandbox";
import { MINUTE_MS } from "@malote/syntax";
import type { TestContext } from "../setup/context.ts";

const PROBE = path.join(import.meta.dirname, "probe.mjs");
const DIST = path.resolve(import.meta.dirname, "../../dist");
const ROOT = path.resolve(import.meta.dirname, "../../../..");
const READY_MS = 2 * MINUTE_MS;
/** Clock ticks per second in /proc. @source proc_pid_stat(5), sysconf(3) */
const TICKS = 100;
const UTIME = 11;

/** CPU since the start of the process, in ms; blockMs: longest block of its event loop since the
 * last read. */
export type Spent = { cpuMs: number; mainMs: number; blockMs: number };

/** A real server process whose CPU can be read. */
export type ProcessUnderTest = {
  /** @returns null when the event loop does not answer in time */
  read(waitMs: number): Promise<Spent | null>;
  /** CPU of all threads by the kernel, available even when the event loop is blocked. */
  readKernelMs(): Promise<number>;
  /** Kills it and starts another. */
  restart(): Promise<void>;
  /** The last lines of its output. */
  lastOutput(): string;
  isAlive(): boolean;
  stop(): Promise<void>;
};

/** Starts dist/http.mjs or dist/worker.mjs with the probe. */
export async function startProcess(
  kind: "http" | "worker",
  env: NodeJS.ProcessEnv,
): Promise<ProcessUnderTest> {
  let output = "";
  const start = async (): Promise<ChildProcess> => {
    const args = ["--import", PROBE, "--enable-source-maps", path.join(DIST, `${kind}.mjs`)];
    const made = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    for (const stream of [made.stdout, made.stderr]) {
      stream?.on("data", (data) => (output = (output + String(data)).slice(-4_000)));
    }
    const died = once(made, "exit").then(([code]) => {
      throw new Error(`${kind} ended before it was ready (${code}): ${output}`);
    });
    died.catch(() => {});
    await Promise.race([once(made, "message", { signal: AbortSignal.timeout(READY_MS) }), died]);
    return made;
  };
  let child = await start();
  let asked = 0;
  return {
    read: async (waitMs) => await ask(child, ++asked, waitMs),
    readKernelMs: async () => await readKernelMs(child.pid ?? 0),
    restart: async () => {
      await end(child, "SIGKILL");
      child = await start();
    },
    lastOutput: () => output,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: () => end(child, "SIGTERM"),
  };
}

async function ask(child: ChildProcess, probe: number, waitMs: number): Promise<Spent | null> {
  if (!child.connected) return null;
  let resolve: (spent: Spent | null) => void = () => {};
  const promise = new Promise<Spent | null>((done) => (resolve = done));
  const receive = (message: unknown): void => {
    const spentNotice = message as Spent & { probe?: number };
    if (spentNotice.probe === probe) resolve(spentNotice);
  };
  const giveUp = (): void => resolve(null);
  const timer = setTimeout(giveUp, waitMs);
  child.on("message", receive).once("exit", giveUp);
  child.send({ probe });
  const told = await promise;
  clearTimeout(timer);
  child.off("message", receive).off("exit", giveUp);
  return told;
}

async function readKernelMs(pid: number): Promise<number> {
  const text = await fs.readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return 0;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[UTIME]) + Number(fields[UTIME + 1])) * 1_000) / TICKS;
}

async function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const giveUp = once(child, "exit");
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await giveUp;
  clearTimeout(late);
}

/** A port without a listener. */
export async function findPort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** The environment of a process on a test's database with a sandbox. */
export async function environmentOf(
  { config }: TestContext,
  sandbox: Sandbox,
  extra: NodeJS.ProcessEnv = {},
): Promise<NodeJS.ProcessEnv> {
  const file = path.join(config.dataDir, "sandbox.json");
  await fs.writeFile(file, JSON.stringify(sandbox.info), { mode: 0o600 });
  const { NODE_ENV: _, REDIS_URL: __, ...inherited } = process.env;
  return {
    ...inherited,
    DATABASE_URL: config.databaseUrl,
    DATA_DIR: config.dataDir,
    MALOTE_KEY: config.chave.toString("base64"),
    SANDBOX: "1",
    SANDBOX_FILE: file,
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    ...extra,
  };
}
