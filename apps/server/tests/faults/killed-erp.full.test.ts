import { expect, test } from "vitest";
import { killErp } from "./kill-erp.ts";

test("an ERP that is killed repeatedly while pulling keeps and acknowledges each document once", async () => {
  const { errors: errado, kills: golpes, notas } = await killErp({ kills: 4, seed: 20261122 });
  expect(errado).toEqual([]);
  expect(golpes).toBe(4);
  expect(notas).toBeGreaterThanOrEqual(300);
});
