import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { readPdfText } from "@malote/mailbox";
import { z } from "zod";
import type { PdfLido, ReadPdf } from "../app-context.ts";
import { cpuMs } from "../pipeline/cpu.ts";

/** A PDF that takes longer says nothing. In ms. */
const PDF_MS = 10_000;
/** Without a question for so long the thread ends; its memory is more than it is worth. In ms. */
const OCIOSO_MS = 60_000;
const HEAP_MB = 256;

const lido = z.object({ texto: z.string(), cpuMs: z.number() });

/** entry: the program of the thread, which must call servePdfs; ociosoMs: see {@link OCIOSO_MS}. */
export type PdfBesideOptions = { entry: string; pdfMs?: number; ociosoMs?: number };

/**
 * Reads the text of PDFs one at a time in a thread, which is ended when it takes too long or too much memory: a stranger's PDF is worth a
 * hint, never an attempt. Starting the thread is not counted as CPU; of one that was ended all of its time is.
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
  const ask = async (pdf: Uint8Array): Promise<PdfLido> => {
    open ??= { thread: openThread(entry), idle: null };
    const mine = open;
    // Who is asked is not idle.
    clearTimeout(mine.idle ?? undefined);
    const began = performance.now();
    try {
      const { thread } = mine;
      const bytes = new Uint8Array(pdf);
      thread.postMessage(bytes, [bytes.buffer]);
      const [answer]: unknown[] = await once(thread, "message", { signal: AbortSignal.timeout(pdfMs) });
      mine.idle = setTimeout(close, ociosoMs).unref();
      return lido.parse(answer);
    } catch {
      close();
      return { texto: "", cpuMs: performance.now() - began };
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

/** Reads what this thread is asked about, for as long as it lives. The library is loaded before the first question is counted. */
export async function servePdfs(): Promise<void> {
  await readPdfText(Buffer.from("%PDF-"));
  parentPort?.on("message", (pdf: Uint8Array) => {
    const began = cpuMs();
    void readPdfText(pdf).then((texto) =>
      parentPort?.postMessage({ texto, cpuMs: cpuMs() - began } satisfies PdfLido),
    );
  });
}
