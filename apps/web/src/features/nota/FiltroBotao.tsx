import { lazy } from "react";
import { FiltroAlvo } from "../../ui/FiltroAlvo.tsx";
import { type Filtro, fichasOf } from "./filtro.ts";

const NotaFiltroGaveta = lazy(async () => ({
  default: (await import("./NotaFiltroGaveta.tsx")).NotaFiltroGaveta,
}));

/** Button that opens the drawer with the whole filter. */
export function FiltroBotao(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  return (
    <FiltroAlvo total={fichasOf(props.filtro).length}>
      {(aberto, onClose) => <NotaFiltroGaveta {...props} aberto={aberto} onClose={onClose} />}
    </FiltroAlvo>
  );
}
