import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import {
  type Examination,
  examineDfe,
  type JsonDfe,
  type Reading,
  readDfe,
  readJson,
  type Trust,
} from "@malote/dfe";
import type { AppContext } from "../../app-context.ts";
import { IsolatedFailure } from "./run-isolated.ts";

/** Far above the slowest file; then the thread is terminated. In ms. */
const READ_TIMEOUT_MS = 30_000;
/** An idle thread ends after this. In ms. */
const IDLE_MS = 60_000;
const HEAP_MB = 512;

/** `trustedCas` is null if unchanged since the last request: the verifier caches by the list's identity. */
type ReadRequest = { bytes: Uint8Array<ArrayBuffer> } & (
  | { op: "examine"; ancoras: Trust["trustedCas"] | null; confianca: Omit<Trust, "trustedCas"> }
  | { op: "read" }
  | { op: "json" }
);
/** Wrapped in an object, because a result may be null. */
type ReadReply = { result: unknown };

/** Parses and verifies documents of any size outside the event loop. */
type DocumentReader = Required<Pick<AppContext, "examine" | "readDfe" | "readJson">>;

/** entry: program of the thread; it must call serveDocuments. */
export type DocumentReaderOptions = { entry: string; readTimeoutMs?: number; idleMs?: number };

/**
 * Reads documents one at a time in one long-lived thread.
 * @throws {IsolatedFailure} when the thread ends or times out
 */
export function createDocumentReader({
  entry,
  readTimeoutMs = READ_TIMEOUT_MS,
  idleMs = IDLE_MS,
}: DocumentReaderOptions): DocumentReader {
  let open: { thread: Worker; ancoras: Trust["trustedCas"] | null } | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const close = (): void => {
    void open?.thread.terminate();
    open = null;
  };
  const ask = async (write: (known: Trust["trustedCas"] | null) => ReadRequest): Promise<unknown> => {
    clearTimeout(idle);
    open ??= { thread: openThread(entry), ancoras: null };
    const { thread, ancoras: trustedCas } = open;
    try {
      const request = write(trustedCas);
      thread.postMessage(request, [request.bytes.buffer]);
      const [reply]: ReadReply[] = await once(thread, "message", {
        signal: AbortSignal.timeout(readTimeoutMs),
      });
      if (!reply) throw new Error("no answer");
      idle = setTimeout(close, idleMs).unref();
      return reply.result;
    } catch (error) {
      close();
      throw new IsolatedFailure(`read beside: ${error instanceof Error ? error.message : error}`);
    }
  };
  const inTurn = async (write: (known: Trust["trustedCas"] | null) => ReadRequest): Promise<unknown> => {
    const mine = last.then(() => ask(write));
    last = mine.catch(() => {});
    return await mine;
  };
  return {
    examine: async (received, { trustedCas, ...trust }) => {
      const examination = (await inTurn((known) => {
        if (open) open.ancoras = trustedCas;
        const sent = known === trustedCas ? null : trustedCas;
        return { op: "examine", bytes: copy(received), ancoras: sent, confianca: trust };
      })) as Examination;
      return examination.bytes.length === 0 ? { ...examination, bytes: received } : examination;
    },
    readDfe: async (bytes) => (await inTurn(() => ({ op: "read", bytes: copy(bytes) }))) as Reading,
    readJson: async (bytes) => (await inTurn(() => ({ op: "json", bytes: copy(bytes) }))) as JsonDfe | null,
  };
}

/** A copy, because posting a view would transfer its whole buffer. */
function copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function openThread(entry: string): Worker {
  const thread = new Worker(entry, {
    workerData: { documentos: true },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  thread.on("error", () => {}); // the caller gets the failure
  thread.unref();
  return thread;
}

/** Whether this thread was started to read documents. */
export function isDocumentsThread(): boolean {
  return typeof workerData === "object" && workerData !== null && workerData.documentos === true;
}

/** Answers the requests to this thread until it ends. */
export function serveDocuments(): void {
  let known: Trust["trustedCas"] = [];
  const answer = (request: ReadRequest): unknown => {
    const { bytes } = request;
    if (request.op === "read") return readDfe(bytes);
    if (request.op === "json") return readJson(bytes);
    known = request.ancoras ?? known;
    const examination = examineDfe(bytes, { ...request.confianca, trustedCas: known });
    // Empty bytes mean: unchanged.
    return examination.bytes === bytes ? { ...examination, bytes: new Uint8Array() } : examination;
  };
  parentPort?.on("message", (request: ReadRequest) => {
    parentPort?.postMessage({ result: answer(request) } satisfies ReadReply);
  });
}
