import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { MINUTE_MS } from "@malote/syntax";
import { Redis } from "ioredis";
import type { TestPipeline } from "../setup/test-pipeline.ts";

/** The worker that `npm start` runs, built by scripts/test.mjs and test-long.mjs. */
const WORKER = path.resolve(import.meta.dirname, "../../dist/worker.mjs");
const ROOT = path.resolve(import.meta.dirname, "../../../..");
/** Maximum time until a worker is ready. */
const READY_MS = 2 * MINUTE_MS;

/**
 * Kinds of faults. morte: kill -9 of the worker, which is started again; fila, redis: the queue is
 * emptied (in PostgreSQL, or in a Redis of the test); banco: PostgreSQL restarts.
 */
export const FAULTS = ["morte", "fila", "redis", "banco"] as const;
export type Fault = (typeof FAULTS)[number];

/** A worker process of one test. */
export type WorkerProcess = { kill(): Promise<void>; restart(): Promise<void>; stop(): Promise<void> };

/** Starts the real worker for a pipeline run. redisUrl: "" = the queue is in PostgreSQL. */
export async function startWorkerProcess(pipeline: TestPipeline, redisUrl: string): Promise<WorkerProcess> {
  const env = await workerEnv(pipeline, redisUrl);
  let child = await startWorker(env);
  return {
    kill: () => kill(child, "SIGKILL"),
    restart: async () => {
      child = await startWorker(env);
    },
    stop: () => kill(child, "SIGTERM"),
  };
}

async function workerEnv(pipeline: TestPipeline, redisUrl: string): Promise<NodeJS.ProcessEnv> {
  const file = path.join(pipeline.config.dataDir, "sandbox.json");
  await fs.writeFile(file, JSON.stringify(pipeline.sandbox.info), { mode: 0o600 });
  const { NODE_ENV: _, ...inherited } = process.env;
  return {
    ...inherited,
    DATABASE_URL: pipeline.config.databaseUrl,
    DATA_DIR: pipeline.config.dataDir,
    MALOTE_KEY: pipeline.config.chave.toString("base64"),
    SANDBOX: "1",
    SANDBOX_FILE: file,
    REDIS_URL: redisUrl,
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  };
}

async function startWorker(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--enable-source-maps", WORKER], {
    cwd: ROOT,
    env,
    stdio: ["ignore", process.env.LOG_LEVEL ? "inherit" : "ignore", "inherit", "ipc"],
  });
  const ready = once(child, "message", { signal: AbortSignal.timeout(READY_MS) });
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`the worker ended before it was ready (${code})`);
  });
  await Promise.race([ready, died]);
  died.catch(() => {});
  return child;
}

async function kill(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** Empties BullMQ's tables in PostgreSQL. Its own statements can conflict with the locks: retry. */
export async function emptyQueueTables(pipeline: Pick<TestPipeline, "asOwner">, tries = 20): Promise<void> {
  await truncateQueueTables(pipeline).catch((error: unknown) => {
    if (tries === 0) throw error;
    return emptyQueueTables(pipeline, tries - 1);
  });
}

async function truncateQueueTables({ asOwner }: Pick<TestPipeline, "asOwner">): Promise<void> {
  await asOwner(`DO $$ DECLARE r regclass; BEGIN
    FOR r IN SELECT oid FROM pg_class WHERE relnamespace = 'bullmq'::regnamespace AND relkind = 'r' AND relname !~ 'migration'
    LOOP EXECUTE 'TRUNCATE ' || r || ' CASCADE'; END LOOP; END $$`);
}

/** FLUSHALL: only on a Redis that belongs to the test. */
export async function emptyRedis(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  await redis.flushall();
  redis.disconnect();
}
