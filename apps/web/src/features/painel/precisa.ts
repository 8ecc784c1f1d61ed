import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { useDivergencias } from "../../rpc/divergencias.ts";
import { empresasQuery } from "../../rpc/empresas.ts";
import { maisAntigaQuery } from "../../rpc/painel.ts";
import { abertasQuery, caixasQuery } from "../../rpc/queries.ts";
import { type Pendencia, pendenciasOf } from "./pendencias.ts";

/**
 * The pending items of today, independent of the filter; undefined until each is known or has
 * failed.
 */
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
