import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { useDono } from "../../rpc/atual.ts";
import { useGuardado } from "../../ui/guardado.ts";
import { NENHUMA, paramsDe, readVisoes, type Visoes } from "./visoes.ts";

/** The lists that have views. */
export type TelaComVisoes = "recebidos" | "emitidos" | "emails" | "auditor";

/** The views of this person for a list. */
export function useVisoes(tela: TelaComVisoes): [Visoes, (visoes: Visoes) => void] {
  return useGuardado(`visoes-${tela}`, useDono(), readVisoes);
}

/**
 * The address of a list, and how to change it. One that says nothing opens with the person's default view; after it, the
 * list without any view has to be asked for.
 */
export function useEndereco(
  tela: TelaComVisoes,
  onColunas?: (colunas: string) => void,
): { params: URLSearchParams; setParams: (next: URLSearchParams) => void; semVisao: string } {
  const [params, setSearchParams] = useSearchParams();
  const [{ lista, padrao }] = useVisoes(tela);
  const visao = lista.find(({ id }) => id === padrao);
  const opening = params.size === 0 ? visao : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival at the bare address
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
