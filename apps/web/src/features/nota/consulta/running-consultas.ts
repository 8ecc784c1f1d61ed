import { useSyncExternalStore } from "react";
import { onForget } from "../../../rpc/session/session.ts";
import type { ConsultableNota } from "./request-consulta.ts";
import { requestConsulta } from "./request-consulta.ts";

/** Consultas that were started from a list and have no answer yet, by document. */
let running: ReadonlyMap<string, AbortController> = new Map();
const listeners = new Set<() => void>();

/**
 * The running consultas of a list. They survive a page change: the answer appears as a toast on any
 * page.
 */
export function useRunningConsultas(): ReadonlyMap<string, AbortController> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running,
  );
}

/** Starts a consulta for a document, unless one is running. */
export async function startConsulta(nota: ConsultableNota): Promise<void> {
  if (running.has(nota.id)) return;
  const controller = new AbortController();
  putConsulta(nota.id, controller);
  try {
    await requestConsulta(nota, controller.signal);
  } finally {
    if (running.get(nota.id) === controller) putConsulta(nota.id, null);
  }
}

/** Stops waiting; the consulta itself stays in the server's queue. */
export function stopConsulta(id: string): void {
  running.get(id)?.abort();
  putConsulta(id, null);
}

function putConsulta(id: string, controller: AbortController | null): void {
  const next = new Map(running);
  if (controller) next.set(id, controller);
  else next.delete(id);
  running = next;
  for (const listener of listeners) listener();
}

onForget(() => {
  for (const id of running.keys()) stopConsulta(id);
});
