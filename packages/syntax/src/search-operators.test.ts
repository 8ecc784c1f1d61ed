import { expect, test } from "vitest";
import { readOperators, writeAbsolute } from "./search-operators.ts";

const TODAY = "2026-11-28";
const read = (text: string, today: string | null = TODAY) => {
  const { operators, resto } = readOperators(text, today);
  return [operators.map(({ operator }) => operator), resto];
};

test.each([
  ["valor:>1000 pedra", [{ name: "valor", faixa: { de: "100001", ate: null } }], "pedra"],
  ["159,00", [{ name: "valor", faixa: { de: "15900", ate: "15900" } }], ""],
  ["de:orvalho", [{ name: "de", quem: "orvalho" }], ""],
  ['DE:"pedra morna" 12', [{ name: "de", quem: "pedra morna" }], "12"],
  ["para:11.222.333/0001-81", [{ name: "para", quem: "11.222.333/0001-81" }], ""],
  ["emissao:hoje", [{ name: "emissao", de: TODAY, ate: TODAY }], ""],
  ["emissão:7d", [{ name: "emissao", de: "2026-11-22", ate: TODAY }], ""],
  ["emissao:mes-passado", [{ name: "emissao", de: "2026-10-01", ate: "2026-10-31" }], ""],
  ["emissao:mês", [{ name: "emissao", de: "2026-11-01", ate: "2026-11-30" }], ""],
  ["emissao:2024-02", [{ name: "emissao", de: "2024-02-01", ate: "2024-02-29" }], ""],
  ["emissao:10/2026", [{ name: "emissao", de: "2026-10-01", ate: "2026-10-31" }], ""],
  ["emissao:05/10/2026..", [{ name: "emissao", de: "2026-10-05", ate: null }], ""],
  ["emissao:2026-10-05..2026-11", [{ name: "emissao", de: "2026-10-05", ate: "2026-11-30" }], ""],
  ["situacao:divergente", [{ name: "situacao", situacao: "divergente" }], ""],
  ["situação:não-validado", [{ name: "situacao", situacao: "nao-validada" }], ""],
  ["situacao:processado", [{ name: "situacao", situacao: "processada" }], ""],
  [
    "tipo:cte-os uf:sp",
    [
      { name: "tipo", tipo: "CTeOS" },
      { name: "uf", uf: "SP" },
    ],
    "",
  ],
])("the search text %j has these operators", (text, operators, resto) => {
  expect(read(text)).toEqual([operators, resto]);
});

test.each([
  ...[
    "de:",
    "emissao:2026-13",
    "emissao:31/02/2026",
    "emissao:a..b",
    "situacao:boa",
    "tipo:xis",
    "uf:brasil",
  ],
  ...["http://x", "cor:azul", "valor:muito", 'de:""', "emissao:..", "constructor:1", "  moinho  25 "],
])("the search text %j has no operator and stays as it is", (text) => {
  expect(read(text)).toEqual([[], text]);
});

test("relative days need today, and are written as days", () => {
  expect(read("emissao:7d", null)).toEqual([[], "emissao:7d"]);
  expect(writeAbsolute("pedra emissao:7d de:x emissao:..ontem", TODAY)).toBe(
    "pedra emissao:2026-11-22..2026-11-28 de:x emissao:..2026-11-27",
  );
  expect(writeAbsolute("pedra", TODAY)).toBe("pedra");
});
