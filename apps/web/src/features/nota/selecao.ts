import { useState } from "react";
import type { NotaLinha } from "../../rpc/queries.ts";

/**
 * Maximum selection: five requests of 200 rows, and half a minute of flag calls at 30 ms each. For
 * more documents, the user exports a file or a repositório.
 */
export const SELECAO_MAX = 1_000;

/** The selected documents of a list; the selection survives a page change. */
export type Selecao = {
  notas: readonly NotaLinha[];
  /** The user selected the whole filter, which has more documents than a selection can hold. */
  filtroInteiro: boolean;
  has: (id: string) => boolean;
  all: (notas: readonly NotaLinha[]) => boolean;
  some: (notas: readonly NotaLinha[]) => boolean;
  toggle: (nota: NotaLinha) => void;
  toggleAll: (notas: readonly NotaLinha[]) => void;
  /** Replaces the selection. */
  pick: (notas: readonly NotaLinha[]) => void;
  pickFiltro: () => void;
  clear: () => void;
};

const NONE: ReadonlyMap<string, NotaLinha> = new Map();

/**
 * A selection that is cleared whenever its scope (the filter and its tab) changes. While the rows
 * on screen belong to the previous page or filter, none can be selected.
 */
export function useSelecao(escopo: string, alheias: boolean): Selecao {
  const [held, setHeld] = useState({ escopo, picked: NONE, filtroInteiro: false });
  const mine = held.escopo === escopo;
  const picked = mine ? held.picked : NONE;
  const put = (next: ReadonlyMap<string, NotaLinha>): void =>
    setHeld({ escopo, picked: next, filtroInteiro: false });
  const all = (notas: readonly NotaLinha[]): boolean =>
    notas.length > 0 && notas.every((nota) => picked.has(nota.id));
  return {
    notas: [...picked.values()],
    filtroInteiro: mine && held.filtroInteiro,
    has: (id) => picked.has(id),
    all,
    some: (notas) => notas.some((nota) => picked.has(nota.id)),
    toggle: (nota) => {
      if (alheias) return;
      const next = new Map(picked);
      if (!next.delete(nota.id)) next.set(nota.id, nota);
      put(next);
    },
    toggleAll: (notas) => {
      if (alheias) return;
      const next = new Map(picked);
      const drop = all(notas);
      for (const nota of notas) {
        if (drop) next.delete(nota.id);
        else next.set(nota.id, nota);
      }
      put(next);
    },
    pick: (notas) => put(new Map(notas.map((nota) => [nota.id, nota]))),
    pickFiltro: () => setHeld({ escopo, picked: NONE, filtroInteiro: true }),
    clear: () => put(NONE),
  };
}
