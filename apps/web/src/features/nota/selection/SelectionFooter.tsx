import { formatReais } from "@malote/syntax";
import { Text } from "@mantine/core";
import type { NotasRequest } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { SelectAllButton } from "./SelectAllButton.tsx";
import type { NotaSelection } from "./use-nota-selection.ts";

/**
 * At the right of the pager: the sum of the filter, never that of the page; with a selection, the button
 * that selects the whole filter.
 */
export function SelectionFooter(props: {
  /** Sum of the filter; undefined while it is unknown. */
  sum: string | undefined;
  request: NotasRequest;
  total: number;
  selection: NotaSelection;
}): React.JSX.Element | null {
  const { sum, selection } = props;
  if (sum !== undefined && selection.notas.length === 0 && !selection.wholeFilter) {
    return (
      <span>
        {texts.somaDoFiltro}{" "}
        <Text component="b" inherit c="var(--text)" className="num">
          {formatReais(sum)}
        </Text>
      </span>
    );
  }
  if (selection.notas.length === 0) return null;
  return <SelectAllButton {...props} />;
}
