import { describe, expect, test } from "vitest";
import { addLeitura, type Contagem, nextLeituraMs, semanaDe } from "./divergencias.ts";

/** The waits of the notes screen as the counts come, in seconds. */
function waits(totais: readonly number[], abertaNa = 0): number[] {
  let contagem: Contagem | undefined;
  return totais.map((total) => {
    contagem = addLeitura(contagem, total);
    return nextLeituraMs("notas", contagem, abertaNa) / 1_000;
  });
}

describe("how often the divergences are counted", () => {
  test("anywhere: every five minutes, whatever the count does", () => {
    expect(nextLeituraMs("geral", undefined)).toBe(300_000);
    expect(nextLeituraMs("geral", { total: 3, leitura: 9, mudouNa: 9 })).toBe(300_000);
  });

  test("on the notes screen: after 32 s, and twice as long while nothing changes, up to 320 s", () => {
    expect(nextLeituraMs("notas", undefined)).toBe(32_000);
    expect(waits([3, 3, 3, 3, 3, 3, 3])).toEqual([32, 64, 128, 256, 320, 320, 320]);
  });

  test("a count that changes is watched from near again", () => {
    expect(waits([3, 3, 3, 4, 4, 0])).toEqual([32, 64, 128, 32, 64, 32]);
  });

  test("opening the screen again begins from near, however long the count has stood", () => {
    expect(waits([3, 3, 3, 3, 3, 3], 4).slice(4)).toEqual([32, 64]);
  });
});

test("the week of the divergences begins with that of their list, by the conta's own clock", () => {
  const night = new Date("2026-11-21T02:00:00Z");
  expect(semanaDe("America/Sao_Paulo", night).de).toBe("2026-11-14");
  expect(semanaDe("UTC", night).de).toBe("2026-11-15");
});
