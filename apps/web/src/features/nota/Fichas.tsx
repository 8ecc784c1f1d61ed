import { useQuery } from "@tanstack/react-query";
import { empresasQuery } from "../../rpc/empresas.ts";
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
  const { data: empresas = [] } = useQuery({ ...empresasQuery, enabled: filtro.empresa !== "" });
  const fichas = fichasOf(filtro, (id) => empresas.find((empresa) => empresa.id === id)?.nome ?? "…");
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
