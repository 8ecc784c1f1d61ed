import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { type Impresso, isImagemPronta } from "@malote/print";
import type { Print } from "../app-context.ts";
import { Outage } from "../errors.ts";
import { PapelImpossivel, type PapelPedido, printPapel } from "../services/nota/print-papel.ts";

/** Papers of more bytes of XML than this are printed in a thread, and those with a logo that must be opened first: the event loop would
 * stand still meanwhile. With so many it does for less than 50 ms. */
export const BESIDE_BYTES = 16 * 1024;
/** Far beyond what the longest document takes, in ms. */
const PAPEL_MS = 60_000;
/** Without a question for so long the thread ends. In ms. */
const OCIOSO_MS = 60_000;
const HEAP_MB = 512;
/** Large papers that are printed or wait to be; whoever comes then is told to come back, in ms. */
const FILA_MAX = 16;
const VOLTE_MS = 10_000;

type Resposta = { impresso: Impresso | null } | { erro: unknown };

/** entry: the program of the thread, which must call servePapeis; besideBytes: see {@link BESIDE_BYTES}. */
export type PrintBesideOptions = {
  entry: string;
  besideBytes?: number;
  papelMs?: number;
  filaMax?: number;
};

/** Prints large papers one at a time in a thread, and small ones here.   @throws {PapelImpossivel} @throws Outage when too many wait */
export function createPrintBeside({
  entry,
  besideBytes = BESIDE_BYTES,
  papelMs = PAPEL_MS,
  filaMax = FILA_MAX,
}: PrintBesideOptions): Print {
  let open: { thread: Worker; idle: NodeJS.Timeout | null } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let fila = 0;
  const close = (): void => {
    if (open === null) return;
    clearTimeout(open.idle ?? undefined);
    void open.thread.terminate();
    open = null;
  };
  const ask = async (pedido: PapelPedido): Promise<Impresso | null> => {
    open ??= { thread: openThread(entry), idle: null };
    const mine = open;
    clearTimeout(mine.idle ?? undefined);
    let resposta: Resposta | undefined;
    try {
      mine.thread.postMessage(pedido);
      const signal = AbortSignal.timeout(papelMs);
      [resposta] = (await once(mine.thread, "message", { signal })) as [Resposta];
    } catch (cause) {
      close();
      throw new Error("printed beside: the thread ended without an answer", { cause });
    }
    mine.idle = setTimeout(close, OCIOSO_MS).unref();
    if ("erro" in resposta) throw new PapelImpossivel(resposta.erro);
    return resposta.impresso;
  };
  return async (pedido) => {
    if (sizeOf(pedido) <= besideBytes && isCheap(pedido.logo)) return printPapel(pedido);
    if (fila >= filaMax) throw new Outage("too many papers wait to be printed", VOLTE_MS);
    fila += 1;
    const mine = last.then(() => ask(pedido)).finally(() => (fila -= 1));
    last = mine.catch(() => {});
    return await mine;
  };
}

function sizeOf({ xml, doDocumento }: PapelPedido): number {
  return xml.length + (doDocumento?.length ?? 0);
}

function isCheap(logo: Uint8Array | null): boolean {
  return logo === null || isImagemPronta(logo);
}

function openThread(entry: string): Worker {
  const thread = new Worker(entry, {
    workerData: { papeis: true },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  thread.on("error", () => {}); // whoever asks hears of it
  thread.unref();
  return thread;
}

/** Whether this thread was started to print papers. */
export function isPrintThread(): boolean {
  return typeof workerData === "object" && workerData !== null && workerData.papeis === true;
}

/** Prints what this thread is asked for, for as long as it lives. */
export function servePapeis(): void {
  parentPort?.on("message", (pedido: PapelPedido) => parentPort?.postMessage(answer(pedido)));
}

function answer(pedido: PapelPedido): Resposta {
  try {
    return { impresso: printPapel(pedido) };
  } catch (erro) {
    return { erro: erro instanceof PapelImpossivel ? erro.cause : erro };
  }
}
