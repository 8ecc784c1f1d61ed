import { startTransition, useEffect, useState, useSyncExternalStore } from "react";

/** The key of the row whose content the panel beside the list shows; null without a panel. */
let peeked: string | null = null;
const listeners = new Set<() => void>();

/** Shows a row in the panel beside the list, or closes the panel. */
export function peekRow(key: string | null): void {
  if (peeked === key) return;
  peeked = key;
  for (const listener of listeners) listener();
}

let requested: string | null = null;

/** Asks the next list that has this row to show it in the panel. */
export function requestPeek(key: string): void {
  requested = key;
}

/** Whether a list with these rows was asked to show one of them; the request counts once. */
export function takePeekRequest<T extends { id: string }>(rows: readonly T[]): T | undefined {
  const found = rows.find(({ id }) => id === requested);
  if (found) requested = null;
  return found;
}

/** The key of the row in the panel; null without a panel. */
export function peekedRow(): string | null {
  return peeked;
}

/** The row in the panel. Only the panel and two rows are drawn again when it changes, not the list. */
export function usePeekedRow(): string | null {
  return useSyncExternalStore(subscribe, peekedRow);
}

/**
 * Whether a panel is open, for the list beside it: its columns change in small steps after the panel is on
 * screen, because a hundred rows at once would hold it back.
 */
export function useIsPeekingSoon(): boolean {
  const [isPeeking, setIsPeeking] = useState(peeked !== null);
  useEffect(() => subscribe(() => startTransition(() => setIsPeeking(peeked !== null))), []);
  return isPeeking;
}

/** Whether the panel shows this row. */
export function useIsPeeked(key: string): boolean {
  return useSyncExternalStore(subscribe, () => peeked === key);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
