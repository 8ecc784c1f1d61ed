import { useNavigate } from "react-router-dom";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { useHasPanelRoom } from "../../../ui/layout/SidePanel.tsx";
import { DataTable } from "../../../ui/list/DataTable.tsx";
import { columnsOf, minWidthOf } from "./columns.tsx";
import type { NotaListProps } from "./list-props.ts";

/** The list of documents on a wide screen, as a table. A row opens the panel beside it, if it has room. */
export function NotaTable(props: NotaListProps): React.JSX.Element {
  const navigate = useNavigate();
  const hasRoom = useHasPanelRoom();
  const openPage = (nota: NotaRow): void => {
    const { to, state } = props.linkOf(nota);
    void navigate(to, { state });
  };
  const columns = columnsOf(props);
  return (
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
  );
}
