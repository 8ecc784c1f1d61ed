import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { DrawGrafico } from "../app-context.ts";
import { drawGrafico, type GraficoPedido } from "../services/grafico/draw-grafico.ts";

/** Far beyond what a chart takes (50 ms), in ms: a drawing that takes longer was made to take long. */
const GRAFICO_MS = 8_000;
/** The same of its start: it loads the whole server. In ms. */
const COMECO_MS = 30_000;
/** What the process says when it can be asked. */
const PRONTO = "pronto";
/** Without a question for so long the process ends, in ms. */
const OCIOSO_MS = 60_000;
/** Charts that are drawn or wait to be; one more is told to come back. */
const FILA_MAX = 8;
/** What the process is told when it starts. */
const PALAVRA = "graficos";

/** entry: the program of the process, which must call serveGraficos. */
export type GraficoBesideOptions = {
  entry: string;
  /** Told when the process ends in the middle of a drawing, or takes too long. */
  onFailure?: (error: unknown) => void;
  graficoMs?: number;
  ociosoMs?: number;
  filaMax?: number;
};

type Aberto = { child: ChildProcess; idle: NodeJS.Timeout | null };

/**
 * Draws charts one at a time in a process of its own, which holds no secret: what draws is native code, and only a process can be ended in
 * the middle of it.   @returns "ocupado" for one more than may wait, "falhou" when it ended or took too long
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

/** The next thing that a process says.   @throws when it ends first, or takes longer */
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
    // Of ours it inherits nothing: neither keys nor the address of a database.
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.on("error", () => {}); // whoever asks hears of it
  child.unref();
  child.channel?.unref();
  return child;
}

/** Whether this process was started to draw charts. */
export function isGraficoProcess(): boolean {
  return process.argv[2] === PALAVRA && process.send !== undefined;
}

/** Draws what this process is asked for, until who asks is gone. */
export function serveGraficos(): void {
  process.on("disconnect", () => process.exit(0));
  process.on("message", (pedido: GraficoPedido) => {
    void drawGrafico(pedido).then((picture) => process.send?.(picture));
  });
  process.send?.(PRONTO);
}
