import { EXACT_TOTAL_MAX } from "@malote/contract";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../errors.ts";
import { patternOfFragment, rangesOfNumero, readPage, readTotal } from "./list.rules.ts";

describe("pages of a list", () => {
  test.each([
    [{}, { limit: 20, offset: 0 }],
    [
      { currentPage: 3, pageSize: 7 },
      { limit: 7, offset: 14 },
    ],
    [{ currentPage: 500 }, { limit: 20, offset: 9_980 }],
  ])("the page params %j are read as %j", (params, page) => {
    expect(readPage(params)).toEqual(page);
  });

  test.each([
    { currentPage: 501 },
    { currentPage: 51, pageSize: 200 },
    { currentPage: 10_000, pageSize: 200 },
  ])("the page params %j are refused as too deep", (params) => {
    expect(() => readPage(params)).toThrow(Refusal);
  });
});

describe("the total of a list", () => {
  const page = { limit: 20, offset: 40 };
  const counted = (n: number) => async (): Promise<number> => n;

  test("the total is the end of a page that is not full, without a count", async () => {
    const never = async (): Promise<number> => {
      throw new Error("counted");
    };
    expect(await readTotal(page, 3, never)).toEqual({ totalCount: 43, totalExato: true });
    expect(await readTotal({ limit: 20, offset: 0 }, 0, never)).toEqual({ totalCount: 0, totalExato: true });
  });

  test("the total is counted after a full page, and after an empty page beyond the first", async () => {
    expect(await readTotal(page, 20, counted(999))).toEqual({ totalCount: 999, totalExato: true });
    expect(await readTotal(page, 0, counted(7))).toEqual({ totalCount: 7, totalExato: true });
  });

  test("the total is a lower bound above the maximum that is counted", async () => {
    const more = counted(EXACT_TOTAL_MAX + 1);
    expect(await readTotal(page, 20, more)).toEqual({ totalCount: EXACT_TOTAL_MAX, totalExato: false });
  });
});

test("the numbers with some leading digits are one range per length, the number itself first", () => {
  expect(rangesOfNumero(5_500)).toEqual([
    { from: 5_500, to: 5_500 },
    { from: 55_000, to: 55_009 },
    { from: 550_000, to: 550_099 },
    { from: 5_500_000, to: 5_500_999 },
    { from: 55_000_000, to: 55_009_999 },
    { from: 550_000_000, to: 550_099_999 },
  ]);
  expect(rangesOfNumero(999_999_999)).toHaveLength(1);
  expect([rangesOfNumero(99), rangesOfNumero(100)].map(({ length }) => length)).toEqual([1, 7]);
});

test.each([
  ["nota", "%nota%"],
  [" 100% _ ", "%100\\% \\_%"],
  ["\\", "%\\\\%"],
  [" ", null],
])("the fragment %j is written as the pattern %j", (text, pattern) => {
  expect(patternOfFragment(text)).toBe(pattern);
});
