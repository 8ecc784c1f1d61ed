import { TOTAL_EXATO_MAX } from "@malote/contract";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../errors.ts";
import { faixasOfNumero, readPagina, readTotal } from "./lista.rules.ts";

describe("pages", () => {
  test.each([
    [{}, { limit: 20, offset: 0 }],
    [
      { currentPage: 3, pageSize: 7 },
      { limit: 7, offset: 14 },
    ],
    [{ currentPage: 500 }, { limit: 20, offset: 9_980 }],
  ])("%j are read as %j", (params, pagina) => {
    expect(readPagina(params)).toEqual(pagina);
  });

  test.each([
    { currentPage: 501 },
    { currentPage: 51, pageSize: 200 },
    { currentPage: 10_000, pageSize: 200 },
  ])("%j is refused as too deep", (params) => {
    expect(() => readPagina(params)).toThrow(Refusal);
  });
});

describe("the total of a list", () => {
  const pagina = { limit: 20, offset: 40 };
  const counted = (n: number) => async (): Promise<number> => n;

  test("is the end of a page that is not full, without a count", async () => {
    const never = async (): Promise<number> => {
      throw new Error("counted");
    };
    expect(await readTotal(pagina, 3, never)).toEqual({ totalCount: 43, totalExato: true });
    expect(await readTotal({ limit: 20, offset: 0 }, 0, never)).toEqual({ totalCount: 0, totalExato: true });
  });

  test("is counted after a full page, and after an empty page beyond the first", async () => {
    expect(await readTotal(pagina, 20, counted(999))).toEqual({ totalCount: 999, totalExato: true });
    expect(await readTotal(pagina, 0, counted(7))).toEqual({ totalCount: 7, totalExato: true });
  });

  test("is a lower bound above the maximum that is counted", async () => {
    const more = counted(TOTAL_EXATO_MAX + 1);
    expect(await readTotal(pagina, 20, more)).toEqual({ totalCount: TOTAL_EXATO_MAX, totalExato: false });
  });
});

test("the numbers with some leading digits are one range per length, the number itself first", () => {
  expect(faixasOfNumero(5_500)).toEqual([
    { de: 5_500, ate: 5_500 },
    { de: 55_000, ate: 55_009 },
    { de: 550_000, ate: 550_099 },
    { de: 5_500_000, ate: 5_500_999 },
    { de: 55_000_000, ate: 55_009_999 },
    { de: 550_000_000, ate: 550_099_999 },
  ]);
  expect(faixasOfNumero(999_999_999)).toHaveLength(1);
  expect([faixasOfNumero(99), faixasOfNumero(100)].map(({ length }) => length)).toEqual([1, 7]);
});
