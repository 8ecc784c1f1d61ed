import { type SavedView, type SavedViews, VIEWS_MAX } from "./saved-view.ts";

/**
 * Why a name is rejected; null when it is valid.
 * @param renamedId the view that is being renamed
 */
export function nameRefusalOf(
  { lista }: SavedViews,
  viewName: string,
  renamedId?: string,
): "vazio" | "repetido" | "cheio" | null {
  const folded = foldName(viewName);
  if (folded === "") return "vazio";
  if (lista.some((view) => view.id !== renamedId && foldName(view.nome) === folded)) return "repetido";
  return renamedId === undefined && lista.length >= VIEWS_MAX ? "cheio" : null;
}

export function addView(views: SavedViews, view: SavedView): SavedViews {
  return { ...views, lista: [...views.lista, { ...view, nome: view.nome.trim() }] };
}

/** Changes the name of a view, or what it shows. */
export function changeView(
  views: SavedViews,
  id: string,
  changed: Partial<Omit<SavedView, "id">>,
): SavedViews {
  return {
    ...views,
    lista: views.lista.map((view) => (view.id === id ? { ...view, ...changed } : view)),
  };
}

export function removeView({ lista, padrao }: SavedViews, id: string): SavedViews {
  return { lista: lista.filter((view) => view.id !== id), padrao: padrao === id ? null : padrao };
}

/** Sets the default view, with which the list opens; clears it when it is already the default. */
export function toggleDefault({ lista, padrao }: SavedViews, id: string): SavedViews {
  return { lista, padrao: padrao === id ? null : id };
}

function foldName(viewName: string): string {
  return viewName.trim().toLocaleLowerCase("pt-BR");
}
