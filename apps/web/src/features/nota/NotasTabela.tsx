import { useNavigate } from "react-router-dom";
import type { NotaLinha } from "../../rpc/queries.ts";
import { notas as textos } from "../../textos/notas.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { colunasOf, larguraOf } from "./colunas.tsx";
import type { ListaProps } from "./lista.ts";

/** The list of documents on a wide screen, as a table. */
export function NotasTabela(props: ListaProps): React.JSX.Element {
  const navigate = useNavigate();
  const open = (nota: NotaLinha): void => {
    const { to, state } = props.linkOf(nota);
    void navigate(to, { state });
  };
  const colunas = colunasOf(props);
  return (
    <DataTable
      reusa
      rotulo={textos.tabela}
      colunas={colunas}
      larguraMinima={larguraOf(colunas)}
      linhas={props.notas}
      chaveDe={(nota) => nota.id}
      selecionada={(nota) => props.selecao.has(nota.id)}
      onAbrir={open}
    />
  );
}
