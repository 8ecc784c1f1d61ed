import { expect, test } from "vitest";
import { addVisao, changeVisao, recusaDoNome, removeVisao, togglePadrao } from "./editar.ts";
import {
  buscaDe,
  isModificada,
  paramsDe,
  readVisoes,
  VISOES_MAX,
  type Visao,
  type Visoes,
} from "./visoes.ts";

const paulista: Visao = { id: "1", nome: "Paulistas", busca: "tipo=NFe&uf=SP", colunas: "" };
const visoes: Visoes = { lista: [paulista], padrao: null };

test("a view stores filter and order, not the page, whatever the order of the parameters", () => {
  expect(buscaDe(new URLSearchParams("uf=SP&page=3&visao=1&tipo=NFe&pageDiv=2"))).toBe("tipo=NFe&uf=SP");
  expect(paramsDe(paulista).get("visao")).toBe("1");
  expect(buscaDe(paramsDe(paulista))).toBe(paulista.busca);
});

test("is modified by another filter, order or column, not by another page", () => {
  const mostrado = (search: string, colunas = "") => ({
    busca: buscaDe(new URLSearchParams(search)),
    colunas,
  });
  expect(isModificada(paulista, mostrado("tipo=NFe&uf=SP&visao=1&page=2"))).toBe(false);
  expect(isModificada(paulista, mostrado("tipo=NFe&uf=PR&visao=1"))).toBe(true);
  expect(isModificada(paulista, mostrado("tipo=NFe&uf=SP&ordem=emitente"))).toBe(true);
  expect(isModificada(paulista, mostrado("tipo=NFe&uf=SP", "tipo,numero"))).toBe(true);
});

test("rejects an empty name, a duplicate name and more views than the limit", () => {
  expect(recusaDoNome(visoes, "  ")).toBe("vazio");
  expect(recusaDoNome(visoes, " paulistas")).toBe("repetido");
  expect(recusaDoNome(visoes, "paulistas", "1")).toBeNull();
  expect(recusaDoNome(visoes, "Outra")).toBeNull();
  const lista = Array.from({ length: VISOES_MAX }, (_, n) => ({ ...paulista, id: `${n}`, nome: `${n}` }));
  expect(recusaDoNome({ lista, padrao: null }, "Outra")).toBe("cheio");
  expect(recusaDoNome({ lista, padrao: null }, "Outra", "0")).toBeNull();
});

test("adds, renames, sets as default and deletes a view", () => {
  const two = addVisao(visoes, { ...paulista, id: "2", nome: " Sul " });
  expect(two.lista.map(({ nome }) => nome)).toEqual(["Paulistas", "Sul"]);
  expect(changeVisao(two, "2", { nome: "Sulistas" }).lista[1]?.nome).toBe("Sulistas");
  const padrao = togglePadrao(two, "2");
  expect(padrao.padrao).toBe("2");
  expect(togglePadrao(padrao, "2").padrao).toBeNull();
  expect(removeVisao(padrao, "2")).toEqual(visoes);
  expect(removeVisao(padrao, "1").padrao).toBe("2");
});

test("ignores unreadable stored views", () => {
  for (const junk of [null, 3, "x", {}, { lista: 4 }, { lista: [{ id: 1 }], padrao: "1" }]) {
    expect(readVisoes(junk)).toEqual({ lista: [], padrao: null });
  }
  expect(readVisoes({ lista: [paulista], padrao: "ninguém" })).toEqual(visoes);
  expect(readVisoes(JSON.parse(JSON.stringify(togglePadrao(visoes, "1")))).padrao).toBe("1");
});
