import { recordSpans } from "./record-spans.ts";
import { NO_TRACING, type SpanRecord, type Tracing } from "./tracing.ts";

/** Spans per job of a thread: an e-mail of a thousand files needs no thousand spans. */
const SPANS_MAX = 500;

/** Tracing of a thread: it exports nothing; its spans return to the process with each job's answer. */
export type ThreadTracing = { tracing: Tracing; take(): SpanRecord[] };

/** @param isOn whether the process traces */
export function createThreadTracing(isOn: boolean): ThreadTracing {
  if (!isOn) return { tracing: NO_TRACING, take: () => [] };
  let kept: SpanRecord[] = [];
  const emit = (record: SpanRecord): void => {
    if (kept.length < SPANS_MAX) kept.push(record);
  };
  // Every job brings its trace: a thread starts none.
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
