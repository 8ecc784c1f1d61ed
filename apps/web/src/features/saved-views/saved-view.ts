/** A saved view of a list: filter and order as in its address, and the columns. */
export type SavedView = {
  id: string;
  nome: string;
  /** The query string without the parameters of a single visit: {@link queryOf}. */
  busca: string;
  /** The visible columns, separated by commas; "" when the list has no column selection. */
  colunas: string;
};

/** The saved views of one user for one list, in order of creation. */
export type SavedViews = { lista: readonly SavedView[]; padrao: string | null };

/** What a list shows now. */
export type ShownState = Pick<SavedView, "busca" | "colunas">;

export const VIEWS_MAX = 30;
export const VIEW_NAME_MAX = 40;
/** Value of the address parameter for no view, not even the default. */
export const NO_VIEW = "nenhuma";

/** Parameters of a single visit: the page, and the view that it started with. */
const VISIT_PARAMS = ["page", "pageDiv", "visao"];
const NO_VIEWS: SavedViews = { lista: [], padrao: null };

/** Validates the stored views; invalid entries are dropped. */
export function readSavedViews(stored: unknown): SavedViews {
  if (!isRecord(stored) || !Array.isArray(stored.lista)) return NO_VIEWS;
  const lista = stored.lista.filter(isSavedView).slice(0, VIEWS_MAX);
  return { lista, padrao: lista.find(({ id }) => id === stored.padrao)?.id ?? null };
}

/** The normalised query string of a list: parameters sorted, those of a single visit removed. */
export function queryOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => !VISIT_PARAMS.includes(name));
  return String(new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The address parameters of a view. */
export function viewParams({ id, busca }: SavedView): URLSearchParams {
  const params = new URLSearchParams(busca);
  params.set("visao", id);
  return params;
}

/** Whether the list differs from its saved view. */
export function isModified(view: SavedView, shown: ShownState): boolean {
  return view.busca !== shown.busca || view.colunas !== shown.colunas;
}

function isRecord(stored: unknown): stored is Record<string, unknown> {
  return typeof stored === "object" && stored !== null;
}

function isSavedView(stored: unknown): stored is SavedView {
  if (!isRecord(stored)) return false;
  return ["id", "nome", "busca", "colunas"].every((field) => typeof stored[field] === "string");
}
