import { randomUUID } from "node:crypto";
import { ROOT_CONTEXT } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { SamplingDecision, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace-base";
import type { Config, OtelConfig } from "../../config.ts";
import type { Logger } from "../../log.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import { recordSpans } from "../record-spans.ts";
import type { Tracing } from "../tracing.ts";
import { startOtlpMetrics } from "./otlp-metrics.ts";
import { createSpanQueue } from "./span-queue.ts";
import { toReadable } from "./to-readable.ts";

/** Dependencies of tracing. processName: its service name. */
export type TracingBase = {
  config: Pick<Config, "otel">;
  processName: string;
  metrics: Metrics;
  log: Pick<Logger, "warn" | "info">;
};

/**
 * Exports spans and metrics of this process to the operator's collector. The exporter reads
 * headers, timeout and certificates from its standard settings.
 */
export function startOtel({ processName, metrics, log }: TracingBase, otel: OtelConfig): Tracing {
  const resource = resourceOf(processName);
  const sampler = new TraceIdRatioBasedSampler(otel.ratio);
  const queue = createSpanQueue(new OTLPTraceExporter({ url: `${otel.endpoint}/v1/traces` }), {
    counted: (o) => metrics.recordSpans(o),
    onState: ({ ok, error }) => {
      if (ok) log.info("o coletor do OpenTelemetry voltou a receber");
      else
        log.warn({ err: error }, "o coletor do OpenTelemetry não recebe; o que ele não recebe é descartado");
    },
  });
  const stopMetrics = startOtlpMetrics({ registry: metrics.registry, resource, otel });
  const recorder = recordSpans({
    isSampled: (traceId) =>
      sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED,
    emit: (record) => queue.add(toReadable(record, resource)),
  });
  return {
    ...recorder,
    stop: async () => {
      await Promise.all([queue.stop(), stopMetrics()]);
    },
  };
}

/** The process as a service; OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override it. */
function resourceOf(processName: string): Resource {
  const ours = resourceFromAttributes({
    "service.name": `malote-${processName}`,
    "service.instance.id": randomUUID(),
  });
  return ours.merge(detectResources({ detectors: [envDetector] }));
}
