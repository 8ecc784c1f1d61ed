import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import type { WaitReason } from "../../errors.ts";
import { activeTrace } from "../../tracing/tracing.ts";
import type { Job } from "../job.ts";
import { createPulse, ReadingTooCostly, watchThread } from "../reading/watch-thread.ts";
import type { JobAnswer } from "./run-job.ts";
import { createThreadPool, ThreadFailure } from "./thread-pool.ts";
import { threadProgram } from "./thread-start.ts";

type Tasks = typeof import("../../job-thread.ts");

const HEAP_MB = 512;
/** A job is ended this long before its deadline, so that its own reason is recorded. In ms. */
const MARGIN_MS = 1_000;
/** An isolated job that waited this long is retried later, without a counted failure. In ms. */
const TURN_MS = 60_000;

/** A job that failed in its thread. */
export class JobFailure extends Error {
  readonly retryAfterMs: number | null;
  readonly espera: WaitReason;

  constructor({ message, retryAfterMs, espera }: Pick<JobFailure, "message" | "retryAfterMs" | "espera">) {
    super(message);
    this.name = "JobFailure";
    this.retryAfterMs = retryAfterMs;
    this.espera = espera;
  }
}

/** entry: a program that exports runJob. stepMs: see watchThread. turnMs: see {@link TURN_MS}. */
export type JobPoolOptions = { entry?: string; heapMb?: number; stepMs?: number; turnMs?: number };

type Ctx = Pick<AppContext, "config" | "clock" | "wake"> & Partial<Pick<AppContext, "tracing">>;

/** Threads that run jobs, each one at a time. */
export type JobPool = {
  /**
   * Runs a job in a thread until its deadline; `lost` ends both. @throws {JobFailure}
   * @throws {ThreadFailure} @throws {ReadingTooCostly}
   */
  run(ctx: Ctx, job: Job, lost?: AbortSignal): Promise<void>;
  /** Ends the free threads. */
  close(): void;
};

/** Long-lived threads, opened on demand. The caller limits how many jobs, and so threads, run at once. */
export function createReadingPool(o: JobPoolOptions = {}): JobPool {
  return createJobPool(o, { processName: "worker-leitor", isIsolated: false });
}

/**
 * Runs jobs one at a time, each in a new thread: a document that loops or exhausts the heap affects
 * nothing else. @throws Outage when a job waited too long for its turn
 */
export function createIsolatedPool(o: JobPoolOptions = {}): JobPool {
  return createJobPool(o, { processName: "worker-isolado", isIsolated: true });
}

type Kind = { processName: string; isIsolated: boolean };

function createJobPool(
  { entry = threadProgram("job-thread"), heapMb = HEAP_MB, stepMs, turnMs = TURN_MS }: JobPoolOptions,
  { processName, isIsolated }: Kind,
): JobPool {
  const pool = createThreadPool<Tasks>({
    entry,
    heapMb,
    // Each job has its own deadline.
    timeoutMs: Number.POSITIVE_INFINITY,
    priority: "worker",
    ...(isIsolated
      ? { threads: 1, idleMs: 0, waitMs: turnMs, retryMs: turnMs, waitReason: "mundo" }
      : { threads: Number.POSITIVE_INFINITY }),
  });
  return {
    async run({ config, clock, tracing, wake }, job, lost) {
      const pulse = createPulse();
      const request = { config, processName, job, pulse, trace: activeTrace(), isLast: isIsolated };
      let answer: JobAnswer;
      try {
        answer = await pool.run("runJob", request, {
          msLeft: () => msLeft(clock, job.prazo) - MARGIN_MS,
          lost,
          watch: (thread, end) => watchThread({ thread, pulse, stepMs }, end),
          onMessage: () => wake?.(),
          // After a failure the state of the thread is unknown.
          keep: ({ ok }) => ok,
        });
      } catch (error) {
        throw error instanceof ThreadFailure && error.cause instanceof ReadingTooCostly ? error.cause : error;
      }
      tracing?.adopt(answer.spans);
      if (!answer.ok) throw new JobFailure(answer);
    },
    close: () => pool.close(),
  };
}
