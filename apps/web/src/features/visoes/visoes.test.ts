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

test("a view is the filter and the order of an address, not its page, however the address is written", () => {
  expect(buscaDe(new URLSearchParams("uf=SP&page=3&visao=1&tipo=NFe&pageDiv=2"))).toBe("tipo=NFe&uf=SP");
  expect(paramsDe(paulista).get("visao")).toBe("1");
  expect(buscaDe(paramsDe(paulista))).toBe(paulista.busca);
});

test("another filter, order or column modifies it; another page does not", () => {
  const mostrado = (search: string, colunas = "") => ({
    busca: buscaDe(new URLSearchParams(search)),
    colunas,
  });
  expect(isModificada(paulista, mostrado("tipo=NFe&uf=SP&visao=1&page=2"))).toBe(false);
  expect(isModificada(paulista, mostrado("tipo=NFe&uf=PR&visao=1"))).toBe(true);
  expect(isModificada(paulista, mostrado("tipo=NFe&uf=SP&ordem=emitente"))).toBe(true);
  expect(isModificada(paulista, mostrado("tipo=NFe&uf=SP", "tipo,numero"))).toBe(true);
});

test("a name is needed, is nobody else's, and there is room for so many", () => {
  expect(recusaDoNome(visoes, "  ")).toBe("vazio");
  expect(recusaDoNome(visoes, " paulistas")).toBe("repetido");
  expect(recusaDoNome(visoes, "paulistas", "1")).toBeNull();
  expect(recusaDoNome(visoes, "Outra")).toBeNull();
  const lista = Array.from({ length: VISOES_MAX }, (_, n) => ({ ...paulista, id: `${n}`, nome: `${n}` }));
  expect(recusaDoNome({ lista, padrao: null }, "Outra")).toBe("cheio");
  expect(recusaDoNome({ lista, padrao: null }, "Outra", "0")).toBeNull();
});

test("a view is kept, renamed, made the default and taken away", () => {
  const two = addVisao(visoes, { ...paulista, id: "2", nome: " Sul " });
  expect(two.lista.map(({ nome }) => nome)).toEqual(["Paulistas", "Sul"]);
  expect(changeVisao(two, "2", { nome: "Sulistas" }).lista[1]?.nome).toBe("Sulistas");
  const padrao = togglePadrao(two, "2");
  expect(padrao.padrao).toBe("2");
  expect(togglePadrao(padrao, "2").padrao).toBeNull();
  expect(removeVisao(padrao, "2")).toEqual(visoes);
  expect(removeVisao(padrao, "1").padrao).toBe("2");
});

test("what a browser kept and cannot be read is no view", () => {
  for (const junk of [null, 3, "x", {}, { lista: 4 }, { lista: [{ id: 1 }], padrao: "1" }]) {
    expect(readVisoes(junk)).toEqual({ lista: [], padrao: null });
  }
  expect(readVisoes({ lista: [paulista], padrao: "ninguém" })).toEqual(visoes);
  expect(readVisoes(JSON.parse(JSON.stringify(togglePadrao(visoes, "1")))).padrao).toBe("1");
});
