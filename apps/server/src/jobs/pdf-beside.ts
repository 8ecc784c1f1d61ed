import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { readPdfTexto } from "@malote/mailbox";
import type { ReadPdf } from "../app-context.ts";

/** A PDF that takes longer says nothing. In ms. */
const PDF_MS = 10_000;
/** Without a question for so long the thread ends; its memory is more than it is worth. In ms. */
const OCIOSO_MS = 60_000;
const HEAP_MB = 256;

/** entry: the program of the thread, which must call servePdfs; ociosoMs: see {@link OCIOSO_MS}. */
export type PdfBesideOptions = { entry: string; pdfMs?: number; ociosoMs?: number };

/**
 * Reads the text of PDFs one at a time in a thread, which is ended when it takes too long or too much memory: a stranger's PDF is worth a
 * hint, never an attempt.
 * @returns "" where nothing could be read
 */
export function createPdfBeside({ entry, pdfMs = PDF_MS, ociosoMs = OCIOSO_MS }: PdfBesideOptions): ReadPdf {
  let open: { thread: Worker; idle: NodeJS.Timeout | null } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const close = (): void => {
    if (open === null) return;
    clearTimeout(open.idle ?? undefined);
    void open.thread.terminate();
    open = null;
  };
  const ask = async (pdf: Uint8Array): Promise<string> => {
    open ??= { thread: openThread(entry), idle: null };
    const mine = open;
    // Who is asked is not idle.
    clearTimeout(mine.idle ?? undefined);
    try {
      const { thread } = mine;
      const bytes = new Uint8Array(pdf);
      thread.postMessage(bytes, [bytes.buffer]);
      const [texto]: unknown[] = await once(thread, "message", { signal: AbortSignal.timeout(pdfMs) });
      mine.idle = setTimeout(close, ociosoMs).unref();
      return typeof texto === "string" ? texto : "";
    } catch {
      close();
      return "";
    }
  };
  return async (pdf) => {
    const mine = last.then(() => ask(pdf));
    last = mine;
    return await mine;
  };
}

function openThread(entry: string): Worker {
  const thread = new Worker(entry, {
    workerData: { pdfs: true },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  thread.on("error", () => {}); // whoever asks hears of it
  thread.unref();
  return thread;
}

/** Whether this thread was started to read PDFs. */
export function isPdfThread(): boolean {
  return typeof workerData === "object" && workerData !== null && workerData.pdfs === true;
}

/** Reads what this thread is asked about, for as long as it lives. */
export function servePdfs(): void {
  parentPort?.on("message", (pdf: Uint8Array) => {
    void readPdfTexto(pdf).then((texto) => parentPort?.postMessage(texto));
  });
}
