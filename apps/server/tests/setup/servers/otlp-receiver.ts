import http from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

/** A received span, reduced to what tests compare. */
export type ReceivedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  kind: number;
  ms: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  /** 2 = error. */
  status: number | undefined;
  service: string;
};

/** A received metric. */
export type ReceivedMetric = {
  name: string;
  sum?: { dataPoints: ReceivedPoint[] };
  gauge?: { dataPoints: ReceivedPoint[] };
  histogram?: { dataPoints: ReceivedPoint[] };
};
type ReceivedPoint = {
  attributes: WireAttribute[];
  asDouble?: number;
  count?: number;
  bucketCounts?: number[];
  explicitBounds?: number[];
};

type WireAttribute = { key: string; value: Record<string, unknown> };
type WireSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: WireAttribute[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
};
type WireBody = {
  resourceSpans?: { resource: { attributes: WireAttribute[] }; scopeSpans: { spans: WireSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: ReceivedMetric[] }[] }[];
};

/**
 * A collector that accepts OTLP over HTTP as JSON. answerWith: sets the status of the next answers;
 * "silence" = no answer.
 */
export type OtlpReceiver = {
  url: string;
  spans: ReceivedSpan[];
  metrics: Map<string, ReceivedMetric>;
  /** All received bodies, as text. */
  texts: string[];
  answerWith(status: number | "silence"): void;
  close(): Promise<void>;
};

export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const metrics = new Map<string, ReceivedMetric>();
  const texts: string[] = [];
  let mode: number | "silence" = 200;
  const server = http.createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (mode === "silence") return;
      if (mode === 200) take(Buffer.concat(chunks), request.headers["content-encoding"]);
      answer.writeHead(mode, { "content-type": "application/json" }).end("{}");
    });
  });
  const take = (bytes: Buffer, encoding: string | undefined): void => {
    const text = (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8");
    texts.push(text);
    const body = JSON.parse(text) as WireBody;
    for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
      const service = String(toPlain(resource.attributes)["service.name"]);
      spans.push(...scopeSpans.flatMap((each) => each.spans.map((span) => toSpan(span, service))));
    }
    for (const { scopeMetrics } of body.resourceMetrics ?? [])
      for (const metric of scopeMetrics.flatMap((each) => each.metrics)) metrics.set(metric.name, metric);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    texts,
    answerWith: (next) => {
      mode = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toSpan(span: WireSpan, service: string): ReceivedSpan {
  const { name, traceId, spanId, kind, attributes, links = [], status } = span;
  return {
    name,
    traceId,
    spanId,
    kind,
    links,
    service,
    parentSpanId: span.parentSpanId || undefined,
    ms: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
    attributes: toPlain(attributes),
    status: status.code,
  };
}

function toPlain(attributes: readonly WireAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
