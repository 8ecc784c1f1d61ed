import { useState } from "react";
import type { NotaLinha } from "../../rpc/queries.ts";

/** The documents picked in a list; they stay picked from page to page. */
export type Selecao = {
  notas: readonly NotaLinha[];
  has: (id: string) => boolean;
  all: (notas: readonly NotaLinha[]) => boolean;
  some: (notas: readonly NotaLinha[]) => boolean;
  toggle: (nota: NotaLinha) => void;
  toggleAll: (notas: readonly NotaLinha[]) => void;
  keep: (ids: ReadonlySet<string>) => void;
  clear: () => void;
};

const NONE: ReadonlyMap<string, NotaLinha> = new Map();

/** A selection that starts empty again whenever `escopo` (the filter and its tab) changes. */
export function useSelecao(escopo: string): Selecao {
  const [held, setHeld] = useState({ escopo, picked: NONE });
  const picked = held.escopo === escopo ? held.picked : NONE;
  const put = (next: ReadonlyMap<string, NotaLinha>): void => setHeld({ escopo, picked: next });
  const all = (notas: readonly NotaLinha[]): boolean =>
    notas.length > 0 && notas.every((nota) => picked.has(nota.id));
  return {
    notas: [...picked.values()],
    has: (id) => picked.has(id),
    all,
    some: (notas) => notas.some((nota) => picked.has(nota.id)),
    toggle: (nota) => {
      const next = new Map(picked);
      if (!next.delete(nota.id)) next.set(nota.id, nota);
      put(next);
    },
    toggleAll: (notas) => {
      const next = new Map(picked);
      const drop = all(notas);
      for (const nota of notas) {
        if (drop) next.delete(nota.id);
        else next.set(nota.id, nota);
      }
      put(next);
    },
    keep: (ids) => put(new Map([...picked].filter(([id]) => ids.has(id)))),
    clear: () => put(NONE),
  };
}
