import { MINUTE_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import { minutesLeft, startOfWindow } from "./window.rules.ts";

const QUARTER_MS = 15 * MINUTE_MS;

test("rate limit windows are adjacent, and the time left is at least one minute", () => {
  const at = new Date("2026-11-20T10:07:30Z");
  expect(startOfWindow(at, QUARTER_MS)).toEqual(new Date("2026-11-20T10:00:00Z"));
  expect(minutesLeft(at, QUARTER_MS)).toBe(8);
  expect(minutesLeft(new Date("2026-11-20T10:14:59.999Z"), QUARTER_MS)).toBe(1);
  expect(minutesLeft(new Date("2026-11-20T10:15:00Z"), QUARTER_MS)).toBe(15);
});
