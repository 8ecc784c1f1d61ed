import os from "node:os";
import { Worker } from "node:worker_threads";
import type { KeySet } from "../certificates/key-set.ts";
import type { GenerationRequest } from "./arguments.ts";
import type { GenerationRange, GenerationTotals } from "./generate-range.ts";

/** With fewer documents, starting another thread takes longer than it saves. */
const RANGE_MIN = 200;

/** The program of the threads, the keys to sign with, and the instant before which documents are issued. */
export type GenerationContext = { programa: string; keySet: KeySet; now: Date };

/** Creates and writes the requested documents on all cores. The same request, keys and `now` create
 * the same bytes. */
export async function generate(
  request: GenerationRequest,
  { programa, keySet, now }: GenerationContext,
): Promise<GenerationTotals> {
  const ranges = splitRanges(request).map((stretch) => ({
    ...stretch,
    request,
    keySet,
    now: now.toISOString(),
  }));
  return sumTotals(await Promise.all(ranges.map((range) => runRange(range, programa))));
}

/** Splits the request into ranges that start with a trip, so that no trip is created twice. */
export function splitRanges({ quantidade, tipos }: GenerationRequest): { inicio: number; fim: number }[] {
  const wanted = Math.min(os.availableParallelism(), Math.ceil(quantidade / RANGE_MIN));
  const trips = Math.ceil(quantidade / tipos.length);
  const rangeSize = Math.ceil(trips / wanted) * tipos.length;
  return Array.from({ length: Math.ceil(quantidade / rangeSize) }, (_, index) => ({
    inicio: index * rangeSize,
    fim: Math.min((index + 1) * rangeSize, quantidade),
  }));
}

function runRange(range: GenerationRange, programa: string): Promise<GenerationTotals> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(programa, { workerData: range });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a thread ended without result (${code})`)));
  });
}

function sumTotals(parts: readonly GenerationTotals[]): GenerationTotals {
  const total: GenerationTotals = { documentos: 0, bytes: 0, porTipo: {} };
  for (const { documentos, bytes, porTipo } of parts) {
    total.documentos += documentos;
    total.bytes += bytes;
    for (const [tipo, count] of Object.entries(porTipo) as [keyof typeof porTipo, number][])
      total.porTipo[tipo] = (total.porTipo[tipo] ?? 0) + count;
  }
  return total;
}
