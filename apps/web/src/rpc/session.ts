const KEY = "malote-sessao";

let memory: string | null = null;
const ended = new Set<() => void>();
const forgetful = new Set<() => void>();

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
    // A tab without storage keeps its session in memory, until it is closed or reloaded.
  }
}

export function clearToken(): void {
  memory = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept there.
  }
}

/** Calls back when the server says that the session is over. @returns the way to stop listening */
export function onSessionEnd(listener: () => void): () => void {
  ended.add(listener);
  return () => ended.delete(listener);
}

/**
 * Calls back when what was begun in this session must stop and be forgotten, whoever ended it: the person or the server.
 * @returns the way to stop listening
 */
export function onForget(listener: () => void): () => void {
  forgetful.add(listener);
  return () => forgetful.delete(listener);
}

/** Stops what was begun in this session, and keeps nothing of it. */
export function forget(): void {
  for (const listener of forgetful) listener();
}

/** Forgets the token and tells whoever listens; once per session, however many calls were refused. */
export function endSession(): void {
  if (getToken() === null) return;
  clearToken();
  forget();
  for (const listener of ended) listener();
}
