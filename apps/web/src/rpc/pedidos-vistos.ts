import { useSyncExternalStore } from "react";
import { onForget } from "./session.ts";

/** A file that this user requested and was not yet notified about. */
export type PedidoVisto = { tipo: "exportacao" | "repositorio"; id: string };

let vistos: readonly PedidoVisto[] = [];
const ouvintes = new Set<() => void>();

/** Watches a requested file: the user is notified when it is ready, on any page. */
export function watchPedido(pedido: PedidoVisto): void {
  set([...vistos, pedido]);
}

/** Stops watching a file: the user was notified. */
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
