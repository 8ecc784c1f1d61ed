import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { useOwner } from "../../rpc/session/current-user.ts";
import { useStored } from "../../ui/state/stored-value.ts";
import { NO_VIEW, readSavedViews, type SavedViews, viewParams } from "./saved-view.ts";

/** The lists that support saved views. */
export type ListWithViews = "recebidos" | "emitidos" | "emails" | "auditor";

/** The saved views of the user for a list. */
export function useSavedViews(list: ListWithViews): [SavedViews, (visoes: SavedViews) => void] {
  return useStored(`visoes-${list}`, useOwner(), readSavedViews);
}

/**
 * The address of a list, and how to change it. An empty address opens the user's default view, so
 * the list without any view then needs an explicit address.
 */
export function useListAddress(
  list: ListWithViews,
  onColumns?: (columns: string) => void,
): { params: URLSearchParams; setParams: (next: URLSearchParams) => void; withoutView: string } {
  const [params, setSearchParams] = useSearchParams();
  const [{ lista, padrao }] = useSavedViews(list);
  const defaultView = lista.find(({ id }) => id === padrao);
  const opening = params.size === 0 ? defaultView : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit to the empty address
  useEffect(() => {
    if (!opening) return;
    if (opening.colunas) onColumns?.(opening.colunas);
    setSearchParams(viewParams(opening), { replace: true });
  }, [opening]);
  const withoutViewQuery = defaultView ? `visao=${NO_VIEW}` : "";
  return {
    params,
    setParams: (next) => setSearchParams(next.size === 0 ? withoutViewQuery : next),
    withoutView: withoutViewQuery && `?${withoutViewQuery}`,
  };
}
