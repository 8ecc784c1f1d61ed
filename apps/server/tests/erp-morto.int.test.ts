import { expect, test } from "vitest";
import { strikeErp } from "./erp-morto.ts";

test("an ERP that is killed repeatedly while pulling keeps and acknowledges each document once", async () => {
  const { errado, golpes, notas } = await strikeErp({ golpes: 4, semente: 20261122 });
  expect(errado).toEqual([]);
  expect(golpes).toBe(4);
  expect(notas).toBeGreaterThanOrEqual(300);
});
