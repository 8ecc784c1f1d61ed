import { randomBytes } from "node:crypto";
import {
  activeTrace,
  type OpenSpan,
  type SpanOptions,
  type SpanRecord,
  type TraceContext,
  type Tracing,
  withinTrace,
} from "./tracing.ts";

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const SPAN_DIGITS = 16;

/**
 * isSampled: whether spans of a trace are recorded, the same in every process. emit: receives each
 * finished span.
 */
export type Recorder = { isSampled(traceId: string): boolean; emit(record: SpanRecord): void };

/**
 * Tracing that passes finished spans to `emit`. The trace id of an e-mail is its UUID (16 bytes),
 * and its first span's id is the latter half. So any process can continue the trace years later,
 * and nothing is stored for it.
 */
export function recordSpans(recorder: Recorder): Omit<Tracing, "stop"> {
  const start = (name: string, o: SpanOptions = {}): OpenSpan => startSpan(recorder, name, o);
  return {
    isOn: true,
    start,
    run: async (name, o, work) => {
      const span = start(name, o);
      try {
        return await withinTrace(span.context, () => work(span));
      } catch (error) {
        span.fail(error);
        throw error;
      } finally {
        span.end();
      }
    },
    adopt: (records = []) => {
      for (const record of records) recorder.emit(record);
    },
  };
}

/** The first span of an e-mail's trace. */
export function traceOfEmail(emailId: string): Omit<TraceContext, "sampled"> {
  const traceId = emailId.replaceAll("-", "").toLowerCase();
  return { traceId, spanId: traceId.slice(-SPAN_DIGITS) };
}

type Position = { context: TraceContext; parentSpanId: string | null };

function positionOf(recorder: Recorder, place: SpanOptions["place"]): Position {
  const spanId = randomBytes(SPAN_BYTES).toString("hex");
  if (place !== undefined && "beginsEmailId" in place) {
    const first = traceOfEmail(place.beginsEmailId);
    return { context: { ...first, sampled: recorder.isSampled(first.traceId) }, parentSpanId: null };
  }
  const parent = parentOf(recorder, place);
  if (parent !== undefined) return { context: { ...parent, spanId }, parentSpanId: parent.spanId };
  const traceId = randomBytes(TRACE_BYTES).toString("hex");
  return { context: { traceId, spanId, sampled: recorder.isSampled(traceId) }, parentSpanId: null };
}

function parentOf(recorder: Recorder, place: SpanOptions["place"]): TraceContext | undefined {
  if (place === undefined) return activeTrace();
  if (!("emailId" in place) || place.emailId === null) return undefined;
  const first = traceOfEmail(place.emailId);
  return { ...first, sampled: recorder.isSampled(first.traceId) };
}

function startSpan(recorder: Recorder, name: string, o: SpanOptions): OpenSpan {
  const { context, parentSpanId } = positionOf(recorder, o.place);
  const around = activeTrace();
  const otherTrace = around !== undefined && around.traceId !== context.traceId ? around : null;
  const record: SpanRecord = {
    name,
    kind: o.kind ?? "internal",
    context,
    parentSpanId,
    startMs: o.startMs ?? nowMs(),
    endMs: 0,
    attributes: { ...o.attributes },
    error: null,
    link: o.link ?? otherTrace,
  };
  return {
    context,
    rename: (next) => {
      record.name = next;
    },
    set: (attributes) => void Object.assign(record.attributes, attributes),
    fail: (error) => {
      record.error = typeOf(error);
    },
    end: () => {
      if (record.endMs > 0) return;
      record.endMs = nowMs();
      if (context.sampled) recorder.emit(record);
    },
  };
}

// Machine time, monotonic within a process: the application's clock may be moved by the sandbox.
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** Error class and code only: messages quote addresses and documents. */
function typeOf(error: unknown): string {
  if (typeof error === "string") return error;
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  return `${error.name}${code}`;
}
