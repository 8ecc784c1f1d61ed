import type { VisaoLista } from "@malote/contract";
import type { SavedView } from "../../rpc/documents/saved-views.ts";
import type { Density } from "../../ui/list/density.ts";

/** The views of one list that a user may open, the own ones first, and the one it opens with. */
export type SavedViews = { lista: readonly SavedView[]; padrao: string | null };

/** What a list shows now. The columns are "" and the density null in a list that has none to choose. */
export type ShownState = Pick<SavedView, "busca" | "colunas"> & { densidade: Density | null };

/** Value of the address parameter for no view, not even the default. */
export const NO_VIEW = "nenhuma";

/** Parameters of a single visit: the page, and the view that it started with. */
const VISIT_PARAMS = ["page", "pageDiv", "visao"];

/** The views of one list. */
export function viewsOfList(views: readonly SavedView[], list: VisaoLista): SavedViews {
  const lista = views.filter((view) => view.lista === list);
  return { lista, padrao: lista.find(({ padrao }) => padrao)?.id ?? null };
}

/** The normalised query string of a list: parameters sorted, those of a single visit removed. */
export function queryOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => !VISIT_PARAMS.includes(name));
  return String(new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The address parameters of a view. */
export function viewParams({ id, busca }: Pick<SavedView, "id" | "busca">): URLSearchParams {
  const params = new URLSearchParams(busca);
  params.set("visao", id);
  return params;
}

/** Whether the list differs from its saved view. */
export function isModified(
  view: Pick<SavedView, "busca" | "colunas" | "densidade">,
  shown: ShownState,
): boolean {
  const isDenser = view.densidade !== null && shown.densidade !== null && view.densidade !== shown.densidade;
  return view.busca !== shown.busca || view.colunas !== shown.colunas || isDenser;
}

/** Why a name is rejected before it is sent; null when it is valid. Shared views of others do not count.
 * @param renamed the view that gets the name */
export function nameRefusalOf(
  { lista }: SavedViews,
  viewName: string,
  renamed?: SavedView,
): "vazio" | "repetido" | null {
  const folded = foldName(viewName);
  if (folded === "") return "vazio";
  const isOwn = renamed?.propria ?? true;
  const others = lista.filter(({ id, propria }) => id !== renamed?.id && propria === isOwn);
  return isOwn && others.some(({ nome }) => foldName(nome) === folded) ? "repetido" : null;
}

function foldName(viewName: string): string {
  return viewName.trim().toLocaleLowerCase("pt-BR");
}
