import { createContext, use } from "react";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { BareCheckbox } from "../../../ui/form/BareCheckbox.tsx";
import type { NotaSelection } from "./use-nota-selection.ts";

/** The selection and the rows on screen, for the head: the columns are not drawn again with them. */
export const PageSelection = createContext<{
  selection: NotaSelection;
  notas: readonly NotaRow[];
} | null>(null);

/** The checkbox that selects all rows on screen. */
export function SelectPageBox(): React.JSX.Element | null {
  const page = use(PageSelection);
  if (!page) return null;
  const { selection, notas } = page;
  const all = selection.all(notas);
  return (
    <BareCheckbox
      label={texts.selecionarTudo}
      checked={all}
      indeterminate={!all && selection.some(notas)}
      onChange={() => selection.toggleAll(notas)}
    />
  );
}
