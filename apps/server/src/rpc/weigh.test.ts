import { expect, test } from "vitest";
import { isTooMuch } from "./weigh.ts";

const limit = { chars: 10, items: 4 };

test("counts characters of names and texts, and elements and names as items", () => {
  expect(isTooMuch({ ab: "12345678" }, limit)).toBe(false);
  expect(isTooMuch({ ab: "123456789" }, limit)).toBe(true);
  expect(isTooMuch({ abcdefghijk: 1 }, limit)).toBe(true);
  expect(isTooMuch([1, [2, 3]], limit)).toBe(false);
  expect(isTooMuch([1, [2, 3, 4]], limit)).toBe(true);
});

test("a scalar counts nothing", () => {
  for (const nothing of [undefined, null, 1, true]) expect(isTooMuch(nothing, limit)).toBe(false);
});
