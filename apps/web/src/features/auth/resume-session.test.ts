import { expect, test } from "vitest";
import { isTimeToRetry } from "./resume-session.ts";

test("a tab tries to resume 60 s after its session ended, only while it is visible", () => {
  expect(isTimeToRetry(0, 59_999, false)).toBe(false);
  expect(isTimeToRetry(0, 60_000, false)).toBe(true);
  expect(isTimeToRetry(0, 600_000, true)).toBe(false);
  expect(isTimeToRetry(600_000, 630_000, false)).toBe(false);
});
