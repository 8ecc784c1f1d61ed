import { Text } from "@mantine/core";
import type { NotaRow, NotasRequest } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { sumTotals } from "../flags/flag-state.ts";
import { SelectAllButton } from "./SelectAllButton.tsx";
import type { NotaSelection } from "./use-nota-selection.ts";

/**
 * At the right of the pager: the total of the page; with a selection, the button that selects the
 * whole filter.
 */
export function SelectionFooter(props: {
  notas: readonly NotaRow[];
  request: NotasRequest;
  total: number;
  selection: NotaSelection;
}): React.JSX.Element | null {
  const { notas, selection } = props;
  if (notas.length > 0 && selection.notas.length === 0 && !selection.wholeFilter) {
    return (
      <span>
        {texts.somaDaPagina}{" "}
        <Text component="b" inherit c="var(--text)" className="num">
          {sumTotals(notas)}
        </Text>
      </span>
    );
  }
  if (selection.notas.length === 0) return null;
  return <SelectAllButton {...props} />;
}
