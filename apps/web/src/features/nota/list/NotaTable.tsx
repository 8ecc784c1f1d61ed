import { useNavigate } from "react-router-dom";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { DataTable } from "../../../ui/list/DataTable.tsx";
import { columnsOf, minWidthOf } from "./columns.tsx";
import type { NotaListProps } from "./list-props.ts";

/** The list of documents on a wide screen, as a table. */
export function NotaTable(props: NotaListProps): React.JSX.Element {
  const navigate = useNavigate();
  const open = (nota: NotaRow): void => {
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
      onOpen={open}
    />
  );
}
