import { addAmount } from "@malote/syntax";
import { expect, test } from "vitest";
import { sampleNota } from "../tests/sample-nota.ts";
import { sumOf, toListPages } from "./list-pages.ts";
import { ownPartyOf } from "./own-party.ts";

const notas = (count: number) =>
  Array.from({ length: count }, (_, i) => sampleNota({ id: String(i), valorTotal: `${i + 1}.10` }));

test("every document is on one sheet, and each sheet carries count and sum of those before", () => {
  for (const count of [0, 1, 31, 32, 64, 65, 259]) {
    const all = notas(count);
    const pages = toListPages(all);
    expect(pages.flatMap(({ rows }) => rows)).toEqual(all);
    let [before, sum] = [0, "0.00"];
    for (const [i, page] of pages.entries()) {
      expect(page.carried).toEqual(i === 0 ? null : { count: before, sum });
      before += page.rows.length;
      sum = addAmount(sum, page.sum);
    }
    expect([before, sum]).toEqual([count, sumOf(all)]);
  }
});

test("the letterhead names the company of all documents, or how many companies there are", () => {
  const one = sampleNota();
  expect(ownPartyOf([one, one])).toBe("Borandá Distribuidora de Alimentos Ltda · 41.820.376/0001-20");
  expect(ownPartyOf([one, sampleNota({ cnpjDestinatario: "27391485000148" })])).toBe("2 empresas");
  expect(ownPartyOf([sampleNota({ entradaSaida: "S" })])).toBe(
    "Laticínios Serra Nublada Ltda · 27.391.485/0001-48",
  );
  expect(ownPartyOf([])).toBe("");
});
