import { IMPORTACAO_MAX_BYTES } from "@malote/contract";
import { formatSize } from "@malote/syntax";
import { useSyncExternalStore } from "react";
import { CommunicationFailure, Refusal, SessionEnded } from "../../rpc/call/failures.ts";
import { sendImportacao } from "../../rpc/files/importacoes.ts";
import { onForget } from "../../rpc/session/session.ts";
import { importacaoTexts as texts } from "../../texts/files/importacao.ts";

const { fila: t } = texts;
/** Maximum number of concurrent uploads. */
const CONCURRENCY = 3;

/** One upload of the queue. */
export type Upload = {
  id: number;
  file: File;
  state: "fila" | "enviando" | "enviado" | "falhou";
  /** Progress from 0 to 1. */
  progress: number;
  /** Start of the upload, ms since the epoch. */
  startedAt: number;
  reason: string | null;
  /** A retry cannot succeed. */
  isFinal: boolean;
};

// The queue outlives the page, so navigation does not abort uploads.
let uploads: readonly Upload[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const abortControllers = new Map<number, AbortController>();

/** The files selected since the application was opened, in upload order. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
}

/** Whether any upload is pending or running. */
export function hasUnfinished(queue: readonly Upload[]): boolean {
  return queue.some(({ state }) => state === "fila" || state === "enviando");
}

/** Why a file is rejected before its upload; null when it is acceptable. */
export function rejectionOf({ name, size }: Pick<File, "name" | "size">): string | null {
  if (!/\.(?:xml|zip)$/i.test(name)) return t.tipo;
  if (size === 0) return t.vazio;
  return size > IMPORTACAO_MAX_BYTES ? t.grande(formatSize(IMPORTACAO_MAX_BYTES)) : null;
}

export function addFiles(files: Iterable<File>): void {
  const added = [...files].map((file): Upload => {
    lastId += 1;
    const reason = rejectionOf(file);
    const state = reason === null ? "fila" : "falhou";
    return { id: lastId, file, state, progress: 0, startedAt: 0, reason, isFinal: reason !== null };
  });
  set([...uploads, ...added]);
  sendNext();
}

/** Removes a file from the queue; a running upload is aborted. */
export function removeUpload(id: number): void {
  abortControllers.get(id)?.abort();
  abortControllers.delete(id);
  set(uploads.filter((upload) => upload.id !== id));
  sendNext();
}

export function retryUpload(id: number): void {
  change(id, { state: "fila", progress: 0, reason: null });
  sendNext();
}

/** Aborts all pending and running uploads and removes them. */
export function cancelAll(): void {
  for (const { id, state } of uploads) if (state === "fila" || state === "enviando") removeUpload(id);
}

/** Removes finished and failed uploads from the queue. */
export function clearFinished(): void {
  set(uploads.filter(({ state }) => state === "fila" || state === "enviando"));
}

function sendNext(): void {
  const runningCount = uploads.filter(({ state }) => state === "enviando").length;
  const pending = uploads.filter(({ state }) => state === "fila").slice(0, CONCURRENCY - runningCount);
  for (const upload of pending) void send(upload);
}

async function send({ id, file }: Upload): Promise<void> {
  const abortController = new AbortController();
  abortControllers.set(id, abortController);
  change(id, { state: "enviando", startedAt: Date.now() });
  try {
    await sendImportacao(file, (progress) => change(id, { progress }), abortController.signal);
    change(id, { state: "enviado", progress: 1 });
  } catch (error) {
    const progress = uploads.find((upload) => upload.id === id)?.progress ?? 0;
    if (!abortController.signal.aborted) change(id, failureOf(error, progress));
  }
  abortControllers.delete(id);
  sendNext();
}

/**
 * The state of an upload after an error: the reason, and whether a retry is useless. Progress is 0
 * to 1.
 */
export function failureOf(error: unknown, progress: number): Pick<Upload, "state" | "reason" | "isFinal"> {
  if (error instanceof Refusal) return { state: "falhou", reason: error.message, isFinal: true };
  return {
    state: "falhou",
    reason: error instanceof CommunicationFailure ? describeBreak(progress) : t.falhou,
    isFinal: error instanceof SessionEnded,
  };
}

/** Nothing was sent, or the connection broke midway, or no response came after the last byte. */
function describeBreak(progress: number): string {
  if (progress === 0) return t.naoPartiu;
  return progress < 1 ? t.caiu(Math.floor(progress * 100)) : t.falhou;
}

function change(id: number, changed: Partial<Upload>): void {
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)));
}

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

onForget(() => {
  for (const abortController of abortControllers.values()) abortController.abort();
  abortControllers.clear();
  set([]);
});
