import { type ParamsOf, type ResultOf, VISOES_IMPORT_MAX, type VisaoLista } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { queryClient } from "../call/query-client.ts";

/** A saved view that the user may open: an own one, or one that the conta shares. */
export type SavedView = ResultOf<"Visao.getVisao">["object"];
export type SavedViewInput = ParamsOf<"Visao.saveVisao">["visao"];
export type BroughtViews = ParamsOf<"Visao.importVisoes">;

/** Views change rarely, and a change of one's own is shown at once. */
const STALE_MS = 60_000;

/** The views of all lists. */
export const savedViewsQuery = queryOptions({
  queryKey: ["visoes"],
  queryFn: async ({ signal }) => (await call("Visao.getListVisao", {}, signal)).results,
  staleTime: STALE_MS,
});

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey });
}

/** Saves a view; without an id a new one. @returns it */
export async function saveView(visao: SavedViewInput): Promise<SavedView> {
  const { object } = await call("Visao.saveVisao", { visao });
  await refresh();
  return object;
}

export async function deleteView(id: string): Promise<void> {
  await call("Visao.deleteVisao", { id });
  await refresh();
}

/** Sets the view with which the user's list opens; null: none. */
export async function setDefaultView(lista: VisaoLista, id: string | null): Promise<void> {
  await call("Visao.setPadrao", { lista, id });
  await refresh();
}

/** Brings the views that this browser kept to the server; a repetition adds none. */
export async function bringViews(views: BroughtViews): Promise<void> {
  for (let at = 0; at < views.visoes.length; at += VISOES_IMPORT_MAX)
    await call("Visao.importVisoes", { ...views, visoes: views.visoes.slice(at, at + VISOES_IMPORT_MAX) });
  await refresh();
}
