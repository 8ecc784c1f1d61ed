import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import {
  type Confianca,
  type Exame,
  examineDfe,
  type JsonDfe,
  type Leitura,
  readDfe,
  readJson,
} from "@malote/dfe";
import type { AppContext } from "../app-context.ts";
import { IsolatedFailure } from "./isolated.ts";

/** Far above the slowest file; then the thread is terminated. In ms. */
const LEITURA_MS = 30_000;
/** An idle thread ends after this. In ms. */
const OCIOSO_MS = 60_000;
const HEAP_MB = 512;

/** `ancoras` is null if unchanged since the last request: the verifier caches by the identity of the list. */
type Pergunta = { bytes: Uint8Array<ArrayBuffer> } & (
  | { op: "examine"; ancoras: Confianca["ancoras"] | null; confianca: Omit<Confianca, "ancoras"> }
  | { op: "read" }
  | { op: "json" }
);
/** Wrapped in an object, because a result may be null. */
type Resposta = { resultado: unknown };

/** Parses and verifies documents of any size outside the event loop. */
type DocumentReader = Required<Pick<AppContext, "examine" | "readDfe" | "readJson">>;

/** entry: program of the thread; it must call serveDocuments. */
export type DocumentsOptions = { entry: string; leituraMs?: number; ociosoMs?: number };

/**
 * Reads documents one at a time in one long-lived thread.
 * @throws {IsolatedFailure} when the thread ends or times out
 */
export function createDocumentsBeside({
  entry,
  leituraMs = LEITURA_MS,
  ociosoMs = OCIOSO_MS,
}: DocumentsOptions): DocumentReader {
  let open: { thread: Worker; ancoras: Confianca["ancoras"] | null } | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const close = (): void => {
    void open?.thread.terminate();
    open = null;
  };
  const ask = async (write: (known: Confianca["ancoras"] | null) => Pergunta): Promise<unknown> => {
    clearTimeout(idle);
    open ??= { thread: openThread(entry), ancoras: null };
    const { thread, ancoras } = open;
    try {
      const pergunta = write(ancoras);
      thread.postMessage(pergunta, [pergunta.bytes.buffer]);
      const [resposta]: Resposta[] = await once(thread, "message", {
        signal: AbortSignal.timeout(leituraMs),
      });
      if (!resposta) throw new Error("no answer");
      idle = setTimeout(close, ociosoMs).unref();
      return resposta.resultado;
    } catch (error) {
      close();
      throw new IsolatedFailure(`read beside: ${error instanceof Error ? error.message : error}`);
    }
  };
  const inTurn = async (write: (known: Confianca["ancoras"] | null) => Pergunta): Promise<unknown> => {
    const mine = last.then(() => ask(write));
    last = mine.catch(() => {});
    return await mine;
  };
  return {
    examine: async (recebidos, { ancoras, ...confianca }) => {
      const exame = (await inTurn((known) => {
        if (open) open.ancoras = ancoras;
        const sent = known === ancoras ? null : ancoras;
        return { op: "examine", bytes: copy(recebidos), ancoras: sent, confianca };
      })) as Exame;
      return exame.bytes.length === 0 ? { ...exame, bytes: recebidos } : exame;
    },
    readDfe: async (bytes) => (await inTurn(() => ({ op: "read", bytes: copy(bytes) }))) as Leitura,
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
  let known: Confianca["ancoras"] = [];
  const answer = (pergunta: Pergunta): unknown => {
    const { bytes } = pergunta;
    if (pergunta.op === "read") return readDfe(bytes);
    if (pergunta.op === "json") return readJson(bytes);
    known = pergunta.ancoras ?? known;
    const exame = examineDfe(bytes, { ...pergunta.confianca, ancoras: known });
    // Empty bytes mean: unchanged.
    return exame.bytes === bytes ? { ...exame, bytes: new Uint8Array() } : exame;
  };
  parentPort?.on("message", (pergunta: Pergunta) => {
    parentPort?.postMessage({ resultado: answer(pergunta) } satisfies Resposta);
  });
}
