import { SECOND_MS } from "@malote/syntax";
import { type HrTime, ValueType } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue, Registry } from "prom-client";
import type { OtelConfig } from "../../config.ts";

/** Longest wait for one export, in ms. */
const EXPORT_MS = 10_000;
/** Longest wait for the last export when the process ends. */
const STOP_MS = 1_500;
const NS_PER_MS = 1_000_000;
const SCOPE = { name: "malote" };

type Values = MetricObjectWithValues<MetricValue<string>>;
type Value = MetricValue<string> & { metricName?: string };

/** The source and target of the export. */
export type OtlpMetrics = { registry: Registry; resource: Resource; otel: OtelConfig };

/** Exports the metrics of /metrics periodically. @returns exports them a last time and stops */
export function startOtlpMetrics({ registry, resource, otel }: OtlpMetrics): () => Promise<void> {
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${otel.endpoint}/v1/metrics` }),
    exportIntervalMillis: otel.metricsMs,
    exportTimeoutMillis: Math.min(EXPORT_MS, otel.metricsMs),
    metricProducers: [producerOf(registry, resource)],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return async () => {
    await provider.shutdown({ timeoutMillis: STOP_MS }).catch(() => {}); // the collector is unavailable
  };
}

/** Converts the registry to OTLP: one source, no second set of instruments. */
export function producerOf(registry: Registry, resource: Resource): MetricProducer {
  const startTime = toHr(performance.timeOrigin);
  return {
    collect: async () => {
      const at = { startTime, endTime: toHr(Date.now()) };
      const all = (await registry.getMetricsAsJSON()) as Values[];
      const metrics = all.flatMap((each) => toMetric(each, at));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: SCOPE, metrics }] }, errors: [] };
    },
  };
}

type When = { startTime: HrTime; endTime: HrTime };

function toMetric({ name, help, type, values }: Values, at: When): MetricData[] {
  const base = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // The library writes the kind as a word, whatever its types declare.
  const kind = String(type);
  if (kind === "histogram") {
    return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(values, at) }];
  }
  const dataPoints = values.map(({ labels, value }) => ({ ...at, attributes: labelsOf(labels), value }));
  if (kind === "counter")
    return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }];
  return kind === "gauge" ? [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints }] : [];
}

type Growing = {
  attributes: Record<string, string>;
  limits: { le: number; upTo: number }[];
  sum: number;
  count: number;
};

// Prometheus buckets are cumulative, OTLP's are not.
function toHistograms(values: readonly Value[], at: When) {
  const all = new Map<string, Growing>();
  for (const { labels, value, metricName = "" } of values) {
    const { le, ...others } = labelsOf(labels);
    const key = JSON.stringify(others);
    const one = all.get(key) ?? { attributes: others, limits: [], sum: 0, count: 0 };
    all.set(key, one);
    if (metricName.endsWith("_sum")) one.sum = value;
    else if (metricName.endsWith("_count")) one.count = value;
    else if (le !== undefined && le !== "+Inf") one.limits.push({ le: Number(le), upTo: value });
  }
  return [...all.values()].map(({ attributes, limits, sum, count }) => {
    const ordered = limits.toSorted((a, b) => a.le - b.le);
    const upTo = [...ordered.map((each) => each.upTo), count];
    const counts = upTo.map((each, i) => each - (upTo[i - 1] ?? 0));
    const buckets = { boundaries: ordered.map(({ le }) => le), counts };
    return { ...at, attributes, value: { buckets, sum, count } };
  });
}

function labelsOf(labels: Partial<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));
}

function toHr(ms: number): HrTime {
  const seconds = Math.floor(ms / SECOND_MS);
  return [seconds, Math.round((ms - seconds * SECOND_MS) * NS_PER_MS)];
}
