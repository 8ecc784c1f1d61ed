import { useSyncExternalStore } from "react";
import { onForget } from "../../rpc/session.ts";
import type { Consultavel } from "./consultar.ts";

/** Consultas that were started from a list and have no answer yet, by document. */
let andando: ReadonlyMap<string, AbortController> = new Map();
const ouvintes = new Set<() => void>();

/**
 * The running consultas of a list. They survive a page change: the answer appears as a toast on any
 * page.
 */
export function useConsultas(): ReadonlyMap<string, AbortController> {
  return useSyncExternalStore(
    (ouvinte) => {
      ouvintes.add(ouvinte);
      return () => ouvintes.delete(ouvinte);
    },
    () => andando,
  );
}

/** Starts a consulta for a document, unless one is running. */
export async function startConsulta(nota: Consultavel): Promise<void> {
  if (andando.has(nota.id)) return;
  const controller = new AbortController();
  put(nota.id, controller);
  try {
    const { consultar } = await import("./consultar.ts");
    await consultar(nota, controller.signal);
  } finally {
    if (andando.get(nota.id) === controller) put(nota.id, null);
  }
}

/** Stops waiting; the consulta itself stays in the server's queue. */
export function stopConsulta(id: string): void {
  andando.get(id)?.abort();
  put(id, null);
}

function put(id: string, controller: AbortController | null): void {
  const next = new Map(andando);
  if (controller) next.set(id, controller);
  else next.delete(id);
  andando = next;
  for (const ouvinte of ouvintes) ouvinte();
}

onForget(() => {
  for (const id of andando.keys()) stopConsulta(id);
});
