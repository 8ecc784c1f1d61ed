import { lazy } from "react";
import { filtros } from "../../textos/filtros.ts";
import { Chip } from "../../ui/Chip.tsx";
import { FiltroAlvo } from "../../ui/FiltroAlvo.tsx";
import { type Filtro, fichasOf, INICIAL, LIVRE } from "./filtro.ts";

const EmailFiltroGaveta = lazy(async () => ({
  default: (await import("./EmailFiltroGaveta.tsx")).EmailFiltroGaveta,
}));

/** The button that opens the complete filter. */
export function EmailsFiltro(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  return (
    <FiltroAlvo total={fichasOf(props.filtro).length}>
      {(aberto, onClose) => <EmailFiltroGaveta {...props} aberto={aberto} onClose={onClose} />}
    </FiltroAlvo>
  );
}

/** The active filters, each with a button to remove it. */
export function EmailsFichas(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { filtro, onChange } = props;
  const fichas = fichasOf(filtro);
  return (
    <>
      {fichas.length > 0 && (
        <ul aria-label={filtros.lista} style={{ display: "contents" }}>
          {fichas.map((ficha) => (
            <Chip
              key={ficha.campo}
              campo={ficha.campo}
              valor={ficha.valor}
              onRemove={() => onChange(ficha.sem)}
            />
          ))}
        </ul>
      )}
      <button
        type="button"
        className="acao-barra"
        onClick={() => onChange(fichas.length > 0 ? LIVRE : INICIAL)}
      >
        {fichas.length > 0 ? filtros.limpar : filtros.padrao}
      </button>
    </>
  );
}
