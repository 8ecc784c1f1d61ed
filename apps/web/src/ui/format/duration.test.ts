import { describe, expect, test } from "vitest";
import { formatDuration, formatInstant, formatNearDay } from "./duration.ts";

const SP = "America/Sao_Paulo";
const now = new Date("2026-11-20T13:00:00Z");
const at = (iso: string): Date => new Date(iso);

describe("formatting a duration", () => {
  test.each([
    [-5, "0 s"],
    [999, "0 s"],
    [8_400, "8 s"],
    [59_999, "59 s"],
    [31 * 60_000, "31 min"],
    [2.5 * 3_600_000, "2 h"],
    [26 * 3_600_000, "1 dia"],
    [12 * 86_400_000, "12 dias"],
    [1_500 * 86_400_000, "1.500 dias"],
  ])("a duration of %d ms is formatted as %s", (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});

test("an instant of today shows seconds, and one of another day shows the date", () => {
  expect(formatInstant(at("2026-11-20T12:51:09Z"), now, SP)).toBe("09:51:09");
  expect(formatInstant(at("2026-11-20T02:59:59Z"), now, SP)).toBe("19/11 23:59");
});

test("a day is written as hoje, ontem or its date", () => {
  expect(formatNearDay(at("2026-11-20T03:00:00Z"), now, SP)).toBe("hoje");
  expect(formatNearDay(at("2026-11-20T02:59:00Z"), now, SP)).toBe("ontem");
  expect(formatNearDay(at("2026-11-18T12:00:00Z"), now, SP)).toBe("em 18/11/2026");
});
