import { expect, test } from "vitest";
import {
  describeChange,
  findAlert,
  listMonths,
  monthOf,
  normalizeProfile,
  percentOf,
} from "./conta.rules.ts";

const conta = { identificador: "acme", tipoPessoa: "Jurídica", uf: "SP", downloadPublico: true } as const;

test("a conta's name is normalized to lower case without outer spaces", () => {
  expect(normalizeProfile({ ...conta, identificador: " ACME.Sul " }).identificador).toBe("acme.sul");
});

test("a change of a conta is described with old and new values; without a change it is null", () => {
  expect(describeChange(conta, conta)).toBeNull();
  expect(describeChange(conta, { ...conta, uf: "AM", tipoPessoa: "Física" })).toBe(
    "tipo de pessoa: Jurídica → Física; UF: SP → AM",
  );
  expect(describeChange(conta, { ...conta, downloadPublico: false })).toBe("download público: sim → não");
});

test("a month begins in the conta's time zone", () => {
  const virada = new Date("2026-12-01T03:30:00Z");
  expect([monthOf(virada, "SP"), monthOf(virada, "AM"), monthOf(virada, "AC")]).toEqual([
    "2026-12-01",
    "2026-11-01",
    "2026-11-01",
  ]);
});

test("the list of past months crosses the end of the year", () => {
  expect(listMonths("2026-02-01", 4)).toEqual(["2026-02-01", "2026-01-01", "2025-12-01", "2025-11-01"]);
});

test.each([
  [799, 0, null],
  [800, 0, 80],
  [800, 80, null],
  [999, 80, null],
  [1_000, 80, 100],
  [1_000, 0, 100],
  [5_000, 100, null],
])("plan of 1,000 documents, %i used, last alert at %i %%: alerts at %s %%", (documentos, avisado, parte) => {
  expect(findAlert({ documentos, avisado }, 1_000)).toBe(parte);
});

test("the used percentage of the plan is rounded down and may exceed 100", () => {
  expect([percentOf(1_999, 2_000), percentOf(2_500, 1_000)]).toEqual([99, 250]);
});
