import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { focusPanel, isPanelStart } from "../../../ui/layout/SidePanel.tsx";
import { peekedRow } from "../../../ui/list/peek-row.ts";
import { focusedRow, focusRow, moveInRow, useListKeys } from "../../../ui/list/row-focus.ts";
import { FLAG_KEYS } from "../flags/FlagList.tsx";
import type { FlagName } from "../flags/flag-state.ts";
import type { Peek } from "./use-peek.ts";

/** What the keys of a list do with the document of its panel, or of the focused row. */
type RowActions = {
  onSelect: (nota: NotaRow) => void;
  onSetFlag: (nota: NotaRow, flag: FlagName) => void;
  onFilter: (nota: NotaRow) => void;
};

/** The keys of a list of documents: they act on the panel, or on the focused row without one. */
export function useListActions(peek: Peek, actions: RowActions, hasRoom: boolean): void {
  const { onSelect, onSetFlag, onFilter } = actions;
  const withCurrent = (run: (nota: NotaRow) => void) => (): boolean => {
    const nota = peek.current();
    if (nota) run(nota);
    return nota !== undefined;
  };
  const step = (by: 1 | -1) => (): void => peek.step(by);
  // Elsewhere the arrows scroll, and Space presses the button that has the focus.
  const arrow = (by: 1 | -1) => (): boolean => {
    const isMine = peek.isOpen() || focusedRow() !== null;
    if (isMine) peek.step(by);
    return isMine;
  };
  // The panel comes after the row that it shows, not after a hundred rows and the pager.
  const tab = ({ shiftKey }: KeyboardEvent): boolean => {
    const id = peekedRow();
    if (id === null) return false;
    const isMine = shiftKey ? isPanelStart() : focusedRow() === id;
    if (isMine && shiftKey) focusRow(id);
    else if (isMine) focusPanel();
    return isMine;
  };
  const flagKeys = Object.entries(FLAG_KEYS).map(
    ([key, flag]) => [key, withCurrent((nota) => onSetFlag(nota, flag))] as const,
  );
  useListKeys({
    ...Object.fromEntries(flagKeys),
    j: step(1),
    k: step(-1),
    ArrowDown: arrow(1),
    ArrowUp: arrow(-1),
    ArrowRight: () => moveInRow(1),
    ArrowLeft: () => moveInRow(-1),
    Tab: tab,
    x: withCurrent(onSelect),
    f: withCurrent(onFilter),
    " ": ({ target }) => (hasRoom && !isControl(target) ? peek.toggle() : false),
    Escape: () => {
      const wasOpen = peek.isOpen();
      if (wasOpen) peek.close();
      return wasOpen;
    },
  });
}

/** Whether Space already means something to what has the focus; the name of a row is a link. */
function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("button, input, summary, [role=tab], [role=option]") !== null
  );
}
