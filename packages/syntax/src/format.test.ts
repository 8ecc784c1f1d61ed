import { describe, expect, test } from "vitest";
import { dayInZone, isDay } from "./day.ts";
import {
  formatAmount,
  formatChave,
  formatDate,
  formatDateTime,
  formatDecimal,
  formatDocumento,
  formatInteger,
  formatReais,
  formatSize,
  formatTipoNota,
  linesOfInfCpl,
} from "./format.ts";
import { foldName, nameSortKey } from "./name-sort-key.ts";
import { formatSizeOf } from "./size-of.ts";
import { tipoNotaOfModelo } from "./tipo-nota.ts";
import { UFS, ufOfCode, zoneOfUf } from "./uf.ts";

const MIDNIGHT_UTC = new Date("2026-11-20T02:30:00Z");

describe("Brazilian formats", () => {
  test.each([
    ["1234.50", "1.234,50"],
    ["0.05", "0,05"],
    ["-1234567.80", "-1.234.567,80"],
    ["999.00", "999,00"],
  ])("formats the amount %s as %s", (amount, text) => {
    expect(formatAmount(amount)).toBe(text);
  });

  test("formats reais with symbol and no-break space", () => {
    expect(formatReais("1234.50")).toBe("R$\u00a01.234,50");
    expect(formatReais("-2.00")).toBe("-R$\u00a02,00");
  });

  test("formats integers with thousands dots", () => {
    expect([formatInteger(0), formatInteger(1234567), formatInteger(-1000), formatInteger(12n)]).toEqual([
      "0",
      "1.234.567",
      "-1.000",
      "12",
    ]);
  });

  test("formats an instant in the given zone", () => {
    expect(formatDate(MIDNIGHT_UTC)).toBe("19/11/2026");
    expect(formatDate(MIDNIGHT_UTC, "UTC")).toBe("20/11/2026");
    expect(formatDateTime(MIDNIGHT_UTC, zoneOfUf("AC"))).toBe("19/11/2026 21:30");
    expect(formatDateTime(new Date("2026-11-20T03:00:00Z"))).toBe("20/11/2026 00:00");
    expect(dayInZone(MIDNIGHT_UTC, zoneOfUf("SP"))).toBe("2026-11-19");
  });

  test("formats a day without a zone", () => {
    expect(formatDate("2026-02-01")).toBe("01/02/2026");
    expect([isDay("2024-02-29"), isDay("2026-02-29"), isDay("2026-2-1"), isDay("2026-13-01")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("formats CNPJ, CPF and access keys in groups", () => {
    expect(formatDocumento("12ABC34501DE35")).toBe("12.ABC.345/01DE-35");
    expect(formatDocumento("52998224725")).toBe("529.982.247-25");
    expect(formatDocumento("EX123")).toBe("EX123");
    expect(formatChave("35261112ABC34501DE35550010000001231123456788")).toBe(
      "3526 1112 ABC3 4501 DE35 5500 1000 0001 2311 2345 6788",
    );
  });

  test.each([
    [0, "0 B"],
    [1023, "1.023 B"],
    [1024, "1 KB"],
    [14_541, "14,2 KB"],
    [1_048_575, "1 MB"],
    [52_428_800, "50 MB"],
  ])("formats %i bytes as %s", (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });

  test("formats a part of a total, and writes a unit that both share only once", () => {
    const GB = 1024 ** 3;
    expect(formatSizeOf(212 * GB, 500 * GB)).toBe("212 de 500 GB");
    expect(formatSizeOf(3.5 * GB, 2048 * GB)).toBe("3,5 GB de 2 TB");
    expect(formatSizeOf(0, 500 * GB)).toBe("0 B de 500 GB");
  });

  test("folds accents and case for sorting names", () => {
    expect(nameSortKey("  Ação   & CIA  São João ")).toBe("acao & cia sao joao");
    expect(nameSortKey("x".repeat(60))).toHaveLength(40);
    expect(foldName(`Ágil ${"x".repeat(60)}`)).toBe(`agil ${"x".repeat(60)}`);
  });
});

describe("the tables of states and models", () => {
  test("the table of states has 27 states with distinct codes and existing zones", () => {
    expect(UFS).toHaveLength(27);
    expect(new Set(UFS.map((uf) => uf.codigo)).size).toBe(27);
    for (const uf of UFS) {
      expect(ufOfCode(uf.codigo)).toBe(uf.sigla);
      expect(() => dayInZone(MIDNIGHT_UTC, uf.zona)).not.toThrow();
    }
    expect(ufOfCode("91")).toBeNull();
  });

  test("the table of models has a type for each model, and none for unknown ones", () => {
    expect(["55", "57", "58", "65", "67"].map(tipoNotaOfModelo)).toEqual([
      "NFe",
      "CTe",
      "MDFe",
      "NFCe",
      "CTeOS",
    ]);
    expect(tipoNotaOfModelo("62")).toBeNull();
    expect(tipoNotaOfModelo("constructor")).toBeNull();
    expect(formatTipoNota("CTeOS")).toBe("CT-e OS");
  });
});

describe("formatDecimal", () => {
  test.each([
    ["1234.5000", 2, "1.234,50"],
    ["0.0000000001", 2, "0,0000000001"],
    ["-1000000", 0, "-1.000.000"],
    ["007", 0, "7"],
    ["3.", 0, "3"],
    ["1e5", 2, "1e5"],
    ["", 2, ""],
  ])("formatDecimal writes %s with %i places as %s", (text, places, written) => {
    expect(formatDecimal(text, places)).toBe(written);
  });
});

describe("linesOfInfCpl", () => {
  test.each([
    ["Pedido 7;Portão 3", ["Pedido 7", "Portão 3"]],
    [" Pedido 7 ;; Portão 3;\r\nTurno 2\n", ["Pedido 7", "Portão 3", "Turno 2"]],
    ["Tintas &quot;Sol&quot; &#38; Cia; fone 99", ["Tintas &quot;Sol&quot; &#38; Cia", "fone 99"]],
    ["ARROZ&FEIJAO; 5 kg", ["ARROZ&FEIJAO", "5 kg"]],
    ["", []],
  ])("linesOfInfCpl splits at each semicolon, without blank lines: %j", (text, lines) => {
    expect(linesOfInfCpl(text)).toEqual(lines);
  });
});
