import { expect, test } from "vitest";
import { EMPTY_DRAFT, startItem, toDecimal, toParams } from "./evento-draft.ts";

test.each([
  ["1.234,50", "1234.50"],
  ["10,5", "10.5"],
  [" 7 ", "7"],
  ["0.25", "0.25"],
])("the typed decimal %s is sent as %s", (typed, enviado) => expect(toDecimal(typed)).toBe(enviado));

test("only the fields of the chosen evento are sent", () => {
  const draft = {
    ...EMPTY_DRAFT,
    justificativa: " não foi prestado como combinado ",
    aceita: false,
    itens: { "2": { valorIBS: "1,00", valorCBS: "9", quantidade: "3", unidade: " CX ", codigoIBS: "01" } },
  };
  expect(toParams(draft, "610111")).toEqual({ tpEvento: "610111" });
  expect(toParams(draft, "610110")).toEqual({
    tpEvento: "610110",
    justificativa: "não foi prestado como combinado",
  });
  expect(toParams(draft, "211128")).toEqual({ tpEvento: "211128", aceita: false });
  expect(toParams(draft, "211130")).toEqual({
    tpEvento: "211130",
    itens: [{ nItem: 2, valorIBS: "1.00", valorCBS: "9", quantidade: "3", unidade: "CX" }],
  });
  expect(toParams(draft, "211150")).toEqual({
    tpEvento: "211150",
    itens: [{ nItem: 2, valorIBS: "1.00", valorCBS: "9" }],
  });
});

test("an item of the evento starts with the document's quantity and unit, cut to the layout's limits", () => {
  const item = { quantidade: "12.5000009", unidade: "GALAOZAO" } as never;
  expect(startItem(item, ["quantidade", "unidade"])).toEqual({ quantidade: "12,5000", unidade: "GALAOZ" });
  expect(startItem(item, ["valorIBS"])).toEqual({});
});
