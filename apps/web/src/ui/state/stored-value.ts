import { useCallback, useMemo, useSyncExternalStore } from "react";

/** Owner of stored values: two users in one browser, or one user in two contas, have separate values. */
export type Owner = { contaId: string; usuarioId: string };

const KEY_PREFIX = "malote-guardado";
const listeners = new Set<() => void>();

/**
 * Reads a value stored in this browser for one user in one conta; never a secret.
 * @returns null when none is readable
 */
export function readStored(name: string, owner: Owner): unknown {
  return parse(readText(name, owner));
}

/** Stores a value under a name; null removes it. Without storage it does nothing. */
export function writeStored(name: string, owner: Owner, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(storageKey(name, owner));
    else localStorage.setItem(storageKey(name, owner), JSON.stringify(value));
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/**
 * A stored value as state: a write here or in another tab re-renders at once.
 * @param parseValue validates the stored value, which may be outdated or foreign; must be a stable function
 */
export function useStored<T>(
  name: string,
  owner: Owner | null,
  parseValue: (value: unknown) => T,
): [T, (value: T | null) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => (owner ? readText(name, owner) : null),
    () => null,
  );
  const value = useMemo(() => parseValue(parse(text)), [text, parseValue]);
  const set = useCallback(
    (next: T | null): void => {
      if (owner) writeStored(name, owner, next);
    },
    [name, owner],
  );
  return [value, set];
}

function storageKey(name: string, { contaId, usuarioId }: Owner): string {
  return `${KEY_PREFIX}-${name}-${contaId}-${usuarioId}`;
}

function readText(name: string, owner: Owner): string | null {
  try {
    return localStorage.getItem(storageKey(name, owner));
  } catch {
    return null;
  }
}

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
