import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { isEmbeddableImage, type PrintedPdf } from "@malote/print";
import type { Print, PrintedFormInput } from "../../app-context.ts";
import { Outage } from "../../errors.ts";
import { printForm, UnprintableForm } from "../../services/nota/document/print-form.ts";

/**
 * Above this size of XML, and with a logo to decode, a document is printed in a thread, because it
 * would block the event loop. Below it printing takes under 50 ms.
 */
export const IN_PLACE_BYTES = 16 * 1024;
/** Far above the longest document, in ms. */
const PRINT_TIMEOUT_MS = 60_000;
/** An idle thread ends after this. In ms. */
const IDLE_MS = 60_000;
const HEAP_MB = 512;
/** Documents printed or queued; the next caller must retry after VOLTE_MS. */
const QUEUE_MAX = 16;
const RETRY_MS = 10_000;

type PrintReply = { impresso: PrintedPdf | null } | { erro: unknown };

/** entry: program of the thread; it must call servePrinting; inPlaceBytes: see {@link IN_PLACE_BYTES}. */
export type PrintThreadOptions = {
  entry: string;
  inPlaceBytes?: number;
  timeoutMs?: number;
  queueMax?: number;
};

/**
 * Prints large documents one at a time in a thread, and small ones in place.
 * @throws {UnprintableForm} @throws Outage when the queue is full
 */
export function createPrinter({
  entry,
  inPlaceBytes = IN_PLACE_BYTES,
  timeoutMs = PRINT_TIMEOUT_MS,
  queueMax = QUEUE_MAX,
}: PrintThreadOptions): Print {
  let open: { thread: Worker; idle: NodeJS.Timeout | null } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  const close = (): void => {
    if (open === null) return;
    clearTimeout(open.idle ?? undefined);
    void open.thread.terminate();
    open = null;
  };
  const ask = async (request: PrintedFormInput): Promise<PrintedPdf | null> => {
    open ??= { thread: openThread(entry), idle: null };
    const mine = open;
    clearTimeout(mine.idle ?? undefined);
    let reply: PrintReply | undefined;
    try {
      mine.thread.postMessage(request);
      const signal = AbortSignal.timeout(timeoutMs);
      [reply] = (await once(mine.thread, "message", { signal })) as [PrintReply];
    } catch (cause) {
      close();
      throw new Error("printed beside: the thread ended without an answer", { cause });
    }
    mine.idle = setTimeout(close, IDLE_MS).unref();
    if ("erro" in reply) throw new UnprintableForm(reply.erro);
    return reply.impresso;
  };
  return async (request) => {
    if (sizeOf(request) <= inPlaceBytes && isCheap(request.logo)) return printForm(request);
    if (queued >= queueMax) throw new Outage("too many papers wait to be printed", RETRY_MS);
    queued += 1;
    const mine = last.then(() => ask(request)).finally(() => (queued -= 1));
    last = mine.catch(() => {});
    return await mine;
  };
}

function sizeOf({ xml, documentXml: doDocumento }: PrintedFormInput): number {
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
export function servePrinting(): void {
  parentPort?.on("message", (request: PrintedFormInput) => parentPort?.postMessage(answer(request)));
}

function answer(request: PrintedFormInput): PrintReply {
  try {
    return { impresso: printForm(request) };
  } catch (erro) {
    return { erro: erro instanceof UnprintableForm ? erro.cause : erro };
  }
}
