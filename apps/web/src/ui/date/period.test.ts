import { expect, test } from "vitest";
import { formatPeriod, type Period, rangeOf, readPeriod } from "./period.ts";
import { checkTypedPeriod, readTypedPeriod, toTypedPeriod } from "./typed-period.ts";

const TODAY = "2026-11-22";

test.each([
  ["7d", "2026-11-16", null, "últimos 7 dias"],
  ["365d", "2025-11-23", null, "últimos 12 meses"],
  ["mes", "2026-11-01", null, "mês atual"],
  ["mes-passado", "2026-10-01", "2026-10-31", "mês passado"],
  ["tudo", null, null, "qualquer data"],
  ["2026-11-01..2026-11-07", "2026-11-01", "2026-11-07", "01/11/2026 a 07/11/2026"],
  ["2026-11-01..", "2026-11-01", null, "a partir de 01/11/2026"],
  ["..2026-11-07", null, "2026-11-07", "até 07/11/2026"],
  ["2026-11-07..2026-11-07", "2026-11-07", "2026-11-07", "07/11/2026"],
] as [Period, string | null, string | null, string][])(
  "the period %s ranges from %s to %s and reads “%s”",
  (period, de, ate, words) => {
    expect(rangeOf(period, TODAY)).toEqual({ de, ate });
    expect(formatPeriod(period)).toBe(words);
    expect(readPeriod(period)).toBe(period);
    expect(readTypedPeriod(toTypedPeriod(period, TODAY))).toBe(period);
  },
);

test("the month before January is December of the previous year", () => {
  expect(rangeOf("mes-passado", "2026-01-15")).toEqual({ de: "2025-12-01", ate: "2025-12-31" });
});

test.each([
  "",
  "..",
  "ontem",
  "2026-11-07",
  "2026-02-30..",
  "2026-11-07..2026-11-01",
  "2026-11-01..2026-11-02..x",
])("the text %j is not a period", (text) => {
  expect(readPeriod(text)).toBeNull();
});

test("a preset period fills the fields with its days, up to today", () => {
  expect(toTypedPeriod("7d", TODAY)).toEqual({ preset: "7d", de: "16/11/2026", ate: "22/11/2026" });
  expect(toTypedPeriod("tudo", TODAY)).toEqual({ preset: "tudo", de: "", ate: "" });
});

test("a period with two empty fields means any date; an incomplete day is invalid", () => {
  expect(readTypedPeriod({ preset: "", de: "", ate: " " })).toBe("tudo");
  expect(readTypedPeriod({ preset: "", de: "01/1", ate: "" })).toBeNull();
  expect(checkTypedPeriod({ preset: "", de: "01/1", ate: "" })).toHaveProperty("de");
});
