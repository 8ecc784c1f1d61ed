import { recordSpans } from "./record-spans.ts";
import { NO_TRACING, type SpanRecord, type Tracing } from "./tracing.ts";

/** Spans of one job that a thread hands over; an e-mail of a thousand files needs no thousand spans. */
const SPANS_MAX = 500;

/** Tracing of a thread: it exports nothing, and its spans go to the process with the answer of each job. */
export type ThreadTracing = { tracing: Tracing; take(): SpanRecord[] };

/** @param isOn whether the process traces */
export function createThreadTracing(isOn: boolean): ThreadTracing {
  if (!isOn) return { tracing: NO_TRACING, take: () => [] };
  let kept: SpanRecord[] = [];
  const emit = (record: SpanRecord): void => {
    if (kept.length < SPANS_MAX) kept.push(record);
  };
  // Every job comes with its trace: a thread begins none.
  const tracing = { ...recordSpans({ isSampled: () => false, emit }), stop: async () => {} };
  return {
    tracing,
    take: () => {
      const taken = kept;
      kept = [];
      return taken;
    },
  };
}
