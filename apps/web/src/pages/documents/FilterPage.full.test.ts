// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../rpc/call/query-client.ts";
import { type CurrentUser, currentUserQuery } from "../../rpc/documents/queries.ts";
import { type SavedView, savedViewsQuery } from "../../rpc/documents/saved-views.ts";
import { filterFormTexts as texts } from "../../texts/lists/filter-form.ts";
import { FilterPage } from "./FilterPage.tsx";

const OWNER = { contaId: "conta-1", usuarioId: "usuario-1" };
const CURRENT = { usuario: { id: OWNER.usuarioId }, conta: { id: OWNER.contaId, uf: "SP" } } as CurrentUser;
const VIEW: SavedView = {
  ...{
    id: "visao-1",
    lista: "recebidos",
    nome: "De São Paulo",
    busca: "uf=SP",
    colunas: "",
    densidade: null,
  },
  ...{ compartilhada: false, dono: "Marina Prado", propria: true, alteravel: true, padrao: true },
  alteradaEm: null,
};

let root: Root | null = null;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  queryClient.setQueryData(currentUserQuery.queryKey, CURRENT);
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  localStorage.clear();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Target of "Voltar à lista" on the page at a given URL. */
async function backLinkFrom(address: string): Promise<string | null | undefined> {
  const router = createMemoryRouter([{ path: "/filtro/:type", Component: FilterPage }], {
    initialEntries: [address],
  });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const page = createElement(RouterProvider, { router });
  const client = createElement(QueryClientProvider, { client: queryClient }, page);
  await act(async () => root?.render(createElement(MantineProvider, null, client)));
  return document.querySelector(`a[aria-label="${texts.voltar}"]`)?.getAttribute("href");
}

test("the filter page returns to an unfiltered list without applying the user's default view", async () => {
  queryClient.setQueryData(savedViewsQuery.queryKey, [VIEW]);
  expect(await backLinkFrom("/filtro/dfe_recebidos")).toBe("/dfe_recebidos?visao=nenhuma");
});

test("the filter page keeps an active filter in the URL of the list", async () => {
  queryClient.setQueryData(savedViewsQuery.queryKey, [VIEW]);
  expect(await backLinkFrom("/filtro/dfe_recebidos?uf=MG")).toBe("/dfe_recebidos?uf=MG");
});

test("without a default view the filter page returns to the list's URL without parameters", async () => {
  queryClient.setQueryData(savedViewsQuery.queryKey, [{ ...VIEW, padrao: false }]);
  expect(await backLinkFrom("/filtro/dfe_recebidos")).toBe("/dfe_recebidos");
});
