import { expect, test } from "vitest";
import { completeOperator, describeSearch, hintedOperators } from "./operator-words.ts";
import { joinTokens, splitTokens } from "./use-tokens.ts";

const TODAY = "2026-11-28";
/** Numbers in pt-BR have a blank of their own. */
const plain = (text: string): string => text.replaceAll("\u00a0", " ");

test.each([
  ["valor:>1000 pedra", "valor acima de R$ 1.000,00, “pedra”"],
  ["valor:>=1000", "valor acima de R$ 1.000,00"],
  ["valor:500..900,50", "valor de R$ 500,00 a R$ 900,50"],
  ["valor:<10", "valor até R$ 9,99"],
  ["159,00", "valor de R$ 159,00"],
  ["de:orvalho para:11222333", "de “orvalho”, para “11222333”"],
  ["emissao:7d", "emissão de 22/11/2026 a 28/11/2026"],
  ["emissao:hoje", "emissão em 28/11/2026"],
  ["emissao:2026-10.. situacao:aberta", "emissão desde 01/10/2026, não processadas"],
  ["tipo:cteos uf:sp", "CT-e OS, UF SP"],
  ["pedra", "“pedra”"],
])("the search %j is described in words", (text, words) => {
  expect(plain(describeSearch(text, TODAY))).toBe(words);
});

test("an operator that a blank follows is a token; the text stays the same", () => {
  expect(splitTokens("valor:>1000 pedra", TODAY)).toEqual({ tokens: ["valor:>1000"], typed: "pedra" });
  expect(splitTokens("valor:>1000", TODAY)).toEqual({ tokens: [], typed: "valor:>1000" });
  expect(splitTokens("emissao:7d situacao:aberta ", TODAY).tokens).toEqual(["emissao:7d", "situacao:aberta"]);
  expect(splitTokens('de:"pedra morna" 12', TODAY)).toEqual({ tokens: ['de:"pedra morna"'], typed: "12" });
  expect(splitTokens("159,00 ", TODAY).tokens).toEqual([]);
  for (const text of ["valor:>1000 pedra", "de:x ", "pedra", "tipo:cte uf:SP 12 34"]) {
    expect(joinTokens(splitTokens(text, TODAY))).toBe(text);
  }
});

test("Tab completes the name of an operator, and a situation", () => {
  expect(completeOperator("emi")).toBe("emissao:");
  expect(completeOperator("pedra v")).toBe("pedra valor:");
  expect(completeOperator("situacao:div")).toBe("situacao:divergente ");
  for (const text of ["", "pedra ", "xyz", "valor:>1"]) expect(completeOperator(text)).toBeNull();
});

test("the hints are those that the last word begins", () => {
  expect(hintedOperators("ti")).toEqual(["tipo"]);
  expect(hintedOperators("situacao:")).toEqual(["situacao"]);
  expect(hintedOperators("pedra")).toEqual(["valor", "de", "emissao", "situacao"]);
});
