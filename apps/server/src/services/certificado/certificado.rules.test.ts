import { expect, test } from "vitest";
import { type Abertura, daysLeft, findAviso, judgeCertificado, situacaoOf } from "./certificado.rules.ts";

const DIA_MS = 86_400_000;
const AGORA = new Date("2026-11-20T12:00:00Z");
const at = (dias: number): Date => new Date(AGORA.getTime() + dias * DIA_MS);

test.each([
  [100, 100],
  [1.5, 2],
  [1, 1],
  [0.001, 1],
  [0, -1],
  [-0.5, -1],
  [-1, -2],
  [-30, -31],
])("%d days before its expiry, a certificate has %i days left", (dias, left) => {
  expect(daysLeft({ validoAte: at(dias) }, AGORA)).toBe(left);
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
  expect(situacaoOf({ validoDe: at(de), validoAte: at(ate) }, AGORA)).toBe(situacao);
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
])("%d days left, last warning %s: the warning due is %s", (dias, avisado, aviso) => {
  expect(findAviso(at(dias), avisado, AGORA)).toBe(aviso);
});

test("refuses an unknown chain only if the chain must be verified", () => {
  const cnpj = "11222333000181";
  const certificado = {
    certificadoPem: "",
    cadeiaPem: [],
    titular: "PADARIA AURORA LTDA",
    cnpj,
    validoDe: at(-1),
    validoAte: at(1),
  };
  const judge = (cadeia: "verificada" | "desconhecida" | "nao-verificada", exigeCadeia: boolean) => {
    const abertura: Abertura = { kind: "ok", certificado, cadeia };
    return judgeCertificado(abertura, { cnpj, agora: AGORA, zona: "America/Sao_Paulo", exigeCadeia });
  };
  expect(() => judge("desconhecida", true)).toThrow(/não reconhece a autoridade da ICP-Brasil/);
  expect(judge("desconhecida", false)).toEqual({ certificado, cadeia: "desconhecida" });
  for (const cadeia of ["verificada", "nao-verificada"] as const) {
    expect(judge(cadeia, true).cadeia).toBe(cadeia);
  }
});

test("accepts an e-CPF only for the empresa of its CPF, and no e-CNPJ for a CPF", () => {
  const judge = (doCertificado: string, cnpj: string) => {
    const certificado = {
      ...{ certificadoPem: "", cadeiaPem: [], titular: "FULANA INVENTADA", cnpj: doCertificado },
      ...{ validoDe: at(-1), validoAte: at(1) },
    };
    const abertura: Abertura = { kind: "ok", certificado, cadeia: "verificada" };
    return judgeCertificado(abertura, { cnpj, agora: AGORA, zona: "America/Sao_Paulo", exigeCadeia: true });
  };
  expect(judge("52998224725", "52998224725").cadeia).toBe("verificada");
  expect(() => judge("52998224725", "15350946056")).toThrow(/529\.982\.247-25, de outra empresa/);
  expect(() => judge("52998224725", "52998224000100")).toThrow(/é de uma pessoa/);
  expect(() => judge("52998224000100", "52998224725")).toThrow(/de outra empresa/);
});
