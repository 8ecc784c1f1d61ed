import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { NO_TRACING, type Tracing } from "./tracing.ts";

/** Dependencies of tracing. processName: its service name. */
export type TracingBase = {
  config: Pick<Config, "otel">;
  processName: string;
  metrics: Metrics;
  log: Pick<Logger, "warn" | "info">;
};

/** Exports spans and metrics if a collector is configured; otherwise OpenTelemetry is not even loaded. */
export async function openTracing(base: TracingBase): Promise<Tracing> {
  const { otel } = base.config;
  if (otel === null) return NO_TRACING;
  const { startOtel } = await import("./otel/start-otel.ts");
  return startOtel(base, otel);
}
