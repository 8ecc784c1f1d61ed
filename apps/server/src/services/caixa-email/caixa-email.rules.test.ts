import { expect, test } from "vitest";
import { compareCaixas } from "./caixa-email.rules.ts";

test("mailboxes stand in the order of their descriptions, accents and case aside", () => {
  const caixas = ["zeta", "Água", "beta", "Alfa"].map((descricao, n) => ({ descricao, id: String(n) }));
  const twin = { descricao: "alfa", id: "9" };
  expect([twin, ...caixas].toSorted(compareCaixas).map((caixa) => caixa.descricao)).toEqual([
    "Água",
    "Alfa",
    "alfa",
    "beta",
    "zeta",
  ]);
});
