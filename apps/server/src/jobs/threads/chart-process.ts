import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { ChartRequest, DrawChart } from "../../app-context.ts";
import { drawChart } from "../../services/chart/draw-chart.ts";

/** Far above a normal chart (50 ms), in ms: a slower drawing is an attack. */
const CHART_TIMEOUT_MS = 8_000;
/** Limit of the process's start, which loads the whole server. In ms. */
const START_TIMEOUT_MS = 30_000;
/** Message of the process when it is ready for requests. */
const READY = "pronto";
/** An idle process ends after this, in ms. */
const IDLE_MS = 60_000;
/** Charts drawn or queued; the next one is refused. */
const QUEUE_MAX = 8;
/** Argument that marks the chart process. */
const PROCESS_ARGUMENT = "graficos";

/** entry: program of the process; it must call serveCharts. */
export type ChartProcessOptions = {
  entry: string;
  /** Called when the process ends during a drawing, or times out. */
  onFailure?: (error: unknown) => void;
  timeoutMs?: number;
  idleMs?: number;
  queueMax?: number;
};

type OpenProcess = { child: ChildProcess; idle: NodeJS.Timeout | null };

/**
 * Draws charts one at a time in a process without secrets. The renderer is native code, and only a
 * process can be killed in the middle of it.
 * @returns "ocupado" when the queue is full, "falhou" when the process ended or timed out
 */
export function createChartDrawer({
  entry,
  onFailure = () => {},
  timeoutMs = CHART_TIMEOUT_MS,
  idleMs = IDLE_MS,
  queueMax = QUEUE_MAX,
}: ChartProcessOptions): DrawChart {
  let open: OpenProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  const close = (mine: OpenProcess): void => {
    clearTimeout(mine.idle ?? undefined);
    mine.child.kill("SIGKILL");
    if (open === mine) open = null;
  };
  const start = (): OpenProcess => {
    const mine: OpenProcess = { child: startChild(entry), idle: null };
    mine.child.once("exit", () => {
      clearTimeout(mine.idle ?? undefined);
      if (open === mine) open = null;
    });
    open = mine;
    return mine;
  };
  const ask = async (request: ChartRequest): Promise<Uint8Array | "falhou" | null> => {
    const began = open === null;
    const mine = open ?? start();
    clearTimeout(mine.idle ?? undefined);
    try {
      if (began) await nextMessage(mine.child, START_TIMEOUT_MS);
      const said = nextMessage(mine.child, timeoutMs);
      mine.child.send(request);
      const picture = (await said) as Uint8Array | null;
      mine.idle = setTimeout(() => close(mine), idleMs).unref();
      return picture;
    } catch (error) {
      close(mine);
      onFailure(error);
      return "falhou";
    }
  };
  return async (request) => {
    if (queued >= queueMax) return "ocupado";
    queued += 1;
    const mine = last.then(() => ask(request)).finally(() => (queued -= 1));
    last = mine;
    return await mine;
  };
}

/** The next message of the process. @throws when it ends first, or times out */
async function nextMessage(child: ChildProcess, ms: number): Promise<unknown> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(() => waiting.abort(), ms);
  const exited = once(child, "exit", { signal }).then(() => Promise.reject(new Error("the process ended")));
  try {
    const [said]: unknown[] = await Promise.race([once(child, "message", { signal }), exited]);
    return said;
  } finally {
    clearTimeout(timer);
    waiting.abort();
  }
}

function startChild(entry: string): ChildProcess {
  const child = fork(entry, [PROCESS_ARGUMENT], {
    // An empty environment: neither keys nor database addresses.
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.on("error", () => {}); // `ask` reports the failure
  child.unref();
  child.channel?.unref();
  return child;
}

/** Whether this process was started to draw charts. */
export function isChartProcess(): boolean {
  return process.argv[2] === PROCESS_ARGUMENT && process.send !== undefined;
}

/** Draws the requested charts until the parent disconnects. */
export function serveCharts(): void {
  process.on("disconnect", () => process.exit(0));
  process.on("message", (request: ChartRequest) => {
    void drawChart(request).then((picture) => process.send?.(picture));
  });
  process.send?.(READY);
}
