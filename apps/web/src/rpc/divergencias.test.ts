import { describe, expect, test } from "vitest";
import { addLeitura, type Contagem, nextLeituraMs, semanaDe } from "./divergencias.ts";

/** The polling intervals of the notas page for a series of counts, in seconds. */
function waits(totais: readonly number[], abertaNa = 0): number[] {
  let contagem: Contagem | undefined;
  return totais.map((total) => {
    contagem = addLeitura(contagem, total);
    return nextLeituraMs("notas", contagem, abertaNa) / 1_000;
  });
}

describe("how often the divergences are counted", () => {
  test("elsewhere: every five minutes, whatever the count", () => {
    expect(nextLeituraMs("geral", undefined)).toBe(300_000);
    expect(nextLeituraMs("geral", { total: 3, leitura: 9, mudouNa: 9 })).toBe(300_000);
  });

  test("on the notas page: after 32 s, doubling while the count does not change, up to 320 s", () => {
    expect(nextLeituraMs("notas", undefined)).toBe(32_000);
    expect(waits([3, 3, 3, 3, 3, 3, 3])).toEqual([32, 64, 128, 256, 320, 320, 320]);
  });

  test("a changed count resets the interval to 32 s", () => {
    expect(waits([3, 3, 3, 4, 4, 0])).toEqual([32, 64, 128, 32, 64, 32]);
  });

  test("reopening the page resets the interval, however long the count has not changed", () => {
    expect(waits([3, 3, 3, 3, 3, 3], 4).slice(4)).toEqual([32, 64]);
  });
});

test("the week of the divergences begins as in their list, in the conta's time zone", () => {
  const night = new Date("2026-11-21T02:00:00Z");
  expect(semanaDe("America/Sao_Paulo", night).de).toBe("2026-11-14");
  expect(semanaDe("UTC", night).de).toBe("2026-11-15");
});
