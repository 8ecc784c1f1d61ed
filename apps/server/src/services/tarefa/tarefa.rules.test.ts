import { expect, test } from "vitest";
import { backoffMs, isExhausted, MAX_FALHAS } from "./tarefa.rules.ts";

const MINUTE_MS = 60_000;

test("each failure in a row waits longer: 1, 2, 5, then always 15 min", () => {
  expect([1, 2, 3, 4, 5, 1_000].map((n) => backoffMs(n) / MINUTE_MS)).toEqual([1, 2, 5, 15, 15, 15]);
});

test("the world outside may ask for more time, never for less", () => {
  expect(backoffMs(1, 60 * MINUTE_MS)).toBe(60 * MINUTE_MS);
  expect(backoffMs(3, 1_000)).toBe(5 * MINUTE_MS);
});

test("the third failure is the last, except for a poll", () => {
  expect(isExhausted("ingest", MAX_FALHAS - 1)).toBe(false);
  expect(isExhausted("ingest", MAX_FALHAS)).toBe(true);
  expect(isExhausted("validate", MAX_FALHAS)).toBe(true);
  expect(isExhausted("poll", 1_000)).toBe(false);
});
