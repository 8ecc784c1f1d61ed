import { describe, expect, test } from "vitest";
import { makeItem, makePrintedForm } from "../tests/invented-nota.ts";
import { tableOf } from "./items-table.ts";

const GRANDE = "999999999999999.99";
const NUMERO = /^(?:[0-9]{1,3}\.|[0-9]{1,3},|[0-9]+)+$/;

describe("numbers of an item that are wider than their columns", () => {
  const medida = { unidade: "UN", quantidade: "99999999999.9999", valorUnitario: "99999999999.9999999999" };
  const imposto = { base: GRANDE, valor: GRANDE, ipi: { base: GRANDE, aliquota: "100.00", valor: GRANDE } };
  const item = makeItem({ comercial: medida, valorTotal: GRANDE, desconto: GRANDE }, imposto);
  const { lines, columns } = tableOf(makePrintedForm({ itens: [item] }), 200);
  const [line = []] = [...lines];

  test("a number continues on the next line after a dot or the comma, with every digit", () => {
    const at = columns.findIndex(({ title }) => title === "VALOR TOTAL");
    const partes = (line[at] ?? "").split("\n");
    expect(partes.length).toBeGreaterThan(1);
    expect(partes.join("")).toBe("999.999.999.999.999,99");
    for (const parte of partes.slice(0, -1)) expect(parte).toMatch(/[.,]$/);
    for (const parte of partes) expect(parte).toMatch(NUMERO);
  });
});
