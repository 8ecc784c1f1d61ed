import { parentPort, workerData } from "node:worker_threads";
import { outageWaitOf } from "../../errors.ts";
import { openContext } from "../../open-context.ts";
import { createThreadTracing } from "../../tracing/thread-tracing.ts";
import { withinTrace } from "../../tracing/tracing.ts";
import { waitReasonOf } from "../../wait-reason.ts";
import type { JobHandlers } from "../job.ts";
import { beatIn } from "../reading/watch-thread.ts";
import type { IsolatedAnswer, IsolatedRequest } from "./run-isolated.ts";

/** One job needs one connection at a time; the second serves work during the end of a transaction. */
const POOL_MAX = 2;

/** Whether this thread was started for one isolated job. */
export function isIsolatedThread(): boolean {
  return typeof workerData === "object" && workerData !== null && workerData.isolated === true;
}

/** Runs the one job of this thread and answers; the process then ends the thread. */
export async function serveIsolated(handlers: JobHandlers): Promise<void> {
  const { config: sent, ...request }: IsolatedRequest = workerData;
  // A Buffer arrives as a plain Uint8Array.
  const config = { ...sent, chave: Buffer.from(sent.chave) };
  parentPort?.postMessage(await runHere(handlers, { ...request, config }));
}

async function runHere(
  handlers: JobHandlers,
  { config, job, pulse, trace }: IsolatedRequest,
): Promise<IsolatedAnswer> {
  const { tracing, take } = createThreadTracing(config.otel !== null);
  const context = await openContext(config, { processName: "worker-isolado", poolMax: POOL_MAX, tracing });
  const ctx = { ...context, pulse: beatIn(pulse) };
  try {
    await withinTrace(trace, () => handlers.run(ctx, job));
    return { ok: true, spans: take() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    ctx.log.error({ err: error, tarefaId: job.tarefaId }, "um trabalho isolado falhou");
    return {
      ok: false,
      message,
      retryAfterMs: outageWaitOf(error),
      espera: waitReasonOf(error),
      spans: take(),
    };
  } finally {
    await ctx.database.close();
  }
}
