import { HOUR_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import { watchClock } from "./clock-watch.ts";

test("the watch reports a clock change once, forward or back, and ignores drift", () => {
  let [wall, steady] = [1_000_000, 50];
  const watch = watchClock(
    () => wall,
    () => steady,
  );
  const pass = (ms: number, jump = 0): number => {
    steady += ms;
    wall += ms + jump;
    return watch.jumpMs();
  };
  expect(pass(60_000)).toBe(0);
  expect(pass(1_000, HOUR_MS)).toBe(HOUR_MS);
  expect(pass(1_000)).toBe(0);
  expect(pass(1_000, -7_200_000)).toBe(-7_200_000);
  expect(pass(60_000, 3_000)).toBe(0);
});
