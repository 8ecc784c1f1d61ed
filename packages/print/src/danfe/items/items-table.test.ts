import { describe, expect, test } from "vitest";
import { makeItem, makePrintedForm } from "../tests/invented-nota.ts";
import { tableOf } from "./items-table.ts";

const LARGE = "999999999999999.99";
const NUMBER = /^(?:[0-9]{1,3}\.|[0-9]{1,3},|[0-9]+)+$/;

describe("numbers of an item that are wider than their columns", () => {
  const measure = { unidade: "UN", quantidade: "99999999999.9999", valorUnitario: "99999999999.9999999999" };
  const imposto = { base: LARGE, valor: LARGE, ipi: { base: LARGE, aliquota: "100.00", valor: LARGE } };
  const item = makeItem({ comercial: measure, valorTotal: LARGE, desconto: LARGE }, imposto);
  const { lines, columns } = tableOf(makePrintedForm({ itens: [item] }), 200);
  const [line = []] = [...lines];

  test("a number continues on the next line after a dot or the comma, with every digit", () => {
    const at = columns.findIndex(({ title }) => title === "VALOR TOTAL");
    const parts = (line[at] ?? "").split("\n");
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join("")).toBe("999.999.999.999.999,99");
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/[.,]$/);
    for (const part of parts) expect(part).toMatch(NUMBER);
  });
});
