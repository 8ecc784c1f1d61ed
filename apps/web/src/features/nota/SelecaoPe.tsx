import { lazy, Suspense } from "react";
import type { NotaLinha, NotasPedido } from "../../rpc/queries.ts";
import { notas as textos } from "../../textos/notas.ts";
import { sumValores } from "./marcas.ts";
import classes from "./SelecaoPe.module.css";
import type { Selecao } from "./selecao.ts";

const SelecionarFiltro = lazy(async () => ({
  default: (await import("./SelecionarFiltro.tsx")).SelecionarFiltro,
}));

/**
 * At the right of the pager: the total of the page; with a selection, the button that selects the
 * whole filter.
 */
export function SelecaoPe(props: {
  notas: readonly NotaLinha[];
  pedido: NotasPedido;
  total: number;
  selecao: Selecao;
}): React.JSX.Element | null {
  const { notas, selecao } = props;
  if (notas.length > 0 && selecao.notas.length === 0 && !selecao.filtroInteiro) {
    return (
      <span className={classes.soma}>
        {textos.somaDaPagina} <b className="num">{sumValores(notas)}</b>
      </span>
    );
  }
  if (selecao.notas.length === 0) return null;
  return (
    <Suspense>
      <SelecionarFiltro {...props} />
    </Suspense>
  );
}
