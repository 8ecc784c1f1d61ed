import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { Config } from "../config.ts";
import type { Job, Next } from "./job.ts";

/** Memory of the thread's heap, in MB; beyond it the thread ends, not the process. */
const HEAP_MB = 512;
/** Longest isolated run, in ms. */
const WALL_MS = 60_000;

/** What the thread is told when it starts. */
export type IsolatedRequest = { isolated: true; config: Config; job: Job };

const answer = z.union([
  z.object({ ok: z.literal(true), next: z.object({ venceEm: z.date(), etapa: z.int() }).nullable() }),
  z.object({ ok: z.literal(false), message: z.string(), retryAfterMs: z.number().nullable() }),
]);
export type IsolatedAnswer = z.infer<typeof answer>;

/** An isolated run that was ended from outside or failed inside. */
export class IsolatedFailure extends Error {
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "IsolatedFailure";
    this.retryAfterMs = retryAfterMs;
  }
}

/** entry: the program a thread runs, which must call serveIsolated. */
export type IsolationOptions = { entry: string; heapMb?: number; wallMs?: number };

/**
 * Runs jobs one at a time, each in a thread of its own with a limit to memory and time: a document that loops for ever
 * or eats the heap takes nothing else with it.
 */
export function createIsolation(o: IsolationOptions): (config: Config, job: Job) => Promise<Next | null> {
  let last: Promise<unknown> = Promise.resolve();
  return async (config, job) => {
    const mine = last.then(() => runAlone(o, { isolated: true, config, job }));
    last = mine.catch(() => {});
    return await mine;
  };
}

async function runAlone(o: IsolationOptions, request: IsolatedRequest): Promise<Next | null> {
  const wallMs = o.wallMs ?? WALL_MS;
  const thread = new Worker(o.entry, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: o.heapMb ?? HEAP_MB },
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void thread.terminate();
  }, wallMs);
  let said: unknown;
  try {
    said = await lastWordOf(thread);
  } finally {
    clearTimeout(timer);
    // It may have left a connection open that would keep it alive.
    await thread.terminate();
  }
  if (late) throw new IsolatedFailure(`isolated: did not end in ${wallMs} ms`);
  const read = answer.safeParse(said);
  if (!read.success) throw new IsolatedFailure("isolated: the thread ended without an answer");
  if (read.data.ok) return read.data.next;
  throw new IsolatedFailure(read.data.message, read.data.retryAfterMs);
}

/** What a thread answers; undefined when it ends without a word. */
async function lastWordOf(thread: Worker): Promise<unknown> {
  const answered = once(thread, "message").then(([message]: unknown[]) => message);
  return await Promise.race([answered, once(thread, "exit").then(() => undefined)]);
}
