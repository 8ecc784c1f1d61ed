import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { CertificadoFile, OpenPfx, OpenResult } from "../../app-context.ts";
import { openCertificadoFile } from "../../services/certificado/open-certificado-file.ts";

/**
 * A slower file is not a real certificate. Measured here: 30 to 200 ms for files of Windows,
 * OpenSSL and Java, 8 s for the highest iteration count that is attempted. In ms.
 */
const PFX_TIMEOUT_MS = 15_000;
/** An idle thread ends after this, and the key data with it. In ms. */
const IDLE_MS = 60_000;
const HEAP_MB = 128;
/**
 * Files in work or queued. The next caller is refused at once, rather than after the minutes that
 * bad files may take.
 */
const QUEUE_MAX = 6;

/** entry: program of the thread; it must call servePfxs. */
export type PfxThreadOptions = { entry: string; timeoutMs?: number; idleMs?: number; queueMax?: number };

/**
 * Opens certificate files one at a time in a thread: a slow file blocks no other call, and its key
 * never leaves the thread.
 * @returns "ilegivel" on timeout, "ocupado" when the queue is full
 */
export function createPfxOpener({
  entry,
  timeoutMs = PFX_TIMEOUT_MS,
  idleMs = IDLE_MS,
  queueMax = QUEUE_MAX,
}: PfxThreadOptions): OpenPfx {
  let open: { thread: Worker; idle: NodeJS.Timeout | null } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  const close = (): void => {
    if (open === null) return;
    clearTimeout(open.idle ?? undefined);
    void open.thread.terminate();
    open = null;
  };
  const ask = async (file: CertificadoFile): Promise<OpenResult> => {
    open ??= { thread: openThread(entry), idle: null };
    const mine = open;
    // A busy thread is not idle.
    clearTimeout(mine.idle ?? undefined);
    try {
      mine.thread.postMessage(file);
      const [opened]: OpenResult[] = await once(mine.thread, "message", {
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!opened) throw new Error("no answer");
      mine.idle = setTimeout(close, idleMs).unref();
      return opened;
    } catch {
      close();
      return { kind: "ilegivel" };
    }
  };
  return async (file) => {
    if (queued >= queueMax) return { kind: "ocupado" };
    queued += 1;
    const mine = last.then(() => ask(file)).finally(() => (queued -= 1));
    last = mine;
    return await mine;
  };
}

function openThread(entry: string): Worker {
  const thread = new Worker(entry, {
    workerData: { certificados: true },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  thread.on("error", () => {}); // `ask` reports the failure
  thread.unref();
  return thread;
}

/** Whether this thread was started to open certificate files. */
export function isPfxThread(): boolean {
  return typeof workerData === "object" && workerData !== null && workerData.certificados === true;
}

/** Answers the requests to this thread until it ends. */
export function servePfxs(): void {
  parentPort?.on("message", (file: CertificadoFile) => {
    parentPort?.postMessage(openCertificadoFile(file));
  });
}
