import { lazy } from "react";
import { FiltroAlvo } from "../../ui/FiltroAlvo.tsx";
import { type Filtro, fichasOf } from "./filtro.ts";

const FiltroCampos = lazy(async () => ({ default: (await import("./FiltroCampos.tsx")).FiltroCampos }));

/** The filters most used, one choice away from the list. */
export function FiltroBotao(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  return (
    <FiltroAlvo total={fichasOf(props.filtro).length}>
      {(botao, aberto) => <FiltroCampos {...props} botao={botao} aberto={aberto} />}
    </FiltroAlvo>
  );
}
