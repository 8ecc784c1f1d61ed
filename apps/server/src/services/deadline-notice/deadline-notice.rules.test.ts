import { DAY_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import { findDueNotice, findWindows } from "./deadline-notice.rules.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const inDays = (days: number, ms = 0): Date => new Date(NOW.getTime() + days * DAY_MS + ms);

test("a notice is due at 15 and at 3 days, each once; where both are due, only the later one", () => {
  expect(findDueNotice(inDays(15, 1), null, NOW)).toBeNull();
  expect(findDueNotice(inDays(15), null, NOW)).toBe(15);
  expect(findDueNotice(inDays(4), 15, NOW)).toBeNull();
  expect(findDueNotice(inDays(3), 15, NOW)).toBe(3);
  expect(findDueNotice(inDays(3), null, NOW)).toBe(3);
  expect(findDueNotice(inDays(1), 3, NOW)).toBeNull();
  expect(findDueNotice(inDays(0, -1), null, NOW)).toBeNull();
});

test("the notices cover the deadlines of both rules, each for the documents to which it applies", () => {
  expect(findWindows(NOW)).toEqual([
    { de: inDays(-90), ate: inDays(-75), dias: 90 },
    { de: new Date("2026-05-28T12:00:00Z"), ate: new Date("2026-06-01T02:59:59.999Z"), dias: 180 },
  ]);
  expect(findWindows(new Date("2027-03-01T00:00:00Z"))).toHaveLength(1);
});
