import { useEffect, useState } from "react";
import { queryClient } from "../../rpc/client.ts";
import { filtros } from "../../textos/filtros.ts";
import { Chip } from "../../ui/Chip.tsx";
import { type Aba, clearFiltro, defaultFiltro, type Filtro, fichasOf } from "./filtro.ts";

/** The active filters, each with its way out; and the way back to the default. */
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

/** What a company is called; the companies are asked for only where a list is of one. */
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
      // A name that cannot be had leaves the chip, which still takes the filter away.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [id]);
  return nome;
}
