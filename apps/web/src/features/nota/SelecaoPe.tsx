import { formatInteiro } from "@malote/syntax";
import { useState } from "react";
import type { NotaLinha, NotasPedido } from "../../rpc/queries.ts";
import { notas as textos } from "../../textos/notas.ts";
import { sumValores } from "./marcas.ts";
import classes from "./SelecaoPe.module.css";
import { SELECAO_MAX, type Selecao } from "./selecao.ts";

/** At the right of the pager: what the page is worth; once something is picked, the way to pick all of the filter. */
export function SelecaoPe(props: {
  notas: readonly NotaLinha[];
  pedido: NotasPedido;
  total: number;
  selecao: Selecao;
}): React.JSX.Element | null {
  const { notas, pedido, total, selecao } = props;
  const [buscados, setBuscados] = useState<number | null>(null);
  if (buscados !== null) {
    return <span role="status">{textos.buscando(formatInteiro(buscados), formatInteiro(total))}</span>;
  }
  const { length } = selecao.notas;
  if (notas.length > 0 && length === 0 && !selecao.filtroInteiro) {
    return (
      <span className={classes.soma}>
        {textos.somaDaPagina} <b className="num">{sumValores(notas)}</b>
      </span>
    );
  }
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
