import { isEmbeddableImage } from "@malote/print";
import { MINUTE_MS } from "@malote/syntax";
import type { AppContext, OpenPfx, Print, PrintedFormInput, ReadPdf, ShrinkLogo } from "../../app-context.ts";
import { Outage } from "../../errors.ts";
import type { WriteListFile } from "../../services/exportacao/write-list-file.ts";
import { printForm, UnprintableForm } from "../../services/nota/document/print-form.ts";
import { createThreadPool, ThreadFailure, type ThreadPool, type ThreadPoolOptions } from "./thread-pool.ts";
import { threadProgram } from "./thread-start.ts";

type Tasks = typeof import("../../task-thread.ts");

/** Replaces options of a pool. entry: a program that exports the tasks of task-thread.ts. */
export type TaskPoolOptions = Partial<ThreadPoolOptions>;

function createTaskPool(o: Omit<ThreadPoolOptions, "entry">, replaced: TaskPoolOptions): ThreadPool<Tasks> {
  return createThreadPool<Tasks>({ entry: threadProgram("task-thread"), ...o, ...replaced });
}

/** Parses and verifies documents of any size outside the event loop, one at a time. */
export type DocumentReader = Required<Pick<AppContext, "examine" | "readDfe" | "readJson">>;

export function createDocumentReader(o: TaskPoolOptions = {}): DocumentReader {
  // The time is far above that of the slowest file.
  const pool = createTaskPool({ heapMb: 512, timeoutMs: 30_000 }, o);
  return {
    examine: async (bytes, trust) => {
      const examination = await pool.run("examine", { bytes, trust });
      return examination.bytes.length === 0 ? { ...examination, bytes } : examination;
    },
    readDfe: (bytes) => pool.run("readDfe", { bytes }),
    readJson: (bytes) => pool.run("readJson", { bytes }),
  };
}

/**
 * Reads PDFs one at a time. Their text is only a hint and never fails an attempt: a failed one is
 * empty. Starting the thread is not counted as CPU; of a terminated reading all its time is.
 */
export function createPdfReader(o: TaskPoolOptions = {}): ReadPdf {
  const pool = createTaskPool({ heapMb: 256, timeoutMs: 10_000 }, o);
  return async (bytes) => {
    try {
      return await pool.run("readPdf", { bytes });
    } catch (error) {
      return { texto: "", cpuMs: error instanceof ThreadFailure ? error.ranMs : 0 };
    }
  };
}

/** A slower file is not real: the highest iteration count that is attempted takes 8 s, a usual one 0.2 s. */
const PFX_TIMEOUT_MS = 15_000;
/** The next caller is refused at once, rather than after the minutes that bad files may take. */
const PFX_QUEUE_MAX = 6;

/**
 * Opens certificate files one at a time: a slow file blocks no other call, and its key never leaves
 * the thread. @returns "ilegivel" when the thread failed, "ocupado" when the queue is full
 */
export function createPfxOpener(o: TaskPoolOptions = {}): OpenPfx {
  const limits = { heapMb: 128, timeoutMs: PFX_TIMEOUT_MS, queueMax: PFX_QUEUE_MAX };
  const pool = createTaskPool({ ...limits, priority: "helper" }, o);
  return async (file) => {
    try {
      return await pool.run("openPfx", file);
    } catch (error) {
      return { kind: error instanceof Outage ? "ocupado" : "ilegivel" };
    }
  };
}

/**
 * Above this size of XML, and with a logo to decode, a document is printed in a thread, because it
 * would block the event loop. Below it printing takes under 50 ms.
 */
export const IN_PLACE_BYTES = 16 * 1024;

/**
 * Prints large documents one at a time in a thread, and small ones in place.
 * @throws {UnprintableForm} @throws {ThreadFailure} @throws Outage when the queue is full
 */
export function createPrinter({
  inPlaceBytes = IN_PLACE_BYTES,
  ...o
}: TaskPoolOptions & { inPlaceBytes?: number } = {}): Print {
  const limits = { heapMb: 512, timeoutMs: 60_000, queueMax: 16, retryMs: 10_000 };
  const pool = createTaskPool({ ...limits, priority: "helper" }, o);
  return async (input) => {
    if (isCheap(input, inPlaceBytes)) return printForm(input);
    const reply = await pool.run("print", input);
    if ("undrawable" in reply) throw new UnprintableForm(reply.undrawable);
    return reply.printed;
  };
}

function isCheap({ xml, documentXml, logo }: PrintedFormInput, bytesMax: number): boolean {
  const isDrawn = logo === null || isEmbeddableImage(logo);
  return isDrawn && xml.length + (documentXml?.length ?? 0) <= bytesMax;
}

/**
 * Shrinks logos one at a time, each in a thread of its own: in place one would block the event loop
 * for a good part of a second. @throws {ThreadFailure} @throws Outage when the queue is full
 */
export function createLogoShrinker(o: TaskPoolOptions = {}): ShrinkLogo {
  const limits = { heapMb: 256, timeoutMs: 20_000, idleMs: 0, queueMax: 8, retryMs: 5_000 };
  const pool = createTaskPool({ ...limits, priority: "helper" }, o);
  return (bytes) => pool.run("shrinkLogo", { bytes });
}

/**
 * Writes each list in a thread that then ends: in place it would block the event loop for a second
 * and keep its memory. @throws {ThreadFailure}
 */
export function createListWriter(o: TaskPoolOptions = {}): WriteListFile {
  const threads = Number.POSITIVE_INFINITY;
  const pool = createTaskPool(
    { heapMb: 512, timeoutMs: 2 * MINUTE_MS, idleMs: 0, threads, priority: "helper" },
    o,
  );
  return (list) => pool.run("writeList", list);
}
