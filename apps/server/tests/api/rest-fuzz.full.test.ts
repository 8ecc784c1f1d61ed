import { expect, test } from "vitest";
import { fuzzRest } from "./fuzz-rest.ts";

test("random requests to every route cause no server error and get only documented answers", async () => {
  const { violations, byStatus } = await fuzzRest({ requests: 400, seed: 20261122 });
  expect(violations).toEqual([]);
  expect(byStatus[200]).toBeGreaterThan(40);
  expect(byStatus[400]).toBeGreaterThan(40);
});
