import { Gauge, Histogram } from "prom-client";
import type { AppContext } from "../app-context.ts";

/** How often the main loop must turn, in ms; a gap is longer than the block in it by at most so much. */
const TICK_MS = 10;
/** Blocks shorter than this are ordinary work and are not counted, in ms. */
const COUNTED_MS = 50;
/** From here on a block is logged, and the shipped alert fires, in ms. */
const ALERT_MS = 200;
/** The gauge shows the longest block of so many ms: four scrapes at 15 s, so that none of them misses it. */
const WINDOW_MS = 60_000;
const SLICES = 12;
/** One line of the log in so many ms at most: an attacker who causes blocks does not fill the disk. */
const LOG_MS = 10_000;
/** In seconds. */
const BUCKETS = [0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The longest of the values of the last 60 s. */
export type LongestOfWindow = { add(ms: number, at: number): void; read(at: number): number };

/** Keeps the maximum of a sliding window in 12 slices of 5 s: 0 where nothing was added. Instants in ms, never going back. */
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
 * Measures how long the main loop of this process stood still: each block of 50 ms or more is counted in `/metrics`, and one of 200 ms or
 * more is logged with the work that was running.
 */
export function watchLoop({ medidas, log }: Pick<AppContext, "medidas" | "log">): { stop(): void } {
  const { registry, running } = medidas;
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

/** Logs a block, and with it how many came since the last line. */
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
