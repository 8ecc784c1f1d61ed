import { useNavigate } from "react-router-dom";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { useHasPanelRoom } from "../../../ui/layout/SidePanel.tsx";
import { ColumnMenu } from "../../../ui/list/ColumnMenu.tsx";
import type { ColumnActions } from "../../../ui/list/column.ts";
import { DataTable } from "../../../ui/list/DataTable.tsx";
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
  const navigate = useNavigate();
  const hasRoom = useHasPanelRoom();
  const openPage = (nota: NotaRow): void => {
    const { to, state } = props.linkOf(nota);
    void navigate(to, { state });
  };
  const columns = columnsOf(props);
  const actions = columnActionsOf(props);
  return (
    <ColumnMenu columns={columns} actions={actions}>
      <DataTable
        reuseRows
        label={texts.tabela}
        columns={columns}
        minWidth={minWidthOf(columns)}
        rows={props.notas}
        keyOf={(nota) => nota.id}
        isSelected={(nota) => props.selection.has(nota.id)}
        onOpen={hasRoom ? props.onPeek : openPage}
        onOpenTab={(nota) => void window.open(props.linkOf(nota).to, "_blank", "noopener")}
      />
    </ColumnMenu>
  );
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
