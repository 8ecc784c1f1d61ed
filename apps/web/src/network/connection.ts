import { useSyncExternalStore } from "react";

/** Answers without a session, and without reading anything for it. */
const PROBE_PATH = "/saude";
/** Waits between two attempts, in ms: the first one, and at most. */
const RETRY_MS = { first: 2_000, max: 30_000 } as const;
/** A probe without an answer for so long counts as failed, in ms. */
const PROBE_TIMEOUT_MS = 10_000;

/** While the server cannot be reached: when the next attempt begins, whether one runs now, and how many
 * changes of the user wait to be sent. */
export type LostConnection = { nextAttemptAt: number; isTrying: boolean; waitingChanges: number };

let lost: LostConnection | null = null;
let delay: number = RETRY_MS.first;
let timer: number | undefined;
let running: Promise<void> | null = null;
const listeners = new Set<() => void>();
const reconnectListeners = new Set<() => void>();

function set(state: LostConnection | null): void {
  const was = lost;
  lost = state;
  for (const listener of listeners) listener();
  if (was !== null && state === null) for (const listener of reconnectListeners) listener();
}

/** Asks the server for an answer now; without one, again and again until it comes. */
export function tryConnection(): Promise<void> {
  running ??= attempt().finally(() => {
    running = null;
  });
  return running;
}

async function attempt(): Promise<void> {
  window.clearTimeout(timer);
  if (lost !== null) set({ ...lost, isTrying: true });
  if (await isReachable()) {
    delay = RETRY_MS.first;
    return set(null);
  }
  set({ nextAttemptAt: Date.now() + delay, isTrying: false, waitingChanges: lost?.waitingChanges ?? 0 });
  timer = window.setTimeout(() => void tryConnection(), delay);
  delay = Math.min(2 * delay, RETRY_MS.max);
}

/** Any answer of the server itself counts: 503 is one that says "not now". */
async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const { status } = await fetch(PROBE_PATH, { cache: "no-store", credentials: "omit", signal });
    return status !== 502 && status !== 504;
  } catch {
    return false;
  }
}

/** Calls back when the server answers again. @returns unsubscribes */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

/** Resolves when the server can be reached; at once unless the connection is lost. */
export function untilConnected(signal?: AbortSignal): Promise<void> {
  if (lost === null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = onReconnect(() => {
      stop();
      resolve();
    });
    signal?.addEventListener("abort", () => {
      stop();
      reject(signal.reason);
    });
  });
}

/**
 * Sends a change that may be sent twice without harm. While the server cannot be reached it waits, and is
 * counted; any other failure is thrown.
 * @param onWait called when it begins to wait
 * @throws what `send` throws, and the reason of `signal`
 */
export async function sendWhenConnected<T>(
  send: () => Promise<T>,
  signal: AbortSignal,
  onWait: () => void = () => {},
): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(await isConnectionLost())) throw error;
      countChange(1);
      onWait();
      await untilConnected(signal).finally(() => countChange(-1));
    }
  }
}

async function isConnectionLost(): Promise<boolean> {
  if (lost === null) await running;
  return lost !== null;
}

function countChange(by: 1 | -1): void {
  if (lost !== null) set({ ...lost, waitingChanges: lost.waitingChanges + by });
}

/** The lost connection; null while the server answers. */
export function useLostConnection(): LostConnection | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => lost,
    () => null,
  );
}

/** Follows what the browser knows of the network. @returns ends it */
export function watchNetwork(): () => void {
  const check = (): void => void tryConnection();
  window.addEventListener("offline", check);
  window.addEventListener("online", check);
  return () => {
    window.removeEventListener("offline", check);
    window.removeEventListener("online", check);
    window.clearTimeout(timer);
    delay = RETRY_MS.first;
    set(null);
  };
}
