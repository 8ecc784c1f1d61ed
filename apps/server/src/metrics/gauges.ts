import { Gauge, type Registry } from "prom-client";

/** Readings are cached for this long, in ms: several scrapers cause one query. */
const REMEMBER_MS = 5_000;

/** Gauges filled by one reading. */
export type GaugeGroup = {
  gauge<L extends string>(name: string, help: string, labelNames: L[]): Gauge<L>;
};

/**
 * Gauges of one registry, read together at most every five seconds. @param read fills them; it must
 * not throw
 */
export function createGaugeGroup(registry: Registry, read: () => Promise<void>): GaugeGroup {
  let asked: Promise<void> | null = null;
  const refresh = async (): Promise<void> => {
    asked ??= read().finally(() => setTimeout(() => (asked = null), REMEMBER_MS).unref());
    await asked;
  };
  return {
    gauge: (name, help, labelNames) =>
      new Gauge({ name, help, labelNames, registers: [registry], collect: refresh }),
  };
}
