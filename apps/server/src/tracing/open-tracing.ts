import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import type { Medidas } from "../medidas/medidas.ts";
import { NO_TRACING, type Tracing } from "./tracing.ts";

/** What tracing stands on. processo: its name as a service. */
export type TracingBase = {
  config: Pick<Config, "otel">;
  processo: string;
  medidas: Medidas;
  log: Pick<Logger, "warn" | "info">;
};

/** Starts exporting spans and measures, where the operator named a collector; else nothing of OpenTelemetry is even loaded. */
export async function openTracing(base: TracingBase): Promise<Tracing> {
  const { otel } = base.config;
  if (otel === null) return NO_TRACING;
  const { startOtel } = await import("./otel/start-otel.ts");
  return startOtel(base, otel);
}
