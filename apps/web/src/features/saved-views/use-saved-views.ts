import type { VisaoLista } from "@malote/contract";
import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type SavedView, savedViewsQuery } from "../../rpc/documents/saved-views.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { useStored } from "../../ui/state/stored-value.ts";
import { useBrowserViews } from "./browser-views.ts";
import { NO_VIEW, type SavedViews, type ShownState, viewParams, viewsOfList } from "./saved-view.ts";

/** The lists that support saved views. */
export type ListWithViews = VisaoLista;

/** What a view shows besides its filter and order. */
export type ViewDisplay = Pick<ShownState, "colunas" | "densidade">;

/**
 * The saved views of a list. The browser keeps a copy of the server's answer: a list opens with its default
 * view at once, and not after a first one without it.
 */
export function useSavedViews(list: ListWithViews): SavedViews {
  const owner = useOwner();
  const { data } = useQuery(savedViewsQuery);
  const [kept, keep] = useStored("visoes", owner, readKeptViews);
  useBrowserViews(list, owner);
  useEffect(() => {
    if (data) keep(data);
  }, [data, keep]);
  const views = data ?? kept;
  return useMemo(() => viewsOfList(views, list), [views, list]);
}

/** The copy is the server's own answer; one of another shape is ignored. */
function readKeptViews(stored: unknown): readonly SavedView[] {
  return Array.isArray(stored) ? stored.filter(isKeptView) : [];
}

function isKeptView(stored: unknown): stored is SavedView {
  return (
    typeof stored === "object" &&
    stored !== null &&
    ["id", "lista", "nome", "busca", "colunas", "dono"].every(
      (field) => typeof (stored as Record<string, unknown>)[field] === "string",
    )
  );
}

/**
 * The address of a list, and how to change it. An empty address opens the user's default view, so
 * the list without any view then needs an explicit address.
 */
export function useListAddress(
  list: ListWithViews,
  onDisplay?: (display: ViewDisplay) => void,
): { params: URLSearchParams; setParams: (next: URLSearchParams) => void; withoutView: string } {
  const [params, setSearchParams] = useSearchParams();
  const { lista, padrao } = useSavedViews(list);
  const defaultView = lista.find(({ id }) => id === padrao);
  const opening = params.size === 0 ? defaultView : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit to the empty address
  useEffect(() => {
    if (!opening) return;
    onDisplay?.(opening);
    setSearchParams(viewParams(opening), { replace: true });
  }, [opening]);
  const withoutViewQuery = defaultView ? `visao=${NO_VIEW}` : "";
  return {
    params,
    setParams: (next) => setSearchParams(next.size === 0 ? withoutViewQuery : next),
    withoutView: withoutViewQuery && `?${withoutViewQuery}`,
  };
}
