import type { Worker } from "node:worker_threads";
import { Piscina } from "piscina";
import { Outage, type WaitReason } from "../../errors.ts";
import type { Priority } from "./lower-priority.ts";
import type { ThreadStart } from "./thread-start.ts";

/** What a program of threads exports: its tasks. Input and output are cloned between threads. */
type Tasks = Record<string, (input: never) => unknown>;
type Input<Task extends (input: never) => unknown> = Parameters<Task>[0];
type Output<Task extends (input: never) => unknown> = Awaited<ReturnType<Task>>;

export type ThreadPoolOptions = {
  /** Program of the threads, which exports the tasks. */
  entry: string;
  /** Heap limit of a thread; beyond it the thread ends, not the process. */
  heapMb: number;
  /** Limit of a call from its turn, including the start of its thread. Then its thread is terminated. */
  timeoutMs: number;
  /** A free thread ends after this. 0: a thread serves one call. Default one minute. */
  idleMs?: number;
  /** Calls at once, each in a thread. Default 1. */
  threads?: number;
  /** Calls running or waiting; the next is refused. Default unlimited. */
  queueMax?: number;
  /** A call that waited this long for its turn is refused. Default unlimited. */
  waitMs?: number;
  /** Of a refusal: when to retry, and what the caller waits for. */
  retryMs?: number;
  waitReason?: WaitReason;
  priority?: Priority;
};

/** Options of one call. */
export type CallOptions<Result> = {
  /** Read at the call's turn, in place of timeoutMs. */
  msLeft?: () => number;
  /** Ends the call and its thread. */
  lost?: AbortSignal | undefined;
  /** Watches the thread during the call; `end` ends both. Returns how to stop watching. */
  watch?: (thread: Worker, end: (reason: unknown) => void) => () => void;
  /** Called for each message that the task posts to its parent port, perhaps after its result. */
  onMessage?: () => void;
  /** Whether the thread may serve another call after this result. */
  keep?: (result: Result) => boolean;
};

/** Threads of one program. */
export type ThreadPool<T extends Tasks> = {
  /** Runs a task in a thread. @throws {ThreadFailure} @throws Outage when the queue is full */
  run<Name extends keyof T & string>(
    task: Name,
    input: Input<T[Name]>,
    call?: CallOptions<Output<T[Name]>>,
  ): Promise<Output<T[Name]>>;
  /** Ends the free threads. */
  close(): void;
};

const IDLE_MS = 60_000;

/** The thread of a call timed out, exhausted its memory, could not start, or its task threw. */
export class ThreadFailure extends Error {
  /** Time since the call's turn. */
  readonly ranMs: number;

  constructor(task: string, ranMs: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${task}: the thread ended without an answer: ${reason}`, { cause });
    this.name = "ThreadFailure";
    this.ranMs = ranMs;
  }
}

/**
 * Runs tasks in threads that can be terminated; a failure ends one thread and fails one call.
 * Idle threads do not keep the process alive.
 * @NOTE Each thread is a Piscina of its own: a shared one neither times a call from its turn, nor limits
 * the queue of calls with a signal, nor fails the call of a thread that cannot start.
 */
export function createThreadPool<T extends Tasks>(o: ThreadPoolOptions): ThreadPool<T> {
  const free: Piscina[] = [];
  const queue = createQueue(o);
  return {
    async run<Name extends keyof T & string>(
      task: Name,
      input: Input<T[Name]>,
      call: CallOptions<Output<T[Name]>> = {},
    ): Promise<Output<T[Name]>> {
      await queue.enter();
      const thread = free.pop() ?? openThread(o);
      const began = performance.now();
      let isKept = false;
      try {
        const ms = Math.max(0, call.msLeft?.() ?? o.timeoutMs);
        const result = await ask<Output<T[Name]>>(thread, { task, input, ms, call });
        isKept = o.idleMs !== 0 && (call.keep?.(result) ?? true);
        return result;
      } catch (cause) {
        throw new ThreadFailure(task, performance.now() - began, cause);
      } finally {
        if (isKept) free.push(thread);
        else void thread.destroy();
        queue.leave();
      }
    },
    close() {
      for (const thread of free.splice(0)) void thread.destroy();
    },
  };
}

function openThread({ entry, heapMb, idleMs = IDLE_MS, priority }: ThreadPoolOptions): Piscina {
  const thread = new Piscina({
    filename: entry,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    workerData: { entry, priority } satisfies ThreadStart,
    // With atomics an idle thread blocks in Atomics.wait, and its timers and connections with it.
    atomics: "disabled",
    recordTiming: false,
  });
  // Of a thread that ends without a call; `ask` listens during a call.
  thread.on("error", () => {});
  return thread;
}

type Asked<Result> = { task: string; input: unknown; ms: number; call: CallOptions<Result> };

async function ask<Result>(thread: Piscina, { task, input, ms, call }: Asked<Result>): Promise<Result> {
  const { lost, watch, onMessage } = call;
  const ending = new AbortController();
  const { signal } = ending;
  const end = (reason: unknown): void => ending.abort(reason);
  const onLost = (): void => end(new Error("the lease ran out"));
  const timer = setTimeout(() => end(new Error(`did not end in ${ms} ms`)), ms);
  // A thread that cannot start fails no call: it only emits this event.
  thread.on("error", end);
  thread.removeAllListeners("message");
  if (onMessage) thread.on("message", onMessage);
  lost?.addEventListener("abort", onLost);
  if (lost?.aborted) onLost();
  let unwatch: (() => void) | undefined;
  try {
    const answer = thread.run(...copyBytes(input, { name: task, signal }));
    const [worker] = thread.threads;
    unwatch = worker && watch?.(worker, end);
    return await answer;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    thread.off("error", end);
    lost?.removeEventListener("abort", onLost);
    unwatch?.();
  }
}

type RunOptions = NonNullable<Parameters<Piscina["run"]>[1]>;

/** Moves copies of the bytes in an input: posting a view would copy its whole buffer, or take it away. */
function copyBytes(input: unknown, options: RunOptions): [input: unknown, options: RunOptions] {
  if (typeof input !== "object" || input === null) return [input, options];
  const transferList: ArrayBuffer[] = [];
  const copied = Object.entries(input).map(([name, value]) => {
    if (!(value instanceof Uint8Array)) return [name, value];
    const bytes = new Uint8Array(value);
    transferList.push(bytes.buffer);
    return [name, bytes];
  });
  return [Object.fromEntries(copied), { ...options, transferList }];
}

type Queue = { enter(): Promise<void>; leave(): void };

/** Admits a number of calls at once, the others in their order. */
function createQueue(o: ThreadPoolOptions): Queue {
  const { threads = 1, queueMax = Number.POSITIVE_INFINITY, waitMs, retryMs = 0, waitReason } = o;
  const waiting: (() => void)[] = [];
  let running = 0;
  const refuse = (): Outage =>
    new Outage("too many calls wait for a thread", retryMs, waitReason && { espera: waitReason });
  return {
    async enter() {
      if (running + waiting.length >= queueMax) throw refuse();
      if (running < threads) {
        running += 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        let late: NodeJS.Timeout | undefined;
        const begin = (): void => {
          clearTimeout(late);
          resolve();
        };
        const giveUp = (): void => {
          waiting.splice(waiting.indexOf(begin), 1);
          reject(refuse());
        };
        if (waitMs !== undefined) late = setTimeout(giveUp, waitMs);
        waiting.push(begin);
      });
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    },
  };
}
