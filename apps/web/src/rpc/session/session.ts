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

/** Calls back when the server ends the session. @returns unsubscribes */
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

/** Clears the token and runs the listeners; once per session, however many calls were refused. */
export function endSession(): void {
  if (getToken() === null) return;
  clearToken();
  forget();
  for (const listener of endListeners) listener();
}
