import { expect, test } from "vitest";
import { Refusal } from "../../../errors.ts";
import { joinResults, readSearch, type SearchResult } from "./search.rules.ts";

const NOTHING = { chave: null, numero: null, documento: null, padrao: null };
const CHAVE = "35261012ABC34501DE35550010000000011000000010";

test.each([
  [CHAVE, { chave: { prefix: CHAVE, isWhole: true } }],
  [
    CHAVE.replace(/(.{4})/g, "$1 ").toLowerCase(),
    { chave: { prefix: CHAVE, isWhole: true }, padrao: expect.any(String) },
  ],
  [CHAVE.slice(0, 20), { chave: { prefix: CHAVE.slice(0, 20), isWhole: false, isShort: false } }],
  [
    CHAVE.slice(0, 9),
    { chave: { prefix: CHAVE.slice(0, 9), isWhole: false, isShort: true }, documento: "35261012A" },
  ],
  ["352613", { numero: 352_613, documento: "352613" }],
  ["992610", { numero: 992_610, documento: "992610" }],
  ["123", { chave: { prefix: "123", isWhole: false, isShort: true }, numero: 123, documento: "123" }],
  [" 000123 ", { numero: 123, documento: "000123" }],
  ["11.444.777/0001-61", { documento: "11444777000161" }],
  ["12.abc.3", { documento: "12ABC3", padrao: "%12.abc.3%" }],
  ["529.982.247-25", { documento: "52998224725" }],
  ["São João", { padrao: "%sao%joao%" }],
  ["3M do Brasil", { documento: "3MDOBRASIL", padrao: "%3m%do%brasil%" }],
  ["123456789012345", { chave: { prefix: "123456789012345", isWhole: false } }],
  ["???", {}],
  [
    "3526 1012",
    {
      chave: { prefix: "35261012", isWhole: false, isShort: false },
      numero: 35_261_012,
      documento: "35261012",
    },
  ],
  ["1000 0000 0110", { trecho: { trecho: "100000000110" }, documento: "100000000110" }],
  ["159,00", { valores: [{ de: "15900", ate: "15900" }] }],
  ["moinho valor:>1000", { valores: [{ de: "100001", ate: null }], padrao: "%moinho%" }],
])("the search text %j may mean %j", (text, input) => {
  expect(readSearch(text)).toMatchObject({
    ...NOTHING,
    ...input,
    ...(/[a-z]/i.test(text) ? { padrao: expect.any(String) } : {}),
  });
});

test.each(["", "  ", "ab", " 12 ", "é!"])("the search text %j is too short", (text) => {
  expect(() => readSearch(text)).toThrow(Refusal);
});

test("a result of two searches is listed once, under the more certain one", () => {
  const result = (alvo: SearchResult["alvo"], id: string, porque: SearchResult["porque"]) =>
    ({ alvo, id, porque }) as SearchResult;
  const found = joinResults([
    [result("nota", "1", "numero")],
    [result("nota", "2", "nome"), result("nota", "1", "nome")],
    [result("auditor", "1", "registro")],
  ]);
  expect(found.map(({ alvo, id, porque }) => `${alvo} ${id} ${porque}`)).toEqual([
    "nota 1 numero",
    "nota 2 nome",
    "auditor 1 registro",
  ]);
});
