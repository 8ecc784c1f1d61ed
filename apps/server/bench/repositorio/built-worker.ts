import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Config } from "../../src/config.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const WORKER = path.join(ROOT, "apps/server/dist/worker.mjs");
const READY_MS = 60_000;
/** Clock ticks per second in /proc.   @source proc_pid_stat(5) */
const TICKS = 100;
const run = promisify(execFile);

/** The worker built and started as in production. read: current and peak memory in MB, CPU in seconds. */
export type MeasuredWorker = {
  read(): Promise<{ mb: number; peakMb: number; cpu: number }>;
  stop(): Promise<void>;
};

/** Builds the worker and starts it on a database. */
export async function startBuiltWorker(config: Config): Promise<MeasuredWorker> {
  const build = "const { buildServer } = await import('./scripts/setup/build.mjs'); await buildServer();";
  await run(process.execPath, ["--input-type=module", "-e", build], { cwd: ROOT });
  const child = spawn(process.execPath, [WORKER], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: config.databaseUrl,
      DATA_DIR: config.dataDir,
      MALOTE_KEY: config.chave.toString("base64"),
      SANDBOX: "0",
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`the worker ended before it was ready (${code})`);
  });
  await Promise.race([once(child, "message", { signal: AbortSignal.timeout(READY_MS) }), died]);
  died.catch(() => {});
  return { read: () => readUsage(child), stop: () => stop(child) };
}

async function readUsage({ pid }: ChildProcess): Promise<{ mb: number; peakMb: number; cpu: number }> {
  const status = await fs.readFile(`/proc/${pid}/status`, "utf8");
  const stat = await fs.readFile(`/proc/${pid}/stat`, "utf8");
  const kb = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return {
    mb: kb("VmRSS") / 1_024,
    peakMb: kb("VmHWM") / 1_024,
    cpu: (Number(fields[11]) + Number(fields[12])) / TICKS,
  };
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
