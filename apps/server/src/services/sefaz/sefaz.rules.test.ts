import { DAY_MS, HOUR_MS } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import {
  CONSULTA_MAX_MS,
  findNextRecheck,
  isCancelledStatus,
  isQueryable,
  originOf,
  RECHECKS_MS,
  toValidateTask,
} from "./sefaz.rules.ts";

const emissao = new Date("2026-10-01T12:00:00Z");
const after = (ms: number): Date => new Date(emissao.getTime() + ms);

describe("planned rechecks of a nota", () => {
  test.each([
    ["at receipt", 0, RECHECKS_MS[0]],
    ["at the first check", 25 * HOUR_MS, RECHECKS_MS[1]],
    ["a week later", 169 * HOUR_MS, RECHECKS_MS[2]],
    ["after a month", 30 * DAY_MS, null],
  ])("the next recheck of a nota %s", (_name, at, next) => {
    expect(findNextRecheck(emissao, after(at))?.venceEm ?? null).toEqual(next ? after(next) : null);
  });

  test("the rechecks of a nota end when SEFAZ no longer answers about its chave", () => {
    expect(isQueryable(emissao, after(CONSULTA_MAX_MS))).toBe(true);
    expect(isQueryable(emissao, after(CONSULTA_MAX_MS + 1))).toBe(false);
  });
});

const NADA = { pessoaEspera: false, aguardava: false, consultada: false };
test.each([
  ["a person who waits", { ...NADA, pessoaEspera: true, consultada: true }, "pessoa"],
  ["a certificate that arrived", { ...NADA, aguardava: true }, "certificado"],
  ["the first time", NADA, "recebimento"],
  ["any later time", { ...NADA, consultada: true }, "agenda"],
] as const)("originOf: %s", (_name, ocasiao, origem) => {
  expect(originOf(ocasiao)).toBe(origem);
});

test("only SEFAZ's cancelled statuses count as cancelled, in time or late", () => {
  expect(["101", "151", "155"].map(isCancelledStatus)).toEqual([true, true, true]);
  expect(["100", "110", "132", "135", "218", null].map(isCancelledStatus)).toEqual(Array(6).fill(false));
});

const chaveOf = (cUF: string, modelo: string, tpEmis = "1") =>
  `${cUF}2610${"11222333000181"}${modelo}001000000001${tpEmis}12345678${"0"}`;

test.each([
  ["35", "55", "1", "sefaz:consulta:SP:55"],
  ["42", "55", "1", "sefaz:consulta:SVRS:55"],
  ["33", "55", "1", "sefaz:consulta:SVRS:55"],
  ["42", "55", "6", "sefaz:consulta:SVC-AN:55"],
  ["35", "65", "1", "sefaz:consulta:SP:65"],
  ["26", "57", "1", "sefaz:consulta:SVSP:57"],
  ["35", "58", "1", "sefaz:consulta:SVRS:58"],
])("the task of a chave of UF %s, modelo %s, tpEmis %s has the cota %s", (cUF, modelo, tpEmis, cota) => {
  expect(toValidateTask(chaveOf(cUF, modelo, tpEmis), { venceEm: emissao }).cota).toBe(cota);
});
