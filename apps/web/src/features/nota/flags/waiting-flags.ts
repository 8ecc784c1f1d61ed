import { useSyncExternalStore } from "react";
import type { FlagName } from "./flag-state.ts";

/** The marks that wait for the connection: whether each will be set. */
export type WaitingFlags = ReadonlyMap<string, boolean>;

let waiting: WaitingFlags = new Map();
const listeners = new Set<() => void>();

/** The key of a mark of a document. */
export function waitingKeyOf(notaId: string, flag: FlagName): string {
  return `${notaId} ${flag}`;
}

/** Remembers that a mark waits, and what it will be; null: it does no longer. */
export function setWaiting(notaId: string, flag: FlagName, turnOn: boolean | null): void {
  const next = new Map(waiting);
  const key = waitingKeyOf(notaId, flag);
  if (turnOn === null) next.delete(key);
  else next.set(key, turnOn);
  waiting = next;
  for (const listener of listeners) listener();
}

/** The marks that wait for the connection. */
export function useWaitingFlags(): WaitingFlags {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
}
