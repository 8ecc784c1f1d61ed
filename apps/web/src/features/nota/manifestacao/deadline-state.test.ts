import { expect, test } from "vitest";
import { remainingDaysTexts as texts } from "../../../texts/nota/remaining-days.ts";
import { deadlineStateOf } from "./deadline-state.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const daysFromNow = (days: number, ms = 0): Date => new Date(NOW.getTime() + days * 86_400_000 + ms);
const stateAt = (ate: Date) =>
  deadlineStateOf({ prazoManifestacao: ate, confirmadaTacitamenteEm: null }, NOW);

test("the manifestação deadline is counted in whole days, with a warning below fifteen", () => {
  expect(stateAt(daysFromNow(15))).toMatchObject({ dias: 15, perto: false });
  expect(stateAt(daysFromNow(15, -1))).toMatchObject({ dias: 14, perto: true });
  expect(stateAt(NOW)).toMatchObject({ kind: "corre", dias: 0, perto: true });
  expect(stateAt(daysFromNow(0, -1))).toMatchObject({ kind: "encerrado" });
});

test("after the deadline the confirmation is tacit", () => {
  const since = daysFromNow(-1);
  expect(deadlineStateOf({ prazoManifestacao: since, confirmadaTacitamenteEm: since }, NOW)).toEqual({
    kind: "tacita",
    desde: since,
  });
  expect(deadlineStateOf({ prazoManifestacao: null, confirmadaTacitamenteEm: null }, NOW)).toBeNull();
});

test.each([
  [0, "falta menos de 1 dia"],
  [1, "falta 1 dia"],
  [12, "faltam 12 dias"],
])("a deadline in %i days is written as “%s”", (days, text) => expect(texts.faltam(days)).toBe(text));
