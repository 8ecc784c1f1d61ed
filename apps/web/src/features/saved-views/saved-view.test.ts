import { expect, test } from "vitest";
import type { SavedView } from "../../rpc/documents/saved-views.ts";
import { readBrowserViews } from "./browser-views.ts";
import { isModified, nameRefusalOf, queryOf, viewParams, viewsOfList } from "./saved-view.ts";

const ID = "01a1f883-9227-4237-a8c2-d4d895a8d701";
const paulistas: SavedView = {
  id: ID,
  lista: "recebidos",
  nome: "Paulistas",
  busca: "tipo=NFe&uf=SP",
  colunas: "",
  densidade: null,
  compartilhada: false,
  dono: "Marina Prado",
  propria: true,
  alteravel: true,
  padrao: false,
  alteradaEm: null,
};

test("a saved view stores filter and order, not the page, whatever the order of the parameters", () => {
  expect(queryOf(new URLSearchParams("uf=SP&page=3&visao=1&tipo=NFe&pageDiv=2"))).toBe("tipo=NFe&uf=SP");
  expect(viewParams(paulistas).get("visao")).toBe(ID);
  expect(queryOf(viewParams(paulistas))).toBe(paulistas.busca);
});

test("a saved view is modified by another filter, order, column or density, not by another page", () => {
  const shown = (search: string, colunas = "") => ({
    busca: queryOf(new URLSearchParams(search)),
    colunas,
    densidade: "normal" as const,
  });
  expect(isModified(paulistas, shown("tipo=NFe&uf=SP&visao=1&page=2"))).toBe(false);
  expect(isModified(paulistas, shown("tipo=NFe&uf=PR&visao=1"))).toBe(true);
  expect(isModified(paulistas, shown("tipo=NFe&uf=SP&ordem=emitente"))).toBe(true);
  expect(isModified(paulistas, shown("tipo=NFe&uf=SP", "tipo,numero"))).toBe(true);
  expect(isModified({ ...paulistas, densidade: "compacta" }, shown("tipo=NFe&uf=SP"))).toBe(true);
  // A view of an earlier release, and a list without a density, say nothing of it.
  expect(isModified(paulistas, shown("tipo=NFe&uf=SP"))).toBe(false);
});

test("an empty name, and one that the user already has in the list, is rejected", () => {
  const shared = { ...paulistas, id: "2", nome: "Da equipe", propria: false };
  const views = viewsOfList([paulistas, shared, { ...paulistas, id: "3", lista: "auditor" }], "recebidos");
  expect(views.lista).toHaveLength(2);
  expect(nameRefusalOf(views, "  ")).toBe("vazio");
  expect(nameRefusalOf(views, " paulistas")).toBe("repetido");
  expect(nameRefusalOf(views, "paulistas", paulistas)).toBeNull();
  expect(nameRefusalOf(views, "Da equipe")).toBeNull();
  expect(nameRefusalOf(views, "Paulistas", shared)).toBeNull();
});

test("the list opens with its default view", () => {
  const views = [paulistas, { ...paulistas, id: "2", lista: "emails" as const, padrao: true }];
  expect(viewsOfList(views, "recebidos").padrao).toBeNull();
  expect(viewsOfList(views, "emails").padrao).toBe("2");
});

test("of what an earlier release kept in the browser, unreadable views are left", () => {
  const { id, nome, busca, colunas } = paulistas;
  const kept = { id, nome, busca, colunas };
  for (const junk of [null, 3, "x", {}, { lista: 4 }, { lista: [{ ...kept, id: "1" }], padrao: "1" }]) {
    expect(readBrowserViews(junk)).toEqual({ visoes: [], padrao: null });
  }
  const long = { ...kept, busca: "x".repeat(2_001) };
  expect(readBrowserViews({ lista: [kept, long, { ...kept, nome: " " }], padrao: "outra" })).toEqual({
    visoes: [kept],
    padrao: null,
  });
  expect(readBrowserViews({ lista: [kept], padrao: ID }).padrao).toBe(ID);
});
