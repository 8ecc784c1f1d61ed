import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { DrawGrafico } from "../app-context.ts";
import { drawGrafico, type GraficoPedido } from "../services/grafico/draw-grafico.ts";

/** Far above a normal chart (50 ms), in ms: a slower drawing is an attack. */
const GRAFICO_MS = 8_000;
/** Limit of the process's start, which loads the whole server. In ms. */
const COMECO_MS = 30_000;
/** Message of the process when it is ready for requests. */
const PRONTO = "pronto";
/** An idle process ends after this, in ms. */
const OCIOSO_MS = 60_000;
/** Charts drawn or queued; the next one is refused. */
const FILA_MAX = 8;
/** Argument that marks the chart process. */
const PALAVRA = "graficos";

/** entry: program of the process; it must call serveGraficos. */
export type GraficoBesideOptions = {
  entry: string;
  /** Called when the process ends during a drawing, or times out. */
  onFailure?: (error: unknown) => void;
  graficoMs?: number;
  ociosoMs?: number;
  filaMax?: number;
};

type Aberto = { child: ChildProcess; idle: NodeJS.Timeout | null };

/**
 * Draws charts one at a time in a process without secrets. The renderer is native code, and only a
 * process can be killed in the middle of it.
 * @returns "ocupado" when the queue is full, "falhou" when the process ended or timed out
 */
export function createGraficoBeside({
  entry,
  onFailure = () => {},
  graficoMs = GRAFICO_MS,
  ociosoMs = OCIOSO_MS,
  filaMax = FILA_MAX,
}: GraficoBesideOptions): DrawGrafico {
  let open: Aberto | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let fila = 0;
  const close = (mine: Aberto): void => {
    clearTimeout(mine.idle ?? undefined);
    mine.child.kill("SIGKILL");
    if (open === mine) open = null;
  };
  const start = (): Aberto => {
    const mine: Aberto = { child: startChild(entry), idle: null };
    mine.child.once("exit", () => {
      clearTimeout(mine.idle ?? undefined);
      if (open === mine) open = null;
    });
    open = mine;
    return mine;
  };
  const ask = async (pedido: GraficoPedido): Promise<Uint8Array | "falhou" | null> => {
    const began = open === null;
    const mine = open ?? start();
    clearTimeout(mine.idle ?? undefined);
    try {
      if (began) await hear(mine.child, COMECO_MS);
      const said = hear(mine.child, graficoMs);
      mine.child.send(pedido);
      const picture = (await said) as Uint8Array | null;
      mine.idle = setTimeout(() => close(mine), ociosoMs).unref();
      return picture;
    } catch (error) {
      close(mine);
      onFailure(error);
      return "falhou";
    }
  };
  return async (pedido) => {
    if (fila >= filaMax) return "ocupado";
    fila += 1;
    const mine = last.then(() => ask(pedido)).finally(() => (fila -= 1));
    last = mine;
    return await mine;
  };
}

/** The next message of the process. @throws when it ends first, or times out */
async function hear(child: ChildProcess, ms: number): Promise<unknown> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(() => waiting.abort(), ms);
  const gone = once(child, "exit", { signal }).then(() => Promise.reject(new Error("the process ended")));
  try {
    const [said]: unknown[] = await Promise.race([once(child, "message", { signal }), gone]);
    return said;
  } finally {
    clearTimeout(timer);
    waiting.abort();
  }
}

function startChild(entry: string): ChildProcess {
  const child = fork(entry, [PALAVRA], {
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
export function isGraficoProcess(): boolean {
  return process.argv[2] === PALAVRA && process.send !== undefined;
}

/** Draws the requested charts until the parent disconnects. */
export function serveGraficos(): void {
  process.on("disconnect", () => process.exit(0));
  process.on("message", (pedido: GraficoPedido) => {
    void drawGrafico(pedido).then((picture) => process.send?.(picture));
  });
  process.send?.(PRONTO);
}
