import { DAY_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import type { OpenResult } from "../../app-context.ts";
import { daysLeft, findDueWarning, judgeCertificado, situacaoOf } from "./certificado.rules.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const at = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

test.each([
  [100, 100],
  [1.5, 2],
  [1, 1],
  [0.001, 1],
  [0, -1],
  [-0.5, -1],
  [-1, -2],
  [-30, -31],
])("%d days before its expiry, a certificate has %i days left", (days, left) => {
  expect(daysLeft({ validoAte: at(days) }, NOW)).toBe(left);
});

test.each([
  [-10, 100, "valido"],
  [-10, 31, "valido"],
  [-10, 30, "vencendo"],
  [-10, 0.001, "vencendo"],
  [-10, 0, "vencido"],
  [0, 100, "valido"],
  [0.001, 100, "ainda-nao-vale"],
] as const)("a certificate valid from day %d to day %d is %s", (de, ate, situacao) => {
  expect(situacaoOf({ validoDe: at(de), validoAte: at(ate) }, NOW)).toBe(situacao);
});

test.each([
  [30.001, null, null],
  [30, null, 30],
  [16, null, 30],
  [15, null, 15],
  [15, 30, 15],
  [15, 15, null],
  [7, 30, 7],
  [1, 7, 1],
  [0.5, 1, null],
  [0, 1, 0],
  [-400, null, 0],
  [-400, 0, null],
])("certificate with %d days left, last warning %s: the warning due is %s", (days, lastWarning, warning) => {
  expect(findDueWarning(at(days), lastWarning, NOW)).toBe(warning);
});

test("an unknown chain is refused only if the chain must be verified", () => {
  const cnpj = "11222333000181";
  const certificado = {
    certificadoPem: "",
    cadeiaPem: [],
    titular: "PADARIA AURORA LTDA",
    cnpj,
    validoDe: at(-1),
    validoAte: at(1),
  };
  const judge = (chain: "verificada" | "desconhecida" | "nao-verificada", exigeCadeia: boolean) => {
    const opened: OpenResult = { kind: "ok", certificado, cadeia: chain };
    return judgeCertificado(opened, {
      cnpj,
      now: NOW,
      zona: "America/Sao_Paulo",
      requiresChain: exigeCadeia,
    });
  };
  expect(() => judge("desconhecida", true)).toThrow(/não reconhece a autoridade da ICP-Brasil/);
  expect(judge("desconhecida", false)).toEqual({ certificado, cadeia: "desconhecida" });
  for (const chain of ["verificada", "nao-verificada"] as const) {
    expect(judge(chain, true).cadeia).toBe(chain);
  }
});

test("an e-CPF is accepted only for the empresa of its CPF, and no e-CNPJ for a CPF", () => {
  const judge = (doCertificado: string, cnpj: string) => {
    const certificado = {
      ...{ certificadoPem: "", cadeiaPem: [], titular: "FULANA INVENTADA", cnpj: doCertificado },
      ...{ validoDe: at(-1), validoAte: at(1) },
    };
    const opened: OpenResult = { kind: "ok", certificado, cadeia: "verificada" };
    return judgeCertificado(opened, { cnpj, now: NOW, zona: "America/Sao_Paulo", requiresChain: true });
  };
  expect(judge("52998224725", "52998224725").cadeia).toBe("verificada");
  expect(() => judge("52998224725", "15350946056")).toThrow(/529\.982\.247-25, de outra empresa/);
  expect(() => judge("52998224725", "52998224000100")).toThrow(/é de uma pessoa/);
  expect(() => judge("52998224000100", "52998224725")).toThrow(/de outra empresa/);
});
