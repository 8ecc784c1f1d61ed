import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { WAIT_REASONS, type WaitReason } from "../../errors.ts";
import { activeTrace, type SpanRecord, type TraceContext } from "../../tracing/tracing.ts";
import type { Job } from "../job.ts";
import { createPulse, type Pulse, type ReadingTooCostly, watchThread } from "../reading/watch-thread.ts";

/** Heap limit of the thread, in MB; beyond it the thread ends, not the process. */
const HEAP_MB = 512;
/** Runs are serial. A job that waited this long is retried later, without a counted failure. In ms. */
const TURN_MS = 60_000;
/** The thread ends this long before its attempt, so that its own reason is recorded. */
const MARGIN_MS = 1_000;

/** Start data of the thread. trace: the span of the job. */
export type IsolatedRequest = {
  isolated: true;
  config: Config;
  job: Job;
  pulse: Pulse;
  trace: TraceContext | undefined;
};

const spans = z.custom<SpanRecord[]>(Array.isArray).optional();

const answer = z.union([
  z.object({ ok: z.literal(true), spans }),
  z.object({
    ok: z.literal(false),
    message: z.string(),
    retryAfterMs: z.number().nullable(),
    espera: z.enum(WAIT_REASONS),
    spans,
  }),
]);
export type IsolatedAnswer = z.infer<typeof answer>;

/** An isolated run that was terminated or failed. */
export class IsolatedFailure extends Error {
  readonly retryAfterMs: number | null;
  readonly espera: WaitReason;

  constructor(message: string, retryAfterMs: number | null = null, waitReason: WaitReason = "falha") {
    super(message);
    this.name = "IsolatedFailure";
    this.retryAfterMs = retryAfterMs;
    this.espera = waitReason;
  }
}

/** entry: program of a thread; it must call serveIsolated. */
export type IsolationOptions = { entry: string; heapMb?: number; turnMs?: number };

/**
 * Runs a job alone, until its prazo or until the lease is lost. @throws IsolatedFailure @throws
 * ReadingTooCostly
 */
export type Isolate = (ctx: IsolatedCtx, job: Job, lost?: AbortSignal) => Promise<void>;

type IsolatedCtx = Pick<AppContext, "config" | "clock"> & Partial<Pick<AppContext, "tracing">>;

/**
 * Runs jobs one at a time, each in a thread with a memory limit and the remaining time of its
 * attempt. A document that loops or exhausts the heap affects nothing else.
 */
export function createIsolation(o: IsolationOptions): Isolate {
  let last: Promise<void> = Promise.resolve();
  return async ({ config, clock, tracing }, job, lost) => {
    const ahead = last;
    let release = (): void => {};
    const mine = new Promise<void>((resolve) => {
      release = resolve;
    });
    last = ahead.then(() => mine);
    try {
      await waitForTurn(ahead, o.turnMs ?? TURN_MS);
      const wallMs = msLeft(clock, job.prazo) - MARGIN_MS;
      const request = { isolated: true, config, job, pulse: createPulse(), trace: activeTrace() } as const;
      await runAlone(o, { wallMs, lost, request, tracing });
    } finally {
      release();
    }
  };
}

async function waitForTurn(ahead: Promise<void>, turnMs: number): Promise<void> {
  const giving = new AbortController();
  const late = sleep(turnMs, "late", { signal: giving.signal }).catch(() => "aborted");
  const first = await Promise.race([ahead, late]);
  giving.abort();
  if (first === "late")
    throw new IsolatedFailure("isolated: the run before it took too long", turnMs, "mundo");
}

type Alone = {
  wallMs: number;
  lost: AbortSignal | undefined;
  request: IsolatedRequest;
  tracing: AppContext["tracing"] | undefined;
};

async function runAlone(o: IsolationOptions, { wallMs, lost, request, tracing }: Alone): Promise<void> {
  const thread = new Worker(o.entry, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: o.heapMb ?? HEAP_MB },
  });
  let late = false;
  let costly: ReadingTooCostly | null = null;
  const unwatch = watchThread({ thread, pulse: request.pulse }, (reason) => {
    costly = reason;
  });
  const timer = setTimeout(
    () => {
      late = true;
      void thread.terminate();
    },
    Math.max(0, wallMs),
  );
  const end = (): void => void thread.terminate();
  lost?.addEventListener("abort", end);
  let said: unknown;
  try {
    said = await lastWordOf(thread);
  } finally {
    clearTimeout(timer);
    lost?.removeEventListener("abort", end);
    unwatch();
    // An open connection would keep it alive.
    await thread.terminate();
  }
  if (costly !== null) throw costly;
  if (late) throw new IsolatedFailure(`isolated: did not end in ${wallMs} ms`);
  const read = answer.safeParse(said);
  if (!read.success) throw new IsolatedFailure("isolated: the thread ended without an answer");
  tracing?.adopt(read.data.spans);
  if (!read.data.ok) throw new IsolatedFailure(read.data.message, read.data.retryAfterMs, read.data.espera);
}

/** The answer of a thread; undefined when it ends without one. */
async function lastWordOf(thread: Worker): Promise<unknown> {
  const answered = once(thread, "message").then(([message]: unknown[]) => message);
  return await Promise.race([answered, once(thread, "exit").then(() => undefined)]);
}
