import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { readPdfText } from "@malote/mailbox";
import { z } from "zod";
import type { PdfText, ReadPdf } from "../../app-context.ts";
import { cpuMs } from "../../pipeline/ingest/cpu.ts";

/** A slower PDF is treated as empty. In ms. */
const PDF_TIMEOUT_MS = 10_000;
/** An idle thread ends after this and frees its memory. In ms. */
const IDLE_MS = 60_000;
const HEAP_MB = 256;

const pdfText = z.object({ texto: z.string(), cpuMs: z.number() });

/** entry: program of the thread; it must call servePdfs; idleMs: see {@link IDLE_MS}. */
export type PdfThreadOptions = { entry: string; timeoutMs?: number; idleMs?: number };

/**
 * Reads PDFs one at a time in a thread that is terminated on timeout or memory limit: their text is
 * only a hint and never fails an attempt. Starting the thread is not counted as CPU; of a
 * terminated reading all its time is.
 */
export function createPdfReader({
  entry,
  timeoutMs = PDF_TIMEOUT_MS,
  idleMs = IDLE_MS,
}: PdfThreadOptions): ReadPdf {
  let open: { thread: Worker; idle: NodeJS.Timeout | null } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const close = (): void => {
    if (open === null) return;
    clearTimeout(open.idle ?? undefined);
    void open.thread.terminate();
    open = null;
  };
  const ask = async (pdf: Uint8Array): Promise<PdfText> => {
    open ??= { thread: openThread(entry), idle: null };
    const mine = open;
    // A busy thread is not idle.
    clearTimeout(mine.idle ?? undefined);
    const began = performance.now();
    try {
      const { thread } = mine;
      const bytes = new Uint8Array(pdf);
      thread.postMessage(bytes, [bytes.buffer]);
      const [answer]: unknown[] = await once(thread, "message", { signal: AbortSignal.timeout(timeoutMs) });
      mine.idle = setTimeout(close, idleMs).unref();
      return pdfText.parse(answer);
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
  thread.on("error", () => {}); // `ask` reports the failure
  thread.unref();
  return thread;
}

/** Whether this thread was started to read PDFs. */
export function isPdfThread(): boolean {
  return typeof workerData === "object" && workerData !== null && workerData.pdfs === true;
}

/**
 * Answers the requests to this thread until it ends. Loads the library before the first reading is
 * measured.
 */
export async function servePdfs(): Promise<void> {
  await readPdfText(Buffer.from("%PDF-"));
  parentPort?.on("message", (pdf: Uint8Array) => {
    const began = cpuMs();
    void readPdfText(pdf).then((texto) =>
      parentPort?.postMessage({ texto, cpuMs: cpuMs() - began } satisfies PdfText),
    );
  });
}
