import { useEffect, useState } from "react";
import { queryClient } from "../../rpc/client.ts";
import { filtros } from "../../textos/filtros.ts";
import { Chip } from "../../ui/Chip.tsx";
import { type Aba, clearFiltro, defaultFiltro, type Filtro, fichasOf } from "./filtro.ts";

/** The active filters as removable chips, and a button that clears them or restores the default. */
export function Fichas(props: {
  filtro: Filtro;
  aba: Aba;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { filtro, aba, onChange } = props;
  const empresa = useNomeDaEmpresa(filtro.empresa);
  const fichas = fichasOf(filtro, () => empresa);
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
      {fichas.length > 0 ? (
        <button type="button" className="acao-barra" onClick={() => onChange(clearFiltro())}>
          {filtros.limpar}
        </button>
      ) : (
        <button type="button" className="acao-barra" onClick={() => onChange(defaultFiltro(aba))}>
          {filtros.padrao}
        </button>
      )}
    </>
  );
}

/**
 * Name of the company in the filter. The list of companies is fetched only if the filter has a
 * company.
 */
function useNomeDaEmpresa(id: string): string {
  const [nome, setNome] = useState("…");
  useEffect(() => {
    if (id === "") return;
    let gone = false;
    void import("../../rpc/empresas.ts")
      .then(({ empresasQuery }) => queryClient.fetchQuery(empresasQuery))
      .then((empresas) => {
        if (!gone) setNome(empresas.find((empresa) => empresa.id === id)?.nome ?? "…");
      })
      // Without the name, the chip shows "…" and still removes the filter.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [id]);
  return nome;
}
