import { DAY_MS } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../errors.ts";
import { listPeriods, type Period, readGrouping, splitMonths } from "./painel.rules.ts";

const plus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const daysOf = ({ de, ate }: Period): string[] => {
  const days: string[] = [];
  for (let day = de; day <= ate; day = plus(day, 1)) days.push(day);
  return days;
};

describe("the date range of the Painel", () => {
  test.each([
    [1, "dia"],
    [70, "dia"],
    [71, "semana"],
    [190, "semana"],
    [191, "mes"],
    [550, "mes"],
    [551, "ano"],
    [3660, "ano"],
  ])("a range of %i days is grouped by %s", (days, grouping) => {
    const period = { de: "2024-02-28", ate: plus("2024-02-28", days - 1) };
    expect(readGrouping(period, null)).toEqual({ period, grouping });
  });

  test("a range is grouped as requested", () => {
    expect(readGrouping({ de: "2024-01-01", ate: "2026-01-01" }, "dia").grouping).toBe("dia");
  });

  test("a range that ends before it begins, or is longer than ten years, is refused", () => {
    const key = (period: Period): unknown => {
      try {
        return readGrouping(period, null);
      } catch (error) {
        return error instanceof Refusal ? [error.key, error.campo] : error;
      }
    };
    expect(key({ de: "2026-01-02", ate: "2026-01-01" })).toEqual(["periodoInvertido", "searchDateRange.ate"]);
    expect(key({ de: "2016-01-01", ate: plus("2016-01-01", 3660) })).toEqual([
      "periodoLongo",
      "searchDateRange.ate",
    ]);
  });
});

describe("the periods of a range", () => {
  test("weeks of a range begin on Monday, except the first", () => {
    expect(listPeriods({ de: "2026-11-18", ate: "2026-11-30" }, "semana")).toEqual([
      { de: "2026-11-18", ate: "2026-11-22" },
      { de: "2026-11-23", ate: "2026-11-29" },
      { de: "2026-11-30", ate: "2026-11-30" },
    ]);
  });

  test("months and years of a range begin on their first day, except the first", () => {
    const period = { de: "2023-12-31", ate: "2024-03-01" };
    expect(listPeriods(period, "mes").map(({ de }) => de)).toEqual([
      "2023-12-31",
      "2024-01-01",
      "2024-02-01",
      "2024-03-01",
    ]);
    expect(listPeriods(period, "ano").map(({ de }) => de)).toEqual(["2023-12-31", "2024-01-01"]);
  });

  test("periods are listed at both ends of the calendar", () => {
    const days = (de: string, ate: string) => listPeriods({ de, ate }, "dia").length;
    expect([days("0001-01-01", "0001-01-31"), days("9999-12-01", "9999-12-31")]).toEqual([31, 31]);
    expect(splitMonths({ de: "9999-12-30", ate: "9999-12-31" }).edges).toHaveLength(1);
    expect(splitMonths({ de: "0001-01-01", ate: "0001-01-02" }).edges).toHaveLength(1);
  });
});

test("whole months and their edges cover each day of the range once; no edge is longer than half a month", () => {
  for (let n = 0; n < 400; n += 1) {
    const de = plus("2023-01-01", (n * 37) % 800);
    const period = { de, ate: plus(de, (n * 53) % 130) };
    const { months, edges } = splitMonths(period);
    const counts = new Map<string, number>();
    const add = (day: string, sign: number) => counts.set(day, (counts.get(day) ?? 0) + sign);
    if (months) {
      const end = plus(`${plus(months.ate, 31).slice(0, 8)}01`, -1);
      for (const day of daysOf({ de: months.de, ate: end })) add(day, 1);
    }
    for (const edge of edges) for (const day of daysOf(edge)) add(day, edge.sign);
    const counted = [...counts].filter(([, n]) => n !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(counted).toEqual(daysOf(period).map((day) => [day, 1]));
    for (const edge of edges) expect(daysOf(edge).length).toBeLessThanOrEqual(15);
  }
});
