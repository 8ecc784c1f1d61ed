import { expect, test } from "vitest";
import { addView, changeView, nameRefusalOf, removeView, toggleDefault } from "./edit-views.ts";
import {
  isModified,
  queryOf,
  readSavedViews,
  type SavedView,
  type SavedViews,
  VIEWS_MAX,
  viewParams,
} from "./saved-view.ts";

const paulistasView: SavedView = { id: "1", nome: "Paulistas", busca: "tipo=NFe&uf=SP", colunas: "" };
const views: SavedViews = { lista: [paulistasView], padrao: null };

test("a saved view stores filter and order, not the page, whatever the order of the parameters", () => {
  expect(queryOf(new URLSearchParams("uf=SP&page=3&visao=1&tipo=NFe&pageDiv=2"))).toBe("tipo=NFe&uf=SP");
  expect(viewParams(paulistasView).get("visao")).toBe("1");
  expect(queryOf(viewParams(paulistasView))).toBe(paulistasView.busca);
});

test("a saved view is shown as modified after another filter, order or column, not after another page", () => {
  const shown = (search: string, colunas = "") => ({
    busca: queryOf(new URLSearchParams(search)),
    colunas,
  });
  expect(isModified(paulistasView, shown("tipo=NFe&uf=SP&visao=1&page=2"))).toBe(false);
  expect(isModified(paulistasView, shown("tipo=NFe&uf=PR&visao=1"))).toBe(true);
  expect(isModified(paulistasView, shown("tipo=NFe&uf=SP&ordem=emitente"))).toBe(true);
  expect(isModified(paulistasView, shown("tipo=NFe&uf=SP", "tipo,numero"))).toBe(true);
});

test("an empty or duplicate name is rejected, and any new view above the maximum number of views", () => {
  expect(nameRefusalOf(views, "  ")).toBe("vazio");
  expect(nameRefusalOf(views, " paulistas")).toBe("repetido");
  expect(nameRefusalOf(views, "paulistas", "1")).toBeNull();
  expect(nameRefusalOf(views, "Outra")).toBeNull();
  const lista = Array.from({ length: VIEWS_MAX }, (_, n) => ({ ...paulistasView, id: `${n}`, nome: `${n}` }));
  expect(nameRefusalOf({ lista, padrao: null }, "Outra")).toBe("cheio");
  expect(nameRefusalOf({ lista, padrao: null }, "Outra", "0")).toBeNull();
});

test("a saved view can be added, renamed, set as default and deleted", () => {
  const two = addView(views, { ...paulistasView, id: "2", nome: " Sul " });
  expect(two.lista.map(({ nome }) => nome)).toEqual(["Paulistas", "Sul"]);
  expect(changeView(two, "2", { nome: "Sulistas" }).lista[1]?.nome).toBe("Sulistas");
  const padrao = toggleDefault(two, "2");
  expect(padrao.padrao).toBe("2");
  expect(toggleDefault(padrao, "2").padrao).toBeNull();
  expect(removeView(padrao, "2")).toEqual(views);
  expect(removeView(padrao, "1").padrao).toBe("2");
});

test("unreadable stored views are ignored", () => {
  for (const junk of [null, 3, "x", {}, { lista: 4 }, { lista: [{ id: 1 }], padrao: "1" }]) {
    expect(readSavedViews(junk)).toEqual({ lista: [], padrao: null });
  }
  expect(readSavedViews({ lista: [paulistasView], padrao: "ninguém" })).toEqual(views);
  expect(readSavedViews(JSON.parse(JSON.stringify(toggleDefault(views, "1")))).padrao).toBe("1");
});
