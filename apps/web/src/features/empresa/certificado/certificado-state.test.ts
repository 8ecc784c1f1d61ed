import { describe, expect, test } from "vitest";
import { sampleCertificado } from "../sample-empresa.ts";
import { certificadoChipOf, certificadoStateOf, matchCnpj } from "./certificado-state.ts";

const TIME_ZONE = "America/Sao_Paulo";
const chip = (overrides: Parameters<typeof sampleCertificado>[0]) =>
  certificadoChipOf({ certificado: sampleCertificado(overrides) }, TIME_ZONE);

describe("the certificate chip", () => {
  test("a valid certificate shows its expiry date", () => {
    expect(chip({})).toEqual({ state: "valido", tone: "ok", text: "Válido até 02/03/2027" });
  });

  test("the expiry date is in the user's time zone, not in UTC", () => {
    expect(chip({ validoAte: new Date("2027-03-02T01:00:00Z") }).text).toBe("Válido até 01/03/2027");
  });

  test.each([
    [12, "Vence em 12 dias"],
    [2, "Vence em 2 dias"],
    [1, "Vence amanhã"],
    [0, "Vence hoje"],
  ])("the chip warns when %d days are left", (diasRestantes, text) => {
    expect(chip({ situacao: "vencendo", diasRestantes })).toEqual({
      state: "vencendo",
      tone: "aviso",
      text,
    });
  });

  test("the chip is red only when the certificate has expired", () => {
    expect(chip({ situacao: "vencido", diasRestantes: -3 })).toMatchObject({
      tone: "ruim",
      text: "Vencido",
    });
    expect(certificadoChipOf({ certificado: null }, TIME_ZONE)).toEqual({
      state: "sem",
      tone: "aviso",
      text: "Sem certificado",
    });
    expect(chip({ situacao: "ainda-nao-vale", validoDe: new Date("2026-12-01T12:00:00Z") })).toEqual({
      state: "futuro",
      tone: "aviso",
      text: "Vale a partir de 01/12/2026",
    });
  });
});

test("a company without a certificate has its own state", () => {
  expect(certificadoStateOf({ certificado: null })).toBe("sem");
});

test.each([
  ["27391485000148", "mesmo"],
  ["27391485000229", "raiz"],
  ["11222333000181", "outro"],
  [null, "nenhum"],
] as const)("the certificate's CNPJ %s, compared with the company's CNPJ, gives “%s”", (cnpj, expected) => {
  expect(matchCnpj({ cnpj }, "27391485000148")).toBe(expected);
});
