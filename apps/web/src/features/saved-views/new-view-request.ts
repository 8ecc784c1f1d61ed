import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

let isRequested = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isRequested = next;
  for (const listener of listeners) listener();
}

/** Asks the list that is opened next for the form of a new view. */
export function requestNewView(): void {
  set(true);
}

/** Calls `open` when the form was asked for; the request counts once. */
export function useNewViewRequest(open: () => void): void {
  const isAsked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isRequested,
    () => false,
  );
  const answer = useEffectEvent(open);
  useEffect(() => {
    if (!isAsked) return;
    set(false);
    answer();
  }, [isAsked]);
}
