import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { empresasQuery } from "../../rpc/empresas.ts";
import { filtros } from "../../textos/filtros.ts";
import { Chip } from "../../ui/Chip.tsx";
import { FiltroAlvo } from "../../ui/FiltroAlvo.tsx";
import { type Filtro, fichasOf, INICIAL, LIVRE } from "./filtro.ts";

const AuditorFiltroGaveta = lazy(async () => ({
  default: (await import("./AuditorFiltroGaveta.tsx")).AuditorFiltroGaveta,
}));

type Props = { filtro: Filtro; onChange: (filtro: Filtro) => void };

/** Button that opens the drawer with the whole filter. */
export function AuditorFiltro(props: Props): React.JSX.Element {
  return (
    <FiltroAlvo total={fichasOf(props.filtro, () => undefined).length}>
      {(aberto, onClose) => <AuditorFiltroGaveta {...props} aberto={aberto} onClose={onClose} />}
    </FiltroAlvo>
  );
}

/** The active filters as removable chips. */
export function AuditorFichas({ filtro, onChange }: Props): React.JSX.Element {
  const { data: empresas = [] } = useQuery({ ...empresasQuery, enabled: filtro.empresa !== "" });
  const fichas = fichasOf(filtro, (id) => empresas.find((empresa) => empresa.id === id)?.nome);
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
