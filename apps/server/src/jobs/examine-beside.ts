import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { type Confianca, type Exame, examineDfe } from "@malote/dfe";
import type { Examine } from "../app-context.ts";
import { IsolatedFailure } from "./isolated.ts";

/** Files of more bytes than this are examined in a thread: the event loop would stand still meanwhile. */
export const BESIDE_BYTES = 256 * 1024;
/** Far beyond what the worst file takes; then the thread is ended, and the second attempt of the job runs alone. In ms. */
const EXAME_MS = 30_000;
const HEAP_MB = 512;

/** `ancoras` are null when they are those of the question before: authorities are many, and the judge remembers a list that it has read. */
type Pergunta = {
  bytes: Uint8Array<ArrayBuffer>;
  ancoras: Confianca["ancoras"] | null;
  confianca: Omit<Confianca, "ancoras">;
};

/** Examines large files one at a time in one thread, which lives on, and small ones here. entry: the program of the thread, which must call serveExames. */
export function createExamineBeside({
  entry,
  exameMs = EXAME_MS,
}: {
  entry: string;
  exameMs?: number;
}): Examine {
  let open: { thread: Worker; ancoras: Confianca["ancoras"] | null } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (recebidos: Uint8Array, { ancoras, ...confianca }: Confianca): Promise<Exame> => {
    open ??= { thread: openThread(entry), ancoras: null };
    const { thread } = open;
    const isKnown = open.ancoras === ancoras;
    open.ancoras = ancoras;
    try {
      // A copy: of a piece of a message, the whole message would cross.
      const bytes = new Uint8Array(recebidos);
      const pergunta: Pergunta = { bytes, ancoras: isKnown ? null : ancoras, confianca };
      thread.postMessage(pergunta, [bytes.buffer]);
      const [exame]: Exame[] = await once(thread, "message", { signal: AbortSignal.timeout(exameMs) });
      if (!exame) throw new Error("no answer");
      return exame.bytes.length === 0 ? { ...exame, bytes: recebidos } : exame;
    } catch (error) {
      open = null;
      void thread.terminate();
      throw new IsolatedFailure(`examined beside: ${error instanceof Error ? error.message : error}`);
    }
  };
  return async (bytes, confianca) => {
    if (bytes.length <= BESIDE_BYTES) return examineDfe(bytes, confianca);
    const mine = last.then(() => ask(bytes, confianca));
    last = mine.catch(() => {});
    return await mine;
  };
}

function openThread(entry: string): Worker {
  const thread = new Worker(entry, {
    workerData: { exames: true },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  thread.on("error", () => {}); // whoever asks hears of it
  thread.unref();
  return thread;
}

/** Whether this thread was started to examine files. */
export function isExameThread(): boolean {
  return typeof workerData === "object" && workerData !== null && workerData.exames === true;
}

/** Examines what this thread is asked about, for as long as the process lives. */
export function serveExames(): void {
  let known: Confianca["ancoras"] = [];
  parentPort?.on("message", ({ bytes, ancoras, confianca }: Pergunta) => {
    known = ancoras ?? known;
    const exame = examineDfe(bytes, { ...confianca, ancoras: known });
    // No bytes: they are those that came.
    parentPort?.postMessage(exame.bytes === bytes ? { ...exame, bytes: new Uint8Array() } : exame);
  });
}
