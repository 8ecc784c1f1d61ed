import { createHash } from "node:crypto";
import { createPostgresBackend, Queue, Worker, withBackend } from "bullmq";
import { Redis } from "ioredis";
import type { Config } from "../config.ts";
import { APP_ROLE, createPool } from "../db/pool.ts";
import type { Logger } from "../log.ts";
import type { QueueJob, QueueSystem } from "./queue.ts";

/**
 * Connections of the queue's pool: one listener for each of eleven workers, the rest for short statements.
 */
const POOL_MAX = 15;
/** Each queue and worker adds several error listeners to the pool. */
const LISTENERS_MAX = 64;
/** Time limit of adding jobs; then the dispatcher returns its claims. */
const ADD_MS = 5_000;
/** Least time between two warnings of an unavailable storage. */
const COMPLAIN_MS = 10_000;
/** The lease detects lost jobs, not the queue: a stalled job is dropped, never rerun. */
const NEVER_AGAIN = { maxStalledCount: 0 };
const KEEP_NOTHING = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

/** Queues and workers over one storage. */
type Backend = {
  queue(queueName: string): Sender;
  worker(queueName: string, options: Work): Closable;
  /** Waits for a worker whose storage must be available at the start; others start later by themselves. */
  settle(worker: Closable): Promise<void>;
  close(): Promise<void>;
};
type Closable = { on(event: "error", listener: (error: Error) => void): unknown; close(): Promise<void> };
type Sender = Closable & { addAll(jobs: Bulk[]): Promise<unknown> };
type Bulk = { name: string; data: QueueJob["data"]; opts: { jobId: string } & typeof KEEP_NOTHING };
type RedisPlace = { databaseUrl: string; redisUrl: string };
type Work = { concurrency: number; run(data: unknown): Promise<void> };

/** Redis if configured, else our PostgreSQL. */
export function openQueues(config: Pick<Config, "databaseUrl" | "redisUrl">, log: Logger): QueueSystem {
  const { databaseUrl, redisUrl } = config;
  const backend = redisUrl === null ? onPostgres(databaseUrl, log) : onRedis({ databaseUrl, redisUrl }, log);
  const queues: Closable[] = [];
  const workers: Closable[] = [];
  let complainedAt = Number.NEGATIVE_INFINITY;
  const complain = (error: Error): void => {
    // Every queue and worker reports the same loss, until the storage is back.
    if (performance.now() - complainedAt < COMPLAIN_MS) return;
    complainedAt = performance.now();
    log.warn({ err: error }, "a fila tropeçou; reconectando");
  };
  const watch = <T extends Closable>(end: T): T => {
    // Without a listener a lost connection would end the process; queues and workers reconnect by
    // themselves.
    end.on("error", complain);
    return end;
  };
  return {
    createQueue(queueName) {
      const queue = watch(backend.queue(queueName));
      queues.push(queue);
      return {
        add: async (jobs) => {
          const bulk = jobs.map(({ id, data }) => ({
            name: queueName,
            data,
            opts: { jobId: id, ...KEEP_NOTHING },
          }));
          await within(queue.addAll(bulk), ADD_MS);
        },
      };
    },
    async createWorker(queueName, work) {
      const worker = watch(backend.worker(queueName, work));
      workers.push(worker);
      await backend.settle(worker);
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all(queues.map((queue) => queue.close()));
      await backend.close();
    },
  };
}

function withAddAll(queue: Closable, addAll: Sender["addAll"]): Sender {
  return { on: (event, listener) => queue.on(event, listener), close: () => queue.close(), addAll };
}

/**
 * Commits asynchronously: the table tarefa remembers jobs that a power cut loses.
 * @NOTE addBulk creates temporary tables and sequences, which the server's login may not
 */
function onPostgres(databaseUrl: string, log: Logger): Backend {
  const settings = { synchronous_commit: "off", search_path: "bullmq" };
  const pool = createPool(databaseUrl, { max: POOL_MAX, role: APP_ROLE, settings }, log);
  pool.setMaxListeners(LISTENERS_MAX);
  const ends = withBackend(createPostgresBackend);
  return {
    queue: (queueName) => {
      const queue = new ends.Queue(queueName, { connection: pool });
      return withAddAll(queue, async (jobs) => {
        for (const { name, data, opts } of jobs) await queue.add(name, data, opts);
      });
    },
    worker: (queueName, { concurrency, run }) =>
      new ends.Worker(queueName, (job) => run(job.data), { connection: pool, concurrency, ...NEVER_AGAIN }),
    settle: async (worker) => {
      if (worker instanceof ends.Worker) await worker.waitUntilReady();
    },
    close: () => pool.end(),
  };
}

/** A key prefix per database: two databases may share one Redis. */
function prefixOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `malote-${createHash("sha256").update(`${host}${pathname}`).digest("hex").slice(0, 12)}`;
}

/**
 * The process may start before Redis and survive its absence: both connections reconnect for ever.
 * Adding fails meanwhile, and workers start when Redis is available.
 */
function onRedis({ databaseUrl, redisUrl }: RedisPlace, log: Logger): Backend {
  const prefix = prefixOf(databaseUrl);
  // A sender fails at once while Redis is unavailable; a worker waits for it.
  const sending = new Redis(redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false });
  const working = new Redis(redisUrl, { maxRetriesPerRequest: null });
  for (const redis of [sending, working]) {
    redis.on("error", (error: Error) => log.debug({ err: error }, "sem conexão com o Redis"));
  }
  return {
    queue: (queueName) => createRedisSender(queueName, { sending, prefix }),
    worker: (queueName, work) => createRedisWorker(queueName, work, { working, prefix }),
    settle: async () => {},
    close: async () => {
      sending.disconnect();
      working.disconnect();
    },
  };
}

/**
 * Opens its queue with the first jobs once Redis is available.
 * @NOTE a BullMQ queue whose first command fails rejects every later one, also when Redis is back
 */
function createRedisSender(
  queueName: string,
  { sending, prefix }: { sending: Redis; prefix: string },
): Sender {
  const listeners: ((error: Error) => void)[] = [];
  let opened: Promise<Queue> | null = null;
  const open = async (): Promise<Queue> => {
    const queue = new Queue(queueName, { connection: sending, prefix, skipWaitingForReady: true });
    for (const listener of listeners) queue.on("error", listener);
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      opened = null;
      throw error;
    }
  };
  return {
    on: (_, listener) => void listeners.push(listener),
    addAll: async (jobs) => {
      if (sending.status !== "ready") throw new Error(`Redis is unavailable (${sending.status})`);
      opened ??= open();
      return await (await opened).addBulk(jobs);
    },
    close: async () => {
      const queue = await opened?.catch(() => null);
      await queue?.close();
    },
  };
}

/**
 * Closes after the running jobs, also while Redis is unavailable.
 * @NOTE BullMQ's own close waits for ever for a missing connection
 */
function createRedisWorker(
  queueName: string,
  { concurrency, run }: Work,
  { working, prefix }: { working: Redis; prefix: string },
): Closable {
  const running = new Set<Promise<void>>();
  const runOne = async (data: unknown): Promise<void> => {
    const job = run(data);
    running.add(job);
    await job.finally(() => running.delete(job));
  };
  const options = { connection: working, prefix, concurrency, ...NEVER_AGAIN };
  const worker = new Worker(queueName, (job) => runOne(job.data), options);
  return {
    on: (_, listener) => worker.on("error", listener),
    close: async () => {
      await worker.close(working.status !== "ready");
      await Promise.allSettled(running);
    },
  };
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the queue did not answer in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
