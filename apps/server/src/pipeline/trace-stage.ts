import type { OpenSpan, Tracing } from "../tracing/tracing.ts";
import { activeTrace, withinTrace } from "../tracing/tracing.ts";

/**
 * A span around one stage of a job, from the first thing that is asked of it to its end. Stages are streams that run at once: the stage is active
 * while it works, and the one before it while that one does.
 */
export function traceStage<T>(tracing: Tracing, nome: string, flow: AsyncIterable<T>): AsyncIterable<T> {
  if (!tracing.isOn) return flow;
  const job = activeTrace();
  return trace(() => withinTrace(job, () => tracing.start(nome)), flow);
}

async function* trace<T>(start: () => OpenSpan, flow: AsyncIterable<T>): AsyncIterable<T> {
  const span = start();
  const items = flow[Symbol.asyncIterator]();
  let quantos = 0;
  try {
    for (;;) {
      const next = await withinTrace(span.context, () => items.next());
      if (next.done === true) return;
      quantos += 1;
      yield next.value;
    }
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    // Whoever reads may stop in the middle; the stage then closes what it has open.
    await items.return?.();
    span.set({ "malote.itens": quantos });
    span.end();
  }
}
