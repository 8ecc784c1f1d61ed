import { describe, expect, test } from "vitest";
import { Refusal } from "../../errors.ts";
import { listPeriodos, type Periodo, readCorte, splitMeses } from "./painel.rules.ts";

const DIA_MS = 86_400_000;
const plus = (dia: string, dias: number): string =>
  new Date(Date.parse(`${dia}T00:00:00Z`) + dias * DIA_MS).toISOString().slice(0, 10);
const daysOf = ({ de, ate }: Periodo): string[] => {
  const dias: string[] = [];
  for (let dia = de; dia <= ate; dia = plus(dia, 1)) dias.push(dia);
  return dias;
};

describe("a range", () => {
  test.each([
    [1, "dia"],
    [70, "dia"],
    [71, "semana"],
    [190, "semana"],
    [191, "mes"],
    [550, "mes"],
    [551, "ano"],
    [3660, "ano"],
  ])("of %i days is grouped by %s", (dias, grupo) => {
    const periodo = { de: "2024-02-28", ate: plus("2024-02-28", dias - 1) };
    expect(readCorte(periodo, null)).toEqual({ periodo, grupo });
  });

  test("is grouped as requested", () => {
    expect(readCorte({ de: "2024-01-01", ate: "2026-01-01" }, "dia").grupo).toBe("dia");
  });

  test("that ends before it begins, or is longer than ten years, is refused", () => {
    const key = (periodo: Periodo): unknown => {
      try {
        return readCorte(periodo, null);
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
  test("weeks begin on Monday, except the first", () => {
    expect(listPeriodos({ de: "2026-11-18", ate: "2026-11-30" }, "semana")).toEqual([
      { de: "2026-11-18", ate: "2026-11-22" },
      { de: "2026-11-23", ate: "2026-11-29" },
      { de: "2026-11-30", ate: "2026-11-30" },
    ]);
  });

  test("months and years begin on their first day, except the first", () => {
    const periodo = { de: "2023-12-31", ate: "2024-03-01" };
    expect(listPeriodos(periodo, "mes").map(({ de }) => de)).toEqual([
      "2023-12-31",
      "2024-01-01",
      "2024-02-01",
      "2024-03-01",
    ]);
    expect(listPeriodos(periodo, "ano").map(({ de }) => de)).toEqual(["2023-12-31", "2024-01-01"]);
  });

  test("work at both ends of the calendar", () => {
    const dias = (de: string, ate: string) => listPeriodos({ de, ate }, "dia").length;
    expect([dias("0001-01-01", "0001-01-31"), dias("9999-12-01", "9999-12-31")]).toEqual([31, 31]);
    expect(splitMeses({ de: "9999-12-30", ate: "9999-12-31" }).bordas).toHaveLength(1);
    expect(splitMeses({ de: "0001-01-01", ate: "0001-01-02" }).bordas).toHaveLength(1);
  });
});

test("whole months and their edges cover each day of the range once; no edge is longer than half a month", () => {
  for (let n = 0; n < 400; n += 1) {
    const de = plus("2023-01-01", (n * 37) % 800);
    const periodo = { de, ate: plus(de, (n * 53) % 130) };
    const { meses, bordas } = splitMeses(periodo);
    const counts = new Map<string, number>();
    const add = (dia: string, sinal: number) => counts.set(dia, (counts.get(dia) ?? 0) + sinal);
    if (meses) {
      const fim = plus(`${plus(meses.ate, 31).slice(0, 8)}01`, -1);
      for (const dia of daysOf({ de: meses.de, ate: fim })) add(dia, 1);
    }
    for (const borda of bordas) for (const dia of daysOf(borda)) add(dia, borda.sinal);
    const counted = [...counts].filter(([, n]) => n !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(counted).toEqual(daysOf(periodo).map((dia) => [dia, 1]));
    for (const borda of bordas) expect(daysOf(borda).length).toBeLessThanOrEqual(15);
  }
});
