import { SECOND_MS } from "@malote/syntax";
import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import type { SpanRecord, TraceContext } from "../tracing.ts";

const NS_PER_MS = 1_000_000;
const SCOPE = { name: "malote" };

const KINDS: Readonly<Record<SpanRecord["kind"], SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** A recorded span in the exporter's format. */
export function toReadable(record: SpanRecord, resource: Resource): ReadableSpan {
  const { name, kind, context, parentSpanId, attributes, error, link, startMs, endMs } = record;
  const parent = parentSpanId === null ? null : { ...context, spanId: parentSpanId };
  return {
    name,
    kind: KINDS[kind],
    spanContext: () => contextOf(context),
    ...(parent === null ? {} : { parentSpanContext: contextOf(parent) }),
    startTime: toHr(startMs),
    endTime: toHr(endMs),
    duration: toHr(Math.max(0, endMs - startMs)),
    attributes: error === null ? attributes : { ...attributes, "error.type": error },
    status: { code: error === null ? SpanStatusCode.UNSET : SpanStatusCode.ERROR },
    links: link === null ? [] : [{ context: contextOf(link) }],
    events: [],
    ended: true,
    resource,
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function contextOf({ traceId, spanId, sampled }: TraceContext) {
  return { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

function toHr(ms: number): HrTime {
  const seconds = Math.floor(ms / SECOND_MS);
  return [seconds, Math.round((ms - seconds * SECOND_MS) * NS_PER_MS)];
}
