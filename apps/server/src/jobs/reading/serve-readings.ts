import { parentPort, workerData } from "node:worker_threads";
import type { AppContext } from "../../app-context.ts";
import { outageWaitOf } from "../../errors.ts";
import { openContext } from "../../open-context.ts";
import { createThreadTracing, type ThreadTracing } from "../../tracing/thread-tracing.ts";
import { withinTrace } from "../../tracing/tracing.ts";
import { waitReasonOf } from "../../wait-reason.ts";
import type { JobHandlers } from "../job.ts";
import { createPdfReader } from "../threads/pdf-thread.ts";
import type { ReadingAnswer, ReadingRequest, ReadingStart } from "./reading-threads.ts";
import { beatIn } from "./watch-thread.ts";

/** One job needs one connection at a time; the second serves work during the end of a transaction. */
const POOL_MAX = 2;

/** Whether this thread was started to read documents. */
export function isReadingThread(): boolean {
  return typeof workerData === "object" && workerData !== null && workerData.leitor === true;
}

/** Runs the jobs sent to this thread until it ends. @param entry program of the thread that reads PDFs */
export async function serveReadings(handlers: JobHandlers, entry: string): Promise<void> {
  const { config: sent, pulse }: ReadingStart = workerData;
  // A Buffer arrives as a plain Uint8Array.
  const config = { ...sent, chave: Buffer.from(sent.chave) };
  // Requests during the start wait at the port until it has a listener.
  const spans = createThreadTracing(config.otel !== null);
  const { tracing } = spans;
  const context = await openContext(config, {
    processName: "worker-leitor",
    poolMax: POOL_MAX,
    tracing,
  }).catch(refuse);
  if (context === null) return;
  const ctx: AppContext = {
    ...context,
    readPdf: createPdfReader({ entry }),
    pulse: beatIn(pulse),
    wake: () => send({ kind: "wake" }),
  };
  parentPort?.on("message", (request: ReadingRequest) => {
    if ("end" in request) void end(ctx);
    else void runHere({ handlers, ctx, spans }, request).then(send);
  });
}

/** The database is unavailable: the job is returned, and this thread ends. */
function refuse(error: unknown): null {
  parentPort?.once("message", () => {
    send(failureOf(error));
    process.exit(1);
  });
  return null;
}

function send(answer: ReadingAnswer): void {
  parentPort?.postMessage(answer);
}

async function end(ctx: AppContext): Promise<void> {
  await ctx.database.close();
  process.exit(0);
}

type Reader = { handlers: JobHandlers; ctx: AppContext; spans: ThreadTracing };

async function runHere(
  { handlers, ctx, spans }: Reader,
  { job, trace }: Exclude<ReadingRequest, { end: true }>,
): Promise<ReadingAnswer> {
  try {
    await withinTrace(trace, () => handlers.run(ctx, job));
    return { kind: "done", spans: spans.take() };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.retryAfterMs === null)
      ctx.log.error({ err: error, tarefaId: job.tarefaId }, "uma leitura falhou");
    return { ...failure, spans: spans.take() };
  }
}

function failureOf(error: unknown): Extract<ReadingAnswer, { kind: "failed" }> {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "failed", message, retryAfterMs: outageWaitOf(error), espera: waitReasonOf(error) };
}
