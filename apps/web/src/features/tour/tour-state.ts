import { useSyncExternalStore } from "react";

let step: number | null = null;
let isRequested = false;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a step of the tour, from 0; null ends it. */
export function showStep(next: number | null): void {
  step = next;
  notify();
}

/** The step on screen; null without a tour. */
export function useTourStep(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => step,
    () => null,
  );
}

/** Says that a user signs in without an address of their own: the tour may begin on the next page. */
export function requestTour(): void {
  isRequested = true;
  notify();
}

/** Whether the tour was requested by the sign-in. */
export function useTourRequest(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isRequested,
    () => false,
  );
}

/** The request has been read: it counts once. */
export function clearTourRequest(): void {
  isRequested = false;
}
