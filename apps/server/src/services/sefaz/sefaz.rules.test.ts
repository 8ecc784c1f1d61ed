import { describe, expect, test } from "vitest";
import {
  CONFERENCIAS_MS,
  CONSULTA_MAX_MS,
  CONSULTAS_POR_HORA,
  findNextConferencia,
  isConsultavel,
  waitForCota,
  waitOfServico,
} from "./sefaz.rules.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const emissao = new Date("2026-10-01T12:00:00Z");
const after = (ms: number): Date => new Date(emissao.getTime() + ms);

describe("the watch on a nota", () => {
  test.each([
    ["at receipt", 0, CONFERENCIAS_MS[0]],
    ["at the first check", 25 * HOUR_MS, CONFERENCIAS_MS[1]],
    ["a week later", 169 * HOUR_MS, CONFERENCIAS_MS[2]],
    ["after a month", 30 * 24 * HOUR_MS, null],
  ])("%s", (_name, at, next) => {
    expect(findNextConferencia(emissao, after(at))?.venceEm ?? null).toEqual(next ? after(next) : null);
  });

  test("ends when SEFAZ no longer answers about the key", () => {
    expect(isConsultavel(emissao, after(CONSULTA_MAX_MS))).toBe(true);
    expect(isConsultavel(emissao, after(CONSULTA_MAX_MS + 1))).toBe(false);
  });
});

test("the question that would be one too many in an hour waits for the oldest to be an hour old", () => {
  const feitas = Array.from({ length: CONSULTAS_POR_HORA }, (_, n) => after(n * MINUTE_MS));
  const agora = after(20 * MINUTE_MS);
  expect(waitForCota(feitas.slice(1), agora)).toBe(0);
  expect(waitForCota(feitas, agora)).toBe(40 * MINUTE_MS);
});

test.each([
  ["misuse blocks for an hour", "656", null, 61 * MINUTE_MS],
  ["so does its other code", "678", null, 61 * MINUTE_MS],
  ["a pause passes by itself", "108", 5 * MINUTE_MS, 5 * MINUTE_MS],
  ["a key too old would be answered the same", "526", null, null],
])("%s", (_name, cStat, retryAfterMs, wait) => {
  expect(waitOfServico({ cStat, retryAfterMs })).toBe(wait);
});
