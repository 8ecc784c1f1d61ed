// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../rpc/client.ts";
import { type Atual, atualQuery } from "../rpc/queries.ts";
import { filtroForm as textos } from "../textos/filtro-form.ts";
import { writeGuardado } from "../ui/guardado.ts";
import { FiltroPage } from "./FiltroPage.tsx";

const DONO = { contaId: "conta-1", usuarioId: "usuario-1" };
const ATUAL = { usuario: { id: DONO.usuarioId }, conta: { id: DONO.contaId, uf: "SP" } } as Atual;
const VISAO = { id: "visao-1", nome: "De São Paulo", busca: "uf=SP", colunas: "" };

let root: Root | null = null;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  queryClient.setQueryData(atualQuery.queryKey, ATUAL);
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  writeGuardado("visoes-recebidos", DONO, null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Target of "Voltar à lista" on the page at a given URL. */
async function voltarFrom(address: string): Promise<string | null | undefined> {
  const router = createMemoryRouter([{ path: "/filtro/:type", Component: FiltroPage }], {
    initialEntries: [address],
  });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const page = createElement(RouterProvider, { router });
  const client = createElement(QueryClientProvider, { client: queryClient }, page);
  await act(async () => root?.render(createElement(MantineProvider, null, client)));
  return document.querySelector(`a[aria-label="${textos.voltar}"]`)?.getAttribute("href");
}

test("an unfiltered list is returned to without the user's default view", async () => {
  writeGuardado("visoes-recebidos", DONO, { lista: [VISAO], padrao: VISAO.id });
  expect(await voltarFrom("/filtro/dfe_recebidos")).toBe("/dfe_recebidos?visao=nenhuma");
});

test("an active filter stays in the URL of the list", async () => {
  writeGuardado("visoes-recebidos", DONO, { lista: [VISAO], padrao: VISAO.id });
  expect(await voltarFrom("/filtro/dfe_recebidos?uf=MG")).toBe("/dfe_recebidos?uf=MG");
});

test("without a default view the URL of the list is bare", async () => {
  expect(await voltarFrom("/filtro/dfe_recebidos")).toBe("/dfe_recebidos");
});
