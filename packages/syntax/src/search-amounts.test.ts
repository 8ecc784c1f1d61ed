import { expect, test } from "vitest";
import { readValores } from "./search-amounts.ts";

test.each([
  ["159,00", [{ de: "15900", ate: "15900" }], ""],
  ["R$ 1.234,56", [{ de: "123456", ate: "123456" }], ""],
  ["valor:>1000", [{ de: "100001", ate: null }], ""],
  ["valor:>=1.000", [{ de: "100000", ate: null }], ""],
  ["valor:<99,9", [{ de: null, ate: "9989" }], ""],
  ["valor:<=99.90", [{ de: null, ate: "9990" }], ""],
  ["valor:100..200", [{ de: "10000", ate: "20000" }], ""],
  ["valor:..200,50", [{ de: null, ate: "20050" }], ""],
  ["VALOR:1.500..", [{ de: "150000", ate: null }], ""],
  ["valor:159,00", [{ de: "15900", ate: "15900" }], ""],
  [
    "moinho valor:>1000 valor:<2000",
    [
      { de: "100001", ate: null },
      { de: null, ate: "199999" },
    ],
    "moinho",
  ],
  ["159", [], "159"],
  ["159,0", [], "159,0"],
  ["valor:", [], "valor:"],
  ["valor:muito", [], "valor:muito"],
  ["sobrevalor:10", [], "sobrevalor:10"],
  ["  moinho  25 ", [], "  moinho  25 "],
])("the search text %j names these amounts", (text, faixas, resto) => {
  expect(readValores(text)).toEqual({ faixas, resto });
});
