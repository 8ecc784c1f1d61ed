import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { isEmbeddableImage, type PrintedPdf } from "@malote/print";
import type { Print } from "../app-context.ts";
import { Outage } from "../errors.ts";
import { PapelImpossivel, type PapelPedido, printPapel } from "../services/nota/print-papel.ts";

/**
 * Above this size of XML, and with a logo to decode, a document is printed in a thread, because it
 * would block the event loop. Below it printing takes under 50 ms.
 */
export const BESIDE_BYTES = 16 * 1024;
/** Far above the longest document, in ms. */
const PAPEL_MS = 60_000;
/** An idle thread ends after this. In ms. */
const OCIOSO_MS = 60_000;
const HEAP_MB = 512;
/** Documents printed or queued; the next caller must retry after VOLTE_MS. */
const FILA_MAX = 16;
const VOLTE_MS = 10_000;

type Resposta = { impresso: PrintedPdf | null } | { erro: unknown };

/** entry: program of the thread; it must call servePapeis; besideBytes: see {@link BESIDE_BYTES}. */
export type PrintBesideOptions = {
  entry: string;
  besideBytes?: number;
  papelMs?: number;
  filaMax?: number;
};

/**
 * Prints large documents one at a time in a thread, and small ones in place.
 * @throws {PapelImpossivel} @throws Outage when the queue is full
 */
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
  const ask = async (pedido: PapelPedido): Promise<PrintedPdf | null> => {
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
  return logo === null || isEmbeddableImage(logo);
}

function openThread(entry: string): Worker {
  const thread = new Worker(entry, {
    workerData: { papeis: true },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  thread.on("error", () => {}); // `ask` reports the failure
  thread.unref();
  return thread;
}

/** Whether this thread was started to print. */
export function isPrintThread(): boolean {
  return typeof workerData === "object" && workerData !== null && workerData.papeis === true;
}

/** Answers the requests to this thread until it ends. */
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
