import { useCallback, useMemo, useSyncExternalStore } from "react";

/** Whose things they are: two people at one browser, or one person in two contas, keep their own. */
export type Dono = { contaId: string; usuarioId: string };

const PREFIXO = "malote-guardado";
const ouvintes = new Set<() => void>();

/** What is kept in this browser under a name, for one person in one conta; never a secret.   @returns null when nothing readable is */
export function readGuardado(nome: string, dono: Dono): unknown {
  return parse(readTexto(nome, dono));
}

/** Keeps something under a name; null forgets it. Without storage it is as if nothing had been said. */
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
 * The same, as a screen follows it: what is written here or in another tab is shown at once.
 * @param ler makes of what was read (by whoever, whenever) a value that can be relied on; a function of the module, not of the render
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
