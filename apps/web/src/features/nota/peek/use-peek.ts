import { useEffect, useEffectEvent, useRef } from "react";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { peekedRow, peekRow, takePeekRequest } from "../../../ui/list/peek-row.ts";
import { focusedRow, focusRow, moveFocus } from "../../../ui/list/row-focus.ts";

/** The page of the list that is on screen. */
export type PeekList = {
  /** Which list it is: another one closes the panel. */
  name: string;
  notas: readonly NotaRow[];
  /** Position in the list of its first row, from 0. */
  first: number;
  total: number;
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** The rows still belong to another page or filter. */
  isStale: boolean;
};

/** The document in the panel, and its place on the page when it was last there. */
export type PeekPlace = { nota: NotaRow; at: number };

export type Peek = ReturnType<typeof usePeek>;

/** The panel beside the list: opens and closes it, and moves row and panel together. */
export function usePeek(list: PeekList) {
  const { name, notas, page, pages, onPage, isStale } = list;
  const place = useRef<PeekPlace | null>(null);
  const edge = useRef<"first" | "last" | null>(null);
  const shownList = useRef(name);
  useEffect(() => () => peekRow(null), []);
  useEffect(() => {
    if (shownList.current === name) return;
    shownList.current = name;
    peekRow(null);
  }, [name]);
  useFollowFocus();

  const show = (nota: NotaRow | undefined): void => {
    if (!nota) return;
    focusRow(nota.id);
    peekRow(nota.id);
  };
  // The first or last row of the page that a step has turned to.
  const arrive = useEffectEvent((rows: readonly NotaRow[]) => {
    const asked = takePeekRequest(rows);
    if (asked) show(asked);
    if (edge.current === null || peekedRow() === null) return;
    show(edge.current === "first" ? rows[0] : rows.at(-1));
    edge.current = null;
  });
  useEffect(() => {
    if (!isStale) arrive(notas);
  }, [notas, isStale]);

  /** The document in the panel, also after it has left the list; null without a panel. */
  const placeOf = (id: string | null): PeekPlace | null => {
    const at = notas.findIndex((nota) => nota.id === id);
    const nota = notas[at];
    if (nota) place.current = { nota, at };
    return place.current?.nota.id === id ? place.current : null;
  };
  const step = (by: 1 | -1): void => {
    const id = peekedRow();
    if (id === null) moveFocus(by);
    const was = placeOf(id);
    if (!was) return;
    const isInside = notas[was.at]?.id === id;
    // A document that left the list: the next one is now at its place.
    const at = isInside ? was.at + by : by === 1 ? was.at : was.at - 1;
    const next = page + by;
    if (notas[at]) show(notas[at]);
    else if (next >= 1 && next <= pages) {
      edge.current = by === 1 ? "first" : "last";
      onPage(next);
    }
  };
  const close = (): void => {
    const was = placeOf(peekedRow());
    peekRow(null);
    const nota = was && (notas.find(({ id }) => id === was.nota.id) ?? notas[was.at] ?? notas.at(-1));
    if (nota) focusRow(nota.id);
  };
  /** @returns false if there is no row to show */
  const toggle = (): boolean => {
    const wasOpen = isOpen();
    const nota = wasOpen ? undefined : notas.find(({ id }) => id === focusedRow());
    if (wasOpen) close();
    else show(nota);
    return wasOpen || nota !== undefined;
  };
  /** The document that the keys act on: that of the panel, else that of the focused row. */
  const current = (): NotaRow | undefined => {
    if (isOpen()) return placeOf(peekedRow())?.nota;
    return notas.find(({ id }) => id === focusedRow());
  };
  return { isOpen, show, step, close, toggle, current, placeOf };
}

function isOpen(): boolean {
  return peekedRow() !== null;
}

/** While the panel is open, it shows the row whose name takes the focus. */
function useFollowFocus(): void {
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      if (peekedRow() === null || !(target instanceof HTMLElement) || !target.matches("[data-abrir]")) return;
      const id = target.closest<HTMLElement>("[data-linha]")?.dataset.linha;
      if (id) peekRow(id);
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);
}
