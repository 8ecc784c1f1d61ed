import { StartRefusal } from "./errors.ts";

/**
 * The operator's collector. endpoint: without the final slash; ratio: share of traces exported, 0
 * to 1; metricsMs: interval of metric exports.
 */
export type OtelConfig = { endpoint: string; ratio: number; metricsMs: number };

type Env = Readonly<Record<string, string | undefined>>;

const METRICS_MS = 60_000;
const METRICS_MIN_MS = 1_000;
/**
 * Supported samplers of the OpenTelemetry specification. No trace has a remote parent, so
 * parentbased equals its root sampler.
 */
const SAMPLERS: Readonly<Record<string, (arg: number) => number>> = {
  always_on: () => 1,
  always_off: () => 0,
  traceidratio: (arg) => arg,
  parentbased_always_on: () => 1,
  parentbased_always_off: () => 0,
  parentbased_traceidratio: (arg) => arg,
};

/**
 * The standard settings that decide what is exported; the exporter reads the others. @throws {StartRefusal}
 */
export function readOtel(env: Env): OtelConfig | null {
  const address = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim();
  if (!address) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new StartRefusal("OTEL_EXPORTER_OTLP_ENDPOINT não é um endereço http ou https.");
  }
  return { endpoint: address.replace(/\/+$/, ""), ratio: readRatio(env), metricsMs: readMetricsMs(env) };
}

function readRatio({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: text }: Env): number {
  const sampler = SAMPLERS[name || "parentbased_always_on"];
  if (sampler === undefined) {
    throw new StartRefusal(
      `OTEL_TRACES_SAMPLER=${name} não existe aqui: use ${Object.keys(SAMPLERS).join(", ")}.`,
    );
  }
  const arg = text ? Number(text) : 1;
  if (arg >= 0 && arg <= 1) return sampler(arg);
  throw new StartRefusal(`OTEL_TRACES_SAMPLER_ARG=${text} não serve: use um número de 0 a 1.`);
}

function readMetricsMs({ OTEL_METRIC_EXPORT_INTERVAL: text }: Env): number {
  if (!text) return METRICS_MS;
  const ms = Number(text);
  if (Number.isInteger(ms) && ms >= METRICS_MIN_MS) return ms;
  throw new StartRefusal(
    `OTEL_METRIC_EXPORT_INTERVAL=${text} não serve: use milissegundos, no mínimo ${METRICS_MIN_MS}.`,
  );
}
