import { useSyncExternalStore } from "react";
import { onForget } from "../../rpc/session.ts";
import type { Consultavel } from "./consultar.ts";

/** The questions to SEFAZ that were begun in a list and wait for their answer, by document. */
let andando: ReadonlyMap<string, AbortController> = new Map();
const ouvintes = new Set<() => void>();

/** Which documents of a list SEFAZ is being asked about. They go on when the page turns: the answer is told wherever one is. */
export function useConsultas(): ReadonlyMap<string, AbortController> {
  return useSyncExternalStore(
    (ouvinte) => {
      ouvintes.add(ouvinte);
      return () => ouvintes.delete(ouvinte);
    },
    () => andando,
  );
}

/** Asks about one document, unless it is being asked already. */
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

/** Waits no longer; the question itself stays in the queue. */
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
