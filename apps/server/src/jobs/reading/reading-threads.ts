import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { WAIT_REASONS, type WaitReason } from "../../errors.ts";
import { activeTrace, type SpanRecord, type TraceContext } from "../../tracing/tracing.ts";
import type { Job } from "../job.ts";
import { IsolatedFailure } from "../threads/run-isolated.ts";
import { createPulse, type Pulse, watchThread } from "./watch-thread.ts";

/** Heap limit of a thread, in MB; beyond it the thread ends, not the process. */
const HEAP_MB = 512;
/** An idle thread ends after this. In ms. */
const IDLE_MS = 60_000;
/** A job is ended this long before its deadline, so that its own reason is recorded. In ms. */
const MARGIN_MS = 1_000;

/** Start data of a reading thread. */
export type ReadingStart = { leitor: true; config: Config; pulse: Pulse };

/** Requests to a reading thread: a job with its span, or to close its connections and end. */
export type ReadingRequest = { job: Job; trace: TraceContext | undefined } | { end: true };

const spans = z.custom<SpanRecord[]>(Array.isArray).optional();

const answer = z.union([
  z.object({ kind: z.literal("wake") }),
  z.object({ kind: z.literal("done"), spans }),
  z.object({
    kind: z.literal("failed"),
    message: z.string(),
    retryAfterMs: z.number().nullable(),
    espera: z.enum(WAIT_REASONS),
    spans,
  }),
]);
export type ReadingAnswer = z.infer<typeof answer>;

/** entry: program of a thread; it must call serveReadings. stepMs: see watchThread. */
export type ReadingOptions = { entry: string; heapMb?: number; idleMs?: number; stepMs?: number };

type Ctx = Pick<AppContext, "config" | "clock" | "wake"> & Partial<Pick<AppContext, "tracing">>;

/** Long-lived threads that read documents, each one job at a time. */
export type ReadingThreads = {
  /**
   * Runs a job in a free or new thread; `lost` ends that thread. @throws IsolatedFailure @throws
   * ReadingTooCostly
   */
  run(ctx: Ctx, job: Job, lost?: AbortSignal): Promise<void>;
  /** Ends the free threads. */
  close(): void;
};

type Open = { thread: Worker; pulse: Pulse; idle?: NodeJS.Timeout | undefined };

/** Opens threads on demand. The caller limits how many jobs, and so threads, run at once. */
export function createReadingThreads(o: ReadingOptions): ReadingThreads {
  const free: Open[] = [];
  const dismiss = (open: Open): void => {
    clearTimeout(open.idle);
    open.thread.postMessage({ end: true } satisfies ReadingRequest);
  };
  const forget = (open: Open): void => {
    const at = free.indexOf(open);
    if (at >= 0) free.splice(at, 1);
  };
  const take = (config: Config): Open => {
    const known = free.pop();
    clearTimeout(known?.idle);
    if (known !== undefined) return known;
    const open = openThread(o, config);
    open.thread.once("exit", () => forget(open));
    return open;
  };
  const release = (open: Open): void => {
    const leave = (): void => {
      forget(open);
      dismiss(open);
    };
    open.idle = setTimeout(leave, o.idleMs ?? IDLE_MS).unref();
    free.push(open);
  };
  return {
    async run(ctx, job, lost) {
      const open = take(ctx.config);
      try {
        await ask(open, { ctx, job, lost, stepMs: o.stepMs });
      } catch (error) {
        // The thread's state is unknown: the next job gets another one.
        void open.thread.terminate();
        throw error;
      }
      release(open);
    },
    close() {
      for (const open of free.splice(0)) dismiss(open);
    },
  };
}

function openThread({ entry, heapMb = HEAP_MB }: ReadingOptions, config: Config): Open {
  const pulse = createPulse();
  const thread = new Worker(entry, {
    workerData: { leitor: true, config, pulse } satisfies ReadingStart,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  thread.on("error", () => {}); // ask() listens too
  thread.unref();
  return { thread, pulse };
}

type Asked = { ctx: Ctx; job: Job; lost: AbortSignal | undefined; stepMs: number | undefined };

/** Hands a job to the thread and waits for its end. */
async function ask({ thread, pulse }: Open, { ctx, job, lost, stepMs }: Asked): Promise<void> {
  const wallMs = Math.max(0, msLeft(ctx.clock, job.prazo) - MARGIN_MS);
  const listening = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let unwatch = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const on = (event: string, listener: (value: unknown) => void): void => {
        thread.on(event, listener);
        listening.signal.addEventListener("abort", () => thread.off(event, listener));
      };
      const fail = (
        message: string,
        retryAfterMs: number | null = null,
        waitReason: WaitReason = "falha",
      ): void => reject(new IsolatedFailure(message, retryAfterMs, waitReason));
      on("message", (said) => {
        const read = answer.parse(said);
        if (read.kind !== "wake") ctx.tracing?.adopt(read.spans);
        if (read.kind === "wake") ctx.wake?.();
        else if (read.kind === "done") resolve();
        else fail(read.message, read.retryAfterMs, read.espera);
      });
      on("error", (error) => fail(`reading thread: ${error instanceof Error ? error.message : error}`));
      on("exit", () => fail("reading thread: ended without an answer"));
      lost?.addEventListener("abort", () => fail("reading thread: the lease ran out"), {
        signal: listening.signal,
      });
      timer = setTimeout(() => fail(`reading thread: did not end in ${wallMs} ms`), wallMs);
      unwatch = watchThread({ thread, pulse, stepMs }, reject);
      thread.postMessage({ job, trace: activeTrace() } satisfies ReadingRequest);
    });
  } finally {
    listening.abort();
    clearTimeout(timer);
    unwatch();
  }
}
