import { describe, expect, test } from "vitest";
import { certificadoDeTeste } from "../empresa-de-teste.ts";
import { estadoOf, matchCnpj, situacaoOf } from "./situacao.ts";

const ZONA = "America/Sao_Paulo";
const chip = (over: Parameters<typeof certificadoDeTeste>[0]) =>
  situacaoOf({ certificado: certificadoDeTeste(over) }, ZONA);

describe("the chip of a certificate", () => {
  test("shows the expiry date while it is valid", () => {
    expect(chip({})).toEqual({ estado: "valido", tom: "ok", palavra: "Válido até 02/03/2027" });
  });

  test("shows the date in the user's time zone, not in UTC", () => {
    expect(chip({ validoAte: new Date("2027-03-02T01:00:00Z") }).palavra).toBe("Válido até 01/03/2027");
  });

  test.each([
    [12, "Vence em 12 dias"],
    [2, "Vence em 2 dias"],
    [1, "Vence amanhã"],
    [0, "Vence hoje"],
  ])("warns when %d days are left", (diasRestantes, palavra) => {
    expect(chip({ situacao: "vencendo", diasRestantes })).toEqual({
      estado: "vencendo",
      tom: "aviso",
      palavra,
    });
  });

  test("is red only when expired", () => {
    expect(chip({ situacao: "vencido", diasRestantes: -3 })).toMatchObject({
      tom: "ruim",
      palavra: "Vencido",
    });
    expect(situacaoOf({ certificado: null }, ZONA)).toEqual({
      estado: "sem",
      tom: "aviso",
      palavra: "Sem certificado",
    });
    expect(chip({ situacao: "ainda-nao-vale", validoDe: new Date("2026-12-01T12:00:00Z") })).toEqual({
      estado: "futuro",
      tom: "aviso",
      palavra: "Vale a partir de 01/12/2026",
    });
  });
});

test("a company without a certificate has its own state", () => {
  expect(estadoOf({ certificado: null })).toBe("sem");
});

test.each([
  ["27391485000148", "mesmo"],
  ["27391485000229", "raiz"],
  ["11222333000181", "outro"],
  [null, "nenhum"],
] as const)("compares the certificate's CNPJ %s with the company's: “%s”", (cnpj, expected) => {
  expect(matchCnpj({ cnpj }, "27391485000148")).toBe(expected);
});
