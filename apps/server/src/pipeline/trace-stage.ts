import type { OpenSpan, Tracing } from "../tracing/tracing.ts";
import { activeTrace, withinTrace } from "../tracing/tracing.ts";

/**
 * A span around one stage, from its first output request to its end. Stages are concurrent streams:
 * each is active only while it works.
 */
export function traceStage<T>(tracing: Tracing, name: string, flow: AsyncIterable<T>): AsyncIterable<T> {
  if (!tracing.isOn) return flow;
  const job = activeTrace();
  return trace(() => withinTrace(job, () => tracing.start(name)), flow);
}

async function* trace<T>(start: () => OpenSpan, flow: AsyncIterable<T>): AsyncIterable<T> {
  const span = start();
  const items = flow[Symbol.asyncIterator]();
  let count = 0;
  try {
    for (;;) {
      const next = await withinTrace(span.context, () => items.next());
      if (next.done === true) return;
      count += 1;
      yield next.value;
    }
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    // The consumer may stop early; the stage then closes its resources.
    await items.return?.();
    span.set({ "malote.itens": count });
    span.end();
  }
}
