import { expect, test } from "vitest";
import { proveFeedOrder } from "./prove-feed-order.ts";

test("readers that follow sixteen writers by cursor miss nothing, read nothing twice, and see one order", async () => {
  const {
    errors: errado,
    readings: leituras,
    notas,
    swapped: trocadas,
  } = await proveFeedOrder({
    writers: 16,
    notas: 320,
    perEmail: 10,
    delayMaxMs: 60,
    seed: 20261122,
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
