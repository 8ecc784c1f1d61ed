import { SessionEnded } from "../call/failures.ts";

const KEY = "malote-sessao";

let memory: string | null = null;
const endListeners = new Set<() => void>();
const forgetListeners = new Set<() => void>();

/** The session token of this tab: in memory and in sessionStorage, nowhere else. */
export function getToken(): string | null {
  if (memory !== null) return memory;
  try {
    memory = sessionStorage.getItem(KEY);
  } catch {
    memory = null;
  }
  return memory;
}

export function setToken(token: string): void {
  memory = token;
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage the session lasts in memory until the tab is closed or reloaded.
  }
}

export function clearToken(): void {
  memory = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/** Calls back when the user must sign in on another page. @returns unsubscribes */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Calls back when the work of this session must stop, whether the user or the server ends the session.
 * @returns unsubscribes
 */
export function onForget(listener: () => void): () => void {
  forgetListeners.add(listener);
  return () => forgetListeners.delete(listener);
}

/** Stops the work of this session and discards it. */
export function forget(): void {
  for (const listener of forgetListeners) listener();
}

/** Stops the work of a session that does not continue, and leaves its pages. */
function leave(): void {
  forget();
  for (const listener of endListeners) listener();
}

/**
 * Ends a session that the server refused, once, however many calls were refused: the user signs in again over
 * the page, where the page offers it, or leaves it.
 * @param refused the token of the refused call; another one is the token of a later session
 */
export function endSession(refused: string | null): void {
  if (refused === null || getToken() !== refused) return;
  clearToken();
  if (continuation === null) {
    leave();
    return;
  }
  waiting = continuation.signIn().then((signedIn) => {
    waiting = null;
    if (signedIn) for (const listener of continueListeners) listener();
    else leave();
    return signedIn;
  });
}

/** How a page lets its user sign in again without leaving it. */
export type Continuation = {
  /** @returns false when the user leaves the page instead */
  signIn: () => Promise<boolean>;
  /** Shows the sign-in once more, to a user who had closed it. */
  remind: () => void;
};

let continuation: Continuation | null = null;
let waiting: Promise<boolean> | null = null;
const continueListeners = new Set<() => void>();

/** Registers the sign-in over the open page. @returns unregisters it */
export function registerContinuation(offered: Continuation): () => void {
  continuation = offered;
  return () => {
    if (continuation === offered) continuation = null;
  };
}

/** Calls back when the user has signed in again over the page. @returns unsubscribes */
export function onContinue(listener: () => void): () => void {
  continueListeners.add(listener);
  return () => continueListeners.delete(listener);
}

/** The sign-in over the page that is awaited now, shown again; null when there is none. */
export function waitForSignIn(): Promise<boolean> | null {
  if (waiting !== null) continuation?.remind();
  return waiting;
}

/**
 * Runs a request. One that the server refuses because the session is over waits for the user to sign in
 * again, and is then sent once more; one that starts meanwhile waits too.
 * @param byUser the user asks for it now: a sign-in that they had closed is shown again
 * @throws what the request throws; SessionEnded when the user leaves the page instead
 */
export async function withSession<T>(run: () => Promise<T>, { byUser = false } = {}): Promise<T> {
  if (waiting !== null) {
    if (byUser) continuation?.remind();
    if (!(await waiting)) throw new SessionEnded();
  }
  const token = getToken();
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SessionEnded)) throw error;
    const continued = waiting === null ? getToken() !== null && getToken() !== token : await waiting;
    if (!continued) throw error;
    return await run();
  }
}
