import { useCallback, useMemo, useSyncExternalStore } from "react";

/** Owner of stored values: two users in one browser, or one user in two contas, have separate values. */
export type Dono = { contaId: string; usuarioId: string };

const PREFIXO = "malote-guardado";
const ouvintes = new Set<() => void>();

/**
 * Reads a value stored in this browser for one user in one conta; never a secret.
 * @returns null when none is readable
 */
export function readGuardado(nome: string, dono: Dono): unknown {
  return parse(readTexto(nome, dono));
}

/** Stores a value under a name; null removes it. Without storage it does nothing. */
export function writeGuardado(nome: string, dono: Dono, valor: unknown): void {
  try {
    if (valor === null) localStorage.removeItem(chaveOf(nome, dono));
    else localStorage.setItem(chaveOf(nome, dono), JSON.stringify(valor));
  } catch {
    return;
  }
  for (const ouvinte of ouvintes) ouvinte();
}

/**
 * A stored value as state: a write here or in another tab re-renders at once.
 * @param ler validates the stored value, which may be outdated or foreign; must be a stable function
 */
export function useGuardado<T>(
  nome: string,
  dono: Dono | null,
  ler: (valor: unknown) => T,
): [T, (valor: T | null) => void] {
  const texto = useSyncExternalStore(subscribe, () => (dono ? readTexto(nome, dono) : null));
  const valor = useMemo(() => ler(parse(texto)), [texto, ler]);
  const set = useCallback(
    (next: T | null): void => {
      if (dono) writeGuardado(nome, dono, next);
    },
    [nome, dono],
  );
  return [valor, set];
}

function chaveOf(nome: string, { contaId, usuarioId }: Dono): string {
  return `${PREFIXO}-${nome}-${contaId}-${usuarioId}`;
}

function readTexto(nome: string, dono: Dono): string | null {
  try {
    return localStorage.getItem(chaveOf(nome, dono));
  } catch {
    return null;
  }
}

function parse(texto: string | null): unknown {
  if (texto === null) return null;
  try {
    return JSON.parse(texto) as unknown;
  } catch {
    return null;
  }
}

function subscribe(ouvinte: () => void): () => void {
  ouvintes.add(ouvinte);
  window.addEventListener("storage", ouvinte);
  return () => {
    ouvintes.delete(ouvinte);
    window.removeEventListener("storage", ouvinte);
  };
}
