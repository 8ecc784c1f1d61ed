import { useSyncExternalStore } from "react";
import { onForget } from "./session.ts";

/** A file that this person asked for and was not told of yet. */
export type PedidoVisto = { tipo: "exportacao" | "repositorio"; id: string };

let vistos: readonly PedidoVisto[] = [];
const ouvintes = new Set<() => void>();

/** Remembers to tell when a file is ready, on whatever page that finds the person. */
export function watchPedido(pedido: PedidoVisto): void {
  set([...vistos, pedido]);
}

/** It was told. */
export function forgetPedido(id: string): void {
  set(vistos.filter((visto) => visto.id !== id));
}

export function usePedidosVistos(): readonly PedidoVisto[] {
  return useSyncExternalStore(
    (ouvinte) => {
      ouvintes.add(ouvinte);
      return () => ouvintes.delete(ouvinte);
    },
    () => vistos,
  );
}

function set(next: readonly PedidoVisto[]): void {
  vistos = next;
  for (const ouvinte of ouvintes) ouvinte();
}

onForget(() => set([]));
