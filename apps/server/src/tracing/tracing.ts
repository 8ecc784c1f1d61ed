import { AsyncLocalStorage } from "node:async_hooks";

/** What a span says of its work: our own ids, counts and codes; never a key, a name, a CNPJ, an address or a text of anybody's. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A place in a trace, as it crosses to a thread. sampled: whether the spans of this trace are exported. */
export type TraceContext = { traceId: string; spanId: string; sampled: boolean };

/** W3C kinds that we use. */
export type SpanKind = "internal" | "server" | "client" | "consumer";

/** A finished span as plain data: threads hand theirs to the process, which exports. Instants in ms since the epoch. */
export type SpanRecord = {
  name: string;
  kind: SpanKind;
  context: TraceContext;
  parentSpanId: string | null;
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number | boolean>;
  /** What went wrong: a class or a code, no message. null = nothing. */
  error: string | null;
  link: TraceContext | null;
};

/**
 * Where a span belongs. Absent: below the active span, or a new trace.
 * - emailId: the trace of that e-mail, below its first span. null: no e-mail is known, a new trace begins.
 * - beginsEmailId: it is that first span.
 * - isRoot: a new trace.
 */
export type SpanPlace = { emailId: string | null } | { beginsEmailId: string } | { isRoot: true };

export type SpanOptions = {
  kind?: SpanKind;
  attributes?: SpanAttributes;
  place?: SpanPlace;
  /** Another trace that the span has to do with; by default the active one, where the place is in another trace. */
  link?: TraceContext | null;
  /** When its work began, where that is over already. In ms since the epoch. */
  startMs?: number;
};

/** A span under way. */
export type OpenSpan = {
  context: TraceContext;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  fail(error: unknown): void;
  end(): void;
};

/** Records what a process does, as spans of traces. */
export type Tracing = {
  /** False: nothing is recorded, and what only a span needs should not be looked up. */
  readonly isOn: boolean;
  start(name: string, o?: SpanOptions): OpenSpan;
  /** A span around work, which is active within it. */
  run<T>(name: string, o: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** Takes spans that a thread recorded. */
  adopt(records: readonly SpanRecord[] | undefined): void;
  /** Exports what waits, for at most two seconds. */
  stop(): Promise<void>;
};

const active = new AsyncLocalStorage<TraceContext>();

/** The span that is under way here. */
export function activeTrace(): TraceContext | undefined {
  return active.getStore();
}

/** Runs work as part of a span. */
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

/** Records nothing and costs a call. */
export const NO_TRACING: Tracing = {
  isOn: false,
  start: () => NO_SPAN,
  run: (_name, _o, work) => work(NO_SPAN),
  adopt: () => {},
  stop: async () => {},
};
