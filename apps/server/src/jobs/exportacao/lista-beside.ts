import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { type ListaInteira, type WriteLista, writeLista } from "../../services/exportacao/write-lista.ts";

/** Far above the longest list, in ms. */
const LISTA_MS = 120_000;
const HEAP_MB = 512;

/** entry: program of the thread; it must call serveLista. */
export type ListaBesideOptions = { entry: string; listaMs?: number };

/**
 * Writes each list in a thread that then ends: in place it would block the event loop for a second
 * and keep its memory.
 */
export function createListaBeside({ entry, listaMs = LISTA_MS }: ListaBesideOptions): WriteLista {
  return async (lista) => {
    const thread = new Worker(entry, {
      workerData: { lista },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    try {
      const [bytes] = (await once(thread, "message", { signal: AbortSignal.timeout(listaMs) })) as [
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
export function isListaThread(): boolean {
  return typeof workerData === "object" && workerData !== null && "lista" in workerData;
}

/**
 * Writes the list for which this thread was started. @throws the error of the writer: the thread
 * ends with it
 */
export async function serveLista(): Promise<void> {
  const { lista } = workerData as { lista: ListaInteira };
  parentPort?.postMessage(await writeLista(lista));
}
