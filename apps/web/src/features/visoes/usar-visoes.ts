import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { useDono } from "../../rpc/atual.ts";
import { useGuardado } from "../../ui/guardado.ts";
import { NENHUMA, paramsDe, readVisoes, type Visoes } from "./visoes.ts";

/** The lists that support saved views. */
export type TelaComVisoes = "recebidos" | "emitidos" | "emails" | "auditor";

/** The saved views of the user for a list. */
export function useVisoes(tela: TelaComVisoes): [Visoes, (visoes: Visoes) => void] {
  return useGuardado(`visoes-${tela}`, useDono(), readVisoes);
}

/**
 * The address of a list, and how to change it. An empty address opens the user's default view, so
 * the list without any view then needs an explicit address.
 */
export function useEndereco(
  tela: TelaComVisoes,
  onColunas?: (colunas: string) => void,
): { params: URLSearchParams; setParams: (next: URLSearchParams) => void; semVisao: string } {
  const [params, setSearchParams] = useSearchParams();
  const [{ lista, padrao }] = useVisoes(tela);
  const visao = lista.find(({ id }) => id === padrao);
  const opening = params.size === 0 ? visao : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit to the empty address
  useEffect(() => {
    if (!opening) return;
    if (opening.colunas) onColunas?.(opening.colunas);
    setSearchParams(paramsDe(opening), { replace: true });
  }, [opening]);
  const bare = visao ? `visao=${NENHUMA}` : "";
  return {
    params,
    setParams: (next) => setSearchParams(next.size === 0 ? bare : next),
    semVisao: bare && `?${bare}`,
  };
}
