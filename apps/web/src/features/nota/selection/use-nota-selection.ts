import { useRef, useState } from "react";
import type { NotaRow } from "../../../rpc/documents/queries.ts";

/**
 * Maximum selection: five requests of 200 rows, and half a minute of flag calls at 30 ms each. For
 * more documents, the user exports a file or a repositório.
 */
export const SELECTION_MAX = 1_000;

/** The selected documents of a list; the selection survives a page change. */
export type NotaSelection = {
  notas: readonly NotaRow[];
  /** The user selected the whole filter, which has more documents than a selection can hold. */
  wholeFilter: boolean;
  has: (id: string) => boolean;
  all: (notas: readonly NotaRow[]) => boolean;
  some: (notas: readonly NotaRow[]) => boolean;
  /** With the rows on screen, gives all from the last toggled row to this one the state of the last one. */
  toggle: (nota: NotaRow, range?: readonly NotaRow[]) => void;
  toggleAll: (notas: readonly NotaRow[]) => void;
  /** Replaces the selection. */
  pick: (notas: readonly NotaRow[]) => void;
  pickFilter: () => void;
  clear: () => void;
};

const NONE: ReadonlyMap<string, NotaRow> = new Map();

/** The rows from the one with this id to the other, both included; only the other when the first is not among
 * them. */
function rowsBetween(rows: readonly NotaRow[], id: string | null, other: NotaRow): readonly NotaRow[] {
  const [from, to] = [rows.findIndex((row) => row.id === id), rows.findIndex((row) => row.id === other.id)];
  if (from === -1 || to === -1) return [other];
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/**
 * A selection that is cleared whenever its scope (the filter and its tab) changes. While the rows
 * on screen belong to the previous page or filter, none can be selected.
 */
export function useNotaSelection(scope: string, stale: boolean): NotaSelection {
  const [held, setHeld] = useState({ escopo: scope, picked: NONE, wholeFilter: false });
  const lastToggled = useRef<string | null>(null);
  const mine = held.escopo === scope;
  const picked = mine ? held.picked : NONE;
  const put = (next: ReadonlyMap<string, NotaRow>): void =>
    setHeld({ escopo: scope, picked: next, wholeFilter: false });
  const all = (notas: readonly NotaRow[]): boolean =>
    notas.length > 0 && notas.every((nota) => picked.has(nota.id));
  return {
    notas: [...picked.values()],
    wholeFilter: mine && held.wholeFilter,
    has: (id) => picked.has(id),
    all,
    some: (notas) => notas.some((nota) => picked.has(nota.id)),
    toggle: (nota, range = []) => {
      if (stale) return;
      const rows = rowsBetween(range, lastToggled.current, nota);
      const wanted = rows.length > 1 ? picked.has(lastToggled.current ?? "") : !picked.has(nota.id);
      const next = new Map(picked);
      for (const row of rows) {
        if (wanted) next.set(row.id, row);
        else next.delete(row.id);
      }
      lastToggled.current = nota.id;
      put(next);
    },
    toggleAll: (notas) => {
      if (stale) return;
      const next = new Map(picked);
      const drop = all(notas);
      for (const nota of notas) {
        if (drop) next.delete(nota.id);
        else next.set(nota.id, nota);
      }
      put(next);
    },
    pick: (notas) => put(new Map(notas.map((nota) => [nota.id, nota]))),
    pickFilter: () => setHeld({ escopo: scope, picked: NONE, wholeFilter: true }),
    clear: () => put(NONE),
  };
}
