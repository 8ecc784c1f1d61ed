import { formatInteiro } from "@malote/syntax";
import { useState } from "react";
import type { NotasPedido } from "../../rpc/queries.ts";
import { notas as textos } from "../../textos/notas.ts";
import { SELECAO_MAX, type Selecao } from "./selecao.ts";

/**
 * Button that selects all documents of the filter instead of one page; shows the count while it
 * fetches them.
 */
export function SelecionarFiltro(props: {
  pedido: NotasPedido;
  total: number;
  selecao: Selecao;
}): React.JSX.Element | null {
  const { pedido, total, selecao } = props;
  const [buscados, setBuscados] = useState<number | null>(null);
  if (buscados !== null) {
    return <span role="status">{textos.buscando(formatInteiro(buscados), formatInteiro(total))}</span>;
  }
  const { length } = selecao.notas;
  if (length === 0 || length >= total) return null;
  const pickAll = async (): Promise<void> => {
    if (total > SELECAO_MAX) {
      selecao.pickFiltro();
      return;
    }
    setBuscados(0);
    const { listDoFiltro } = await import("./selecionar.ts");
    const picked = await listDoFiltro(pedido, setBuscados);
    if (picked) selecao.pick(picked);
    setBuscados(null);
  };
  return (
    <button type="button" className="link" onClick={() => void pickAll()}>
      {textos.selecionarFiltro(formatInteiro(total))}
    </button>
  );
}
