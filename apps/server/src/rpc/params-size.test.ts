import { expect, test } from "vitest";
import { exceedsLimit } from "./params-size.ts";

const limit = { chars: 10, items: 4 };

test("the size of params counts characters of names and texts, and elements and names as items", () => {
  expect(exceedsLimit({ ab: "12345678" }, limit)).toBe(false);
  expect(exceedsLimit({ ab: "123456789" }, limit)).toBe(true);
  expect(exceedsLimit({ abcdefghijk: 1 }, limit)).toBe(true);
  expect(exceedsLimit([1, [2, 3]], limit)).toBe(false);
  expect(exceedsLimit([1, [2, 3, 4]], limit)).toBe(true);
});

test("a scalar in params counts nothing", () => {
  for (const nothing of [undefined, null, 1, true]) expect(exceedsLimit(nothing, limit)).toBe(false);
});
