import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { useHasPanelRoom } from "../../../ui/layout/SidePanel.tsx";
import { ColumnMenu } from "../../../ui/list/ColumnMenu.tsx";
import type { ColumnActions } from "../../../ui/list/column.ts";
import { DataTable } from "../../../ui/list/DataTable.tsx";
import { useSteady } from "../../../ui/state/use-steady.ts";
import { PageSelection } from "../selection/SelectPageBox.tsx";
import type { NotaColumn } from "./column-builders.tsx";
import {
  type ColumnKey,
  type ColumnLayout,
  hideColumn,
  isOptional,
  moveColumn,
  pinColumn,
  resizeColumn,
} from "./column-layout.ts";
import { columnsOf, minWidthOf } from "./columns.tsx";
import type { NotaListProps } from "./list-props.ts";

/** The list of documents on a wide screen, as a table. A row opens the panel beside it, if it has room. */
export function NotaTable(
  props: NotaListProps & { onColumns: (columns: ColumnLayout | null) => void },
): React.JSX.Element {
  const { notas, selection } = props;
  const columns = useColumns(props);
  const { onOpen, onOpenTab } = useOpening(props);
  return (
    <PageSelection value={{ selection, notas }}>
      <ColumnMenu columns={columns} actions={columnActionsOf(props)}>
        <DataTable
          reuseRows
          label={texts.tabela}
          columns={columns}
          minWidth={minWidthOf(columns)}
          rows={notas}
          keyOf={(nota) => nota.id}
          isSelected={(nota) => selection.has(nota.id)}
          onOpen={onOpen}
          onOpenTab={onOpenTab}
        />
      </ColumnMenu>
    </PageSelection>
  );
}

/** The columns, the same ones until what they draw changes: a mark in one row draws that row only. */
function useColumns(props: NotaListProps): NotaColumn[] {
  const { side, zona, ordem, columns, narrow, onlyDivergencias, linkOf, waitingFlags } = props;
  const events = useSteady({
    onSort: props.onSort,
    onFilter: props.onFilter,
    onSetFlag: props.onSetFlag,
    onToggle: (nota: NotaRow, isRange: boolean) =>
      props.selection.toggle(nota, isRange ? props.notas : undefined),
  });
  return useMemo(
    () =>
      columnsOf({
        ...{ side, zona, ordem, columns, narrow, onlyDivergencias, linkOf, waitingFlags },
        ...events,
      }),
    [side, zona, ordem, columns, narrow, onlyDivergencias, linkOf, waitingFlags, events],
  );
}

/** How a row opens: in the panel if it has room, else on its page; in a tab. */
function useOpening({ onPeek, linkOf }: NotaListProps): {
  onOpen: (nota: NotaRow) => void;
  onOpenTab: (nota: NotaRow) => void;
} {
  const navigate = useNavigate();
  const hasRoom = useHasPanelRoom();
  return useSteady({
    onOpen: (nota: NotaRow) => {
      if (hasRoom) return onPeek(nota);
      const { to, state } = linkOf(nota);
      void navigate(to, { state });
    },
    onOpenTab: (nota: NotaRow) => void window.open(linkOf(nota).to, "_blank", "noopener"),
  });
}

/** What the heads of the columns change. Their keys are those of the layout. */
function columnActionsOf(props: Parameters<typeof NotaTable>[0]): ColumnActions<ColumnKey> {
  const { columns, onColumns } = props;
  return {
    onResize: (key, width) => onColumns(resizeColumn(columns, key, width)),
    onMove: (key, step) => onColumns(moveColumn(columns, key, step)),
    onPin: (key, pinned) => onColumns(pinColumn(columns, key, pinned)),
    onHide: (key) => onColumns(hideColumn(columns, key)),
    onReset: () => onColumns(null),
    canMove: (key, step) => moveColumn(columns, key, step) !== columns,
    canHide: isOptional,
  };
}
