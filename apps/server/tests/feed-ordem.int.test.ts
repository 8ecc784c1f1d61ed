import { expect, test } from "vitest";
import { proveOrdem } from "./feed-ordem.ts";

test("readers that follow sixteen writers by cursor miss nothing, read nothing twice, and see one order", async () => {
  const { errado, leituras, notas, trocadas } = await proveOrdem({
    escritores: 16,
    notas: 320,
    porEmail: 10,
    atrasoMs: 60,
    semente: 20261122,
  });
  expect(errado).toEqual([]);
  expect(notas).toBe(320);
  expect(trocadas).toBeGreaterThan(0);
  expect(leituras.map(({ nome }) => nome)).toEqual([
    "readNotas",
    "readMudancas",
    "GET /notas",
    "GET /notas com XML",
  ]);
});
