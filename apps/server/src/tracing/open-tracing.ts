import type { TracingBase } from "./otel/start-otel.ts";
import { NO_TRACING, type Tracing } from "./tracing.ts";

/** Exports spans and metrics if a collector is configured; otherwise OpenTelemetry is not even loaded. */
export async function openTracing(base: TracingBase): Promise<Tracing> {
  const { otel } = base.config;
  if (otel === null) return NO_TRACING;
  const { startOtel } = await import("./otel/start-otel.ts");
  return startOtel(base, otel);
}
