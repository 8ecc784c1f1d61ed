import { describe, expect, test } from "vitest";
import { addReading, type CountReading, nextReadingMs } from "./divergencias.ts";

/** The polling intervals of the notas page for a series of counts, in seconds. */
function waits(totals: readonly number[], openedAt = 0): number[] {
  let counted: CountReading | undefined;
  return totals.map((total) => {
    counted = addReading(counted, total);
    return nextReadingMs("notas", counted, openedAt) / 1_000;
  });
}

describe("the interval between counts of the divergences", () => {
  test("pages other than notas count every five minutes, whatever the count", () => {
    expect(nextReadingMs("geral", undefined)).toBe(300_000);
    expect(nextReadingMs("geral", { total: 3, reading: 9, changedAt: 9 })).toBe(300_000);
  });

  test("the notas page counts after 32 s, then at doubled intervals up to 320 s while the count is unchanged", () => {
    expect(nextReadingMs("notas", undefined)).toBe(32_000);
    expect(waits([3, 3, 3, 3, 3, 3, 3])).toEqual([32, 64, 128, 256, 320, 320, 320]);
  });

  test("a changed count resets the interval to 32 s", () => {
    expect(waits([3, 3, 3, 4, 4, 0])).toEqual([32, 64, 128, 32, 64, 32]);
  });

  test("reopening the notas page resets the interval, however long the count has not changed", () => {
    expect(waits([3, 3, 3, 3, 3, 3], 4).slice(4)).toEqual([32, 64]);
  });
});
