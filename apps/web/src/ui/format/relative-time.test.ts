import { describe, expect, test } from "vitest";
import {
  dayBefore,
  formatDayHeading,
  formatDayTime,
  formatNearInstant,
  formatTime,
  formatTimeAgo,
  formatTimeUntil,
} from "./relative-time.ts";

const SP = "America/Sao_Paulo";
const MANAUS = "America/Manaus";
const now = new Date("2026-11-20T13:00:00Z");
const at = (iso: string): Date => new Date(iso);

test("hours are written in the conta's time zone", () => {
  expect(formatTime(at("2026-11-20T12:51:00Z"), SP)).toBe("09:51");
  expect(formatTime(at("2026-11-20T12:51:00Z"), MANAUS)).toBe("08:51");
  expect(formatDayTime(at("2026-11-20T02:30:00Z"), SP)).toBe("19/11 23:30");
});

describe("formatting a past instant", () => {
  test.each([
    ["2026-11-20T12:59:30Z", "agora"],
    ["2026-11-20T12:58:00Z", "há 2 min"],
    ["2026-11-20T10:00:00Z", "há 3 h"],
    ["2026-11-18T10:00:00Z", "em 18/11/2026 07:00"],
  ])("the past instant %s is written as “%s”", (iso, words) => {
    expect(formatTimeAgo(at(iso), now, SP)).toBe(words);
  });
});

describe("formatting an instant near today", () => {
  test.each([
    ["2026-11-20T12:51:00Z", "hoje às 09:51"],
    ["2026-11-19T21:22:00Z", "ontem às 18:22"],
    ["2026-11-20T02:30:00Z", "ontem às 23:30"],
    ["2026-11-21T13:43:00Z", "em 21/11 10:43"],
    ["2027-01-21T13:43:00Z", "em 21/01/2027 10:43"],
  ])("the instant %s near today is written as “%s”", (iso, words) => {
    expect(formatNearInstant(at(iso), now, SP)).toBe(words);
  });
});

test("day headings are in Portuguese", () => {
  expect(formatDayHeading("2026-11-20", "2026-11-20")).toEqual({
    name: "Hoje",
    longName: "sexta-feira, 20 de novembro",
  });
  expect(formatDayHeading("2026-11-19", "2026-11-20").name).toBe("Ontem");
  expect(formatDayHeading("2025-12-31", "2026-11-20")).toEqual({
    name: "31/12/2025",
    longName: "quarta-feira, 31 de dezembro de 2025",
  });
});

test("the day before a date is right across months and years", () => {
  expect(dayBefore("2026-03-01", 1)).toBe("2026-02-28");
  expect(dayBefore("2026-01-01", 1)).toBe("2025-12-31");
});

describe("formatting a future instant", () => {
  test.each([
    ["2026-11-20T12:59:00Z", "em instantes"],
    ["2026-11-20T13:00:20Z", "em instantes"],
    ["2026-11-20T13:00:40Z", "em 1 min"],
    ["2026-11-20T13:30:00Z", "em 30 min"],
    ["2026-11-20T15:00:00Z", "hoje às 12:00"],
  ])("the future instant %s is written as “%s”", (iso, words) => {
    expect(formatTimeUntil(at(iso), now, SP)).toBe(words);
  });
});
