import { Gauge, Histogram } from "prom-client";
import type { AppContext } from "../app-context.ts";

/** Interval of the timer, in ms: a measured gap exceeds the block by at most this. */
const TICK_MS = 10;
/** Shorter blocks are ordinary work and are not counted, in ms. */
const COUNTED_MS = 50;
/** Longer blocks are logged, and the shipped alert fires, in ms. */
const ALERT_MS = 200;
/** Window of the longest block, in ms: four scrapes at 15 s, so that none misses it. */
const WINDOW_MS = 60_000;
const SLICES = 12;
/** Least time between two log lines, in ms: an attacker who causes blocks cannot fill the disk. */
const LOG_MS = 10_000;
/** In seconds. */
const BUCKETS = [0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The maximum of the last 60 s. */
export type LongestOfWindow = { add(ms: number, at: number): void; read(at: number): number };

/** Keeps the maximum of a sliding window in 12 slices of 5 s; 0 = no values. Instants in ms, monotonic. */
export function createLongestOfWindow(): LongestOfWindow {
  const sliceMs = WINDOW_MS / SLICES;
  const slices = new Map<number, number>();
  const forget = (slice: number): void => {
    for (const each of slices.keys()) if (each <= slice - SLICES) slices.delete(each);
  };
  return {
    add: (ms, at) => {
      const slice = Math.floor(at / sliceMs);
      forget(slice);
      slices.set(slice, Math.max(ms, slices.get(slice) ?? 0));
    },
    read: (at) => {
      forget(Math.floor(at / sliceMs));
      return Math.max(0, ...slices.values());
    },
  };
}

/**
 * Measures blocks of this process's main loop: `/metrics` counts those of 50 ms or more, and the
 * log reports those of 200 ms or more with the work in progress.
 */
export function watchLoop({ metrics, log }: Pick<AppContext, "metrics" | "log">): { stop(): void } {
  const { registry, running } = metrics;
  const registers = [registry];
  const longest = createLongestOfWindow();
  const name = "malote_laco_bloqueio_segundos";
  const help = "Vezes em que o laço principal ficou parado 50 ms ou mais.";
  const blocks = new Histogram({ name, help, buckets: BUCKETS, registers });
  new Gauge({
    name: "malote_laco_maior_bloqueio_segundos",
    help: "Maior tempo em que o laço principal ficou parado, nos últimos 60 s.",
    registers,
    collect() {
      this.set(longest.read(performance.now()) / 1_000);
    },
  });
  const logBlock = createBlockLog(log);
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const [began, ms] = [last, now - last - TICK_MS];
    last = now;
    if (ms <= 0) return;
    longest.add(ms, now);
    if (ms >= COUNTED_MS) blocks.observe(ms / 1_000);
    if (ms >= ALERT_MS) logBlock({ ms, now, emAndamento: running.since(began) });
  }, TICK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

type Block = { ms: number; now: number; emAndamento: string[] };

/** Logs a block, with the number of blocks since the last line. */
function createBlockLog(log: AppContext["log"]): (block: Block) => void {
  let nextAt = 0;
  let others = 0;
  return ({ ms, now, emAndamento }) => {
    if (now < nextAt) {
      others += 1;
      return;
    }
    const fields = { ms: Math.round(ms), emAndamento, ...(others > 0 ? { outros: others } : {}) };
    log.warn(fields, "o laço principal ficou parado");
    nextAt = now + LOG_MS;
    others = 0;
  };
}
