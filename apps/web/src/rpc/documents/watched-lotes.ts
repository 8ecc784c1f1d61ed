import { useSyncExternalStore } from "react";
import { onForget } from "../session/session.ts";

/** The lotes that this tab follows, and the one whose board is open. */
type Watched = { ids: readonly string[]; open: string | null };

let watched: Watched = { ids: [], open: null };
const listeners = new Set<() => void>();

/** Opens the board of a lote, on any page. */
export function openLote(id: string): void {
  set({ ids: watched.ids.filter((each) => each !== id), open: id });
}

/** Closes the board; a lote that still runs is followed in the corner of the window. */
export function closeLote({ follow }: { follow: boolean }): void {
  const { ids, open } = watched;
  set({ ids: follow && open !== null ? [...ids, open] : ids, open: null });
}

/** Stops following a lote. */
export function forgetLote(id: string): void {
  set({ ...watched, ids: watched.ids.filter((each) => each !== id) });
}

export function useWatchedLotes(): Watched {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => watched,
    () => watched,
  );
}

function set(next: Watched): void {
  watched = next;
  for (const listener of listeners) listener();
}

onForget(() => set({ ids: [], open: null }));
