import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import {
  type WholeList,
  type WriteListFile,
  writeListFile,
} from "../../services/exportacao/write-list-file.ts";

/** Far above the longest list, in ms. */
const LIST_TIMEOUT_MS = 120_000;
const HEAP_MB = 512;

/** entry: program of the thread; it must call serveList. */
export type ListThreadOptions = { entry: string; timeoutMs?: number };

/**
 * Writes each list in a thread that then ends: in place it would block the event loop for a second
 * and keep its memory.
 */
export function createListWriter({ entry, timeoutMs = LIST_TIMEOUT_MS }: ListThreadOptions): WriteListFile {
  return async (list) => {
    const thread = new Worker(entry, {
      workerData: { lista: list },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    try {
      const [bytes] = (await once(thread, "message", { signal: AbortSignal.timeout(timeoutMs) })) as [
        Uint8Array,
      ];
      return bytes;
    } catch (cause) {
      throw new Error("a list written beside: the thread ended without an answer", { cause });
    } finally {
      await thread.terminate();
    }
  };
}

/** Whether this thread was started to write a list. */
export function isListThread(): boolean {
  return typeof workerData === "object" && workerData !== null && "lista" in workerData;
}

/**
 * Writes the list for which this thread was started. @throws the error of the writer: the thread
 * ends with it
 */
export async function serveList(): Promise<void> {
  const { lista: list } = workerData as { lista: WholeList };
  parentPort?.postMessage(await writeListFile(list));
}
