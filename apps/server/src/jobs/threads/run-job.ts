import { parentPort } from "node:worker_threads";
import type { AppContext } from "../../app-context.ts";
import type { Config } from "../../config.ts";
import { outageWaitOf, type WaitReason } from "../../errors.ts";
import { openContext } from "../../open-context.ts";
import { createThreadTracing, type ThreadTracing } from "../../tracing/thread-tracing.ts";
import { type SpanRecord, type TraceContext, withinTrace } from "../../tracing/tracing.ts";
import { waitReasonOf } from "../../wait-reason.ts";
import type { Job, JobHandlers } from "../job.ts";
import { beatIn, type Pulse } from "../reading/watch-thread.ts";
import { createPdfReader } from "./task-pools.ts";

/** One job needs one connection at a time; the second serves work during the end of a transaction. */
const POOL_MAX = 2;

/** A job for a thread. trace: the span of the job; isLast: the thread then closes its connections. */
export type JobRequest = {
  config: Config;
  processName: string;
  job: Job;
  pulse: Pulse;
  trace: TraceContext | undefined;
  isLast: boolean;
};

type JobFailed = { ok: false; message: string; retryAfterMs: number | null; espera: WaitReason };
export type JobAnswer = ({ ok: true } | JobFailed) & { spans: SpanRecord[] };

/** The context of a thread, from its first job to its end. */
type Opened = ThreadTracing & { ctx: AppContext };

/** The task of job-thread.ts: runs one job, and answers how it ended. */
export function createJobRunner(handlers: JobHandlers): (request: JobRequest) => Promise<JobAnswer> {
  let opening: Promise<Opened> | null = null;
  return async (request) => {
    opening ??= open(request);
    const opened = await opening.catch(failureOf);
    if ("ok" in opened) return { ...opened, spans: [] };
    try {
      return await runHere(handlers, opened, request);
    } finally {
      if (request.isLast) await opened.ctx.database.close();
    }
  };
}

async function open({ config: sent, processName }: JobRequest): Promise<Opened> {
  // A Buffer arrives as a plain Uint8Array.
  const config = { ...sent, chave: Buffer.from(sent.chave) };
  const spans = createThreadTracing(config.otel !== null);
  const context = await openContext(config, { processName, poolMax: POOL_MAX, tracing: spans.tracing });
  const wake = (): void => parentPort?.postMessage("wake");
  return { ...spans, ctx: { ...context, readPdf: createPdfReader(), wake } };
}

async function runHere(
  handlers: JobHandlers,
  { ctx, take }: Opened,
  { job, trace, pulse }: JobRequest,
): Promise<JobAnswer> {
  try {
    await withinTrace(trace, () => handlers.run({ ...ctx, pulse: beatIn(pulse) }, job));
    return { ok: true, spans: take() };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.retryAfterMs === null)
      ctx.log.error({ err: error, tarefaId: job.tarefaId }, "uma leitura falhou");
    return { ...failure, spans: take() };
  }
}

function failureOf(error: unknown): JobFailed {
  const message = error instanceof Error ? error.message : String(error);
  return { ok: false, message, retryAfterMs: outageWaitOf(error), espera: waitReasonOf(error) };
}
