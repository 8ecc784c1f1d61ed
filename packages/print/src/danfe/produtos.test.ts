import { describe, expect, test } from "vitest";
import { tabelaOf } from "./produtos.ts";
import { makeItem, makePapel } from "./tests/nota-inventada.ts";

const GRANDE = "999999999999999.99";
const NUMERO = /^(?:[0-9]{1,3}\.|[0-9]{1,3},|[0-9]+)+$/;

describe("the numbers of an item that are wider than their columns", () => {
  const medida = { unidade: "UN", quantidade: "99999999999.9999", valorUnitario: "99999999999.9999999999" };
  const imposto = { base: GRANDE, valor: GRANDE, ipi: { base: GRANDE, aliquota: "100.00", valor: GRANDE } };
  const item = makeItem({ comercial: medida, valorTotal: GRANDE, desconto: GRANDE }, imposto);
  const { linhas, colunas } = tabelaOf(makePapel({ itens: [item] }), 200);
  const [linha = []] = [...linhas];

  test("continue on the next line after a dot or the comma, with every digit", () => {
    const at = colunas.findIndex(({ titulo }) => titulo === "VALOR TOTAL");
    const partes = (linha[at] ?? "").split("\n");
    expect(partes.length).toBeGreaterThan(1);
    expect(partes.join("")).toBe("999.999.999.999.999,99");
    for (const parte of partes.slice(0, -1)) expect(parte).toMatch(/[.,]$/);
    for (const parte of partes) expect(parte).toMatch(NUMERO);
  });
});
