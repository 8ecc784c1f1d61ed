import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Attributes of a span: our own ids, counts and codes; never a chave, name, CNPJ, address or foreign text.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/**
 * A position in a trace, as it is sent to a thread. sampled: whether the spans of this trace are exported.
 */
export type TraceContext = { traceId: string; spanId: string; sampled: boolean };

/** The W3C span kinds in use. */
export type SpanKind = "internal" | "server" | "client" | "consumer";

/**
 * A finished span as plain data: threads send theirs to the process, which exports. Instants in ms
 * since the epoch.
 */
export type SpanRecord = {
  name: string;
  kind: SpanKind;
  context: TraceContext;
  parentSpanId: string | null;
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number | boolean>;
  /** The error's class or code, no message; null = none. */
  error: string | null;
  link: TraceContext | null;
};

/**
 * Parent of a span. Absent: the active span, or a new trace.
 * - emailId: the first span of that e-mail's trace; null: a new trace.
 * - beginsEmailId: the span is that first span.
 * - isRoot: a new trace.
 */
export type SpanPlace = { emailId: string | null } | { beginsEmailId: string } | { isRoot: true };

export type SpanOptions = {
  kind?: SpanKind;
  attributes?: SpanAttributes;
  place?: SpanPlace;
  /** A related span in another trace; by default the active one, if the parent is in another trace. */
  link?: TraceContext | null;
  /** Start of work that began earlier, in ms since the epoch. */
  startMs?: number;
};

/** A span in progress. */
export type OpenSpan = {
  context: TraceContext;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  fail(error: unknown): void;
  end(): void;
};

/** Records the work of a process as spans of traces. */
export type Tracing = {
  /** False: nothing is recorded; skip lookups that only a span needs. */
  readonly isOn: boolean;
  start(name: string, o?: SpanOptions): OpenSpan;
  /** Runs work within a span, which is active meanwhile. */
  run<T>(name: string, o: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** Adds spans that a thread recorded. */
  adopt(records: readonly SpanRecord[] | undefined): void;
  /** Exports queued spans, for at most two seconds. */
  stop(): Promise<void>;
};

const active = new AsyncLocalStorage<TraceContext>();

/** The active span. */
export function activeTrace(): TraceContext | undefined {
  return active.getStore();
}

/** Runs work within a span. */
export function withinTrace<T>(context: TraceContext | undefined, work: () => T): T {
  return context === undefined ? work() : active.run(context, work);
}

const NO_SPAN: OpenSpan = {
  context: { traceId: "", spanId: "", sampled: false },
  rename: () => {},
  set: () => {},
  fail: () => {},
  end: () => {},
};

/** Records nothing, at the cost of a call. */
export const NO_TRACING: Tracing = {
  isOn: false,
  start: () => NO_SPAN,
  run: (_name, _o, work) => work(NO_SPAN),
  adopt: () => {},
  stop: async () => {},
};
