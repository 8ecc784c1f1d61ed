import { expect, test } from "vitest";
import { strikeErp } from "./erp-morto.ts";

test("an ERP that is killed while it pulls goes on, keeps each document once and acknowledges it once", async () => {
  const { errado, golpes, notas } = await strikeErp({ golpes: 4, semente: 20261122 });
  expect(errado).toEqual([]);
  expect(golpes).toBe(4);
  expect(notas).toBeGreaterThanOrEqual(300);
});
