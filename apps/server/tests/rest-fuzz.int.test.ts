import { expect, test } from "vitest";
import { fuzzRest } from "./rest-fuzz.ts";

test("random requests to every route cause no server error and get only documented answers", async () => {
  const { errado, porStatus } = await fuzzRest({ pedidos: 400, semente: 20261122 });
  expect(errado).toEqual([]);
  expect(porStatus[200]).toBeGreaterThan(40);
  expect(porStatus[400]).toBeGreaterThan(40);
});
