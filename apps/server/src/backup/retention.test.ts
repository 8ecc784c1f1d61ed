import { HOUR_MS } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { chooseKept, parseRetention } from "./retention.ts";

const now = new Date("2026-11-26T22:30:00Z");
const hoursAgo = (hours: number) => ({ at: new Date(now.getTime() - hours * HOUR_MS) });
const days = (kept: Iterable<{ at: Date }>) =>
  [...kept].map(({ at }) => at.toISOString().slice(0, 13)).sort();

describe("retention rules", () => {
  test("retention rules parse counts of hours, days, weeks and months", () => {
    expect(parseRetention("24h 7d 4s 12m")).toEqual({ horas: 24, dias: 7, semanas: 4, meses: 12 });
    expect(parseRetention("3d")).toEqual({ horas: 0, dias: 3, semanas: 0, meses: 0 });
  });

  test.each(["", "24", "7x", "7d 3d", "0d", "-1d", "7 d", "1.5h", "99999d"])(
    "retention rules refuse the text %j",
    (text) => {
      expect(parseRetention(text)).toBeNull();
    },
  );

  test("retention rules keep the newest backup of each hour, for the given number of hours", () => {
    const backups = Array.from({ length: 12 * 48 }, (_, i) => hoursAgo(i / 12));
    const kept = chooseKept(backups, { horas: 3, dias: 0, semanas: 0, meses: 0 });
    expect([...kept].map(({ at }) => at.toISOString()).sort()).toEqual([
      "2026-11-26T20:55:00.000Z",
      "2026-11-26T21:55:00.000Z",
      "2026-11-26T22:30:00.000Z",
    ]);
  });

  test("retention rules count only days, weeks and months that have a backup", () => {
    const backups = [0, 24, 24 * 20, 24 * 60, 24 * 61, 24 * 400].map(hoursAgo);
    const two = chooseKept(backups, { horas: 0, dias: 2, semanas: 0, meses: 3 });
    expect(days(two)).toEqual(["2025-10-22T22", "2026-09-27T22", "2026-11-25T22", "2026-11-26T22"]);
  });

  test("the weeks of retention rules begin on Monday", () => {
    const sunday = { at: new Date("2026-11-22T23:59:00Z") };
    const monday = { at: new Date("2026-11-23T00:01:00Z") };
    const kept = chooseKept([sunday, monday, hoursAgo(0)], { horas: 0, dias: 0, semanas: 2, meses: 0 });
    expect(kept.has(sunday)).toBe(true);
    expect(kept.has(monday)).toBe(false);
  });

  test("retention rules always keep the last backup, however old", () => {
    const only = hoursAgo(24 * 365 * 10);
    expect(chooseKept([only], { horas: 1, dias: 0, semanas: 0, meses: 0 })).toEqual(new Set([only]));
    expect(chooseKept([], { horas: 1, dias: 0, semanas: 0, meses: 0 }).size).toBe(0);
  });
});
