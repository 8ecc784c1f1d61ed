import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { useDivergencias } from "../../rpc/divergencias.ts";
import { empresasQuery } from "../../rpc/empresas.ts";
import { maisAntigaQuery } from "../../rpc/painel.ts";
import { abertasQuery, caixasQuery } from "../../rpc/queries.ts";
import { type Pendencia, pendenciasOf } from "./pendencias.ts";

/** What needs a person today, whatever the panel shows; undefined until all of it is known. */
export function usePendencias(): Pendencia[] | undefined {
  const zona = useZona();
  const { total, isError } = useDivergencias("geral");
  const partes = {
    divergencias: { data: total, isError },
    abertas: useQuery(abertasQuery),
    maisAntiga: useQuery(maisAntigaQuery),
    caixas: useQuery(caixasQuery),
    empresas: useQuery(empresasQuery),
  };
  return pendenciasOf(partes, zona);
}
