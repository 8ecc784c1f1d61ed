import { expect, test } from "vitest";
import { fuzzRest } from "./rest-fuzz.ts";

test("whatever is thrown at any address, nothing fails on our side and every answer is one that the document names", async () => {
  const { errado, porStatus } = await fuzzRest({ pedidos: 400, semente: 20261122 });
  expect(errado).toEqual([]);
  expect(porStatus[200]).toBeGreaterThan(40);
  expect(porStatus[400]).toBeGreaterThan(40);
});
