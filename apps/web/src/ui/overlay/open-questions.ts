import { useSyncExternalStore } from "react";

let open = 0;

/**
 * Counts a question that opens over the page.
 * @returns called when the question closes; later calls do nothing
 */
export function beginQuestion(): () => void {
  open += 1;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    // The key that closes the question still reaches the drawer under it in this task.
    setTimeout(() => {
      open -= 1;
    });
  };
}

/** Whether a question is open over the page: Escape then answers the question, not the drawer under it. */
export function hasQuestion(): boolean {
  return open > 0;
}

let wanted = false;
const listeners = new Set<() => void>();

/** Mounts the component that renders questions; called before or at the first question. */
export function requestConfirmHost(): void {
  wanted = true;
  for (const listener of listeners) listener();
}

/** Whether the component that renders questions must be mounted. */
export function useConfirmHostWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
    () => false,
  );
}
