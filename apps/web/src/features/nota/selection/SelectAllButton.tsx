import { formatInteger } from "@malote/syntax";
import { useState } from "react";
import type { NotasRequest } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { listFilteredNotas } from "./list-filtered-notas.ts";
import { type NotaSelection, SELECTION_MAX } from "./use-nota-selection.ts";

/**
 * Button that selects all documents of the filter instead of one page; shows the count while it
 * fetches them.
 */
export function SelectAllButton(props: {
  request: NotasRequest;
  total: number;
  selection: NotaSelection;
}): React.JSX.Element | null {
  const { request, total, selection } = props;
  const [fetched, setFetched] = useState<number | null>(null);
  if (fetched !== null) {
    return <span role="status">{texts.buscando(formatInteger(fetched), formatInteger(total))}</span>;
  }
  const { length } = selection.notas;
  if (length === 0 || length >= total) return null;
  const pickAll = async (): Promise<void> => {
    if (total > SELECTION_MAX) {
      selection.pickFilter();
      return;
    }
    setFetched(0);
    const picked = await listFilteredNotas(request, setFetched);
    if (picked) selection.pick(picked);
    setFetched(null);
  };
  return (
    <button type="button" className="link" onClick={() => void pickAll()}>
      {texts.selecionarFiltro(formatInteger(total))}
    </button>
  );
}
