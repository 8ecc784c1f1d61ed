import { describe, expect, test } from "vitest";
import { certificadoDeTeste, distribuicaoDeTeste, empresaDeTeste } from "./empresa-de-teste.ts";
import { isEmDia, pendenciasOf, problemaOf, sortEmpresas, summarise, ultimaOf } from "./lista.ts";

const VALIDA = empresaDeTeste({ id: "a", nome: "Água Rasa", cnpj: "33", certificado: certificadoDeTeste() });
const SEM = empresaDeTeste({ id: "b", nome: "azul", cnpj: "11" });
const vencendo = (id: string, diasRestantes: number) =>
  empresaDeTeste({ id, certificado: certificadoDeTeste({ situacao: "vencendo", diasRestantes }) });
const VENCIDA = empresaDeTeste({
  id: "v",
  nome: "Zeta",
  cnpj: "22",
  certificado: certificadoDeTeste({ situacao: "vencido", diasRestantes: -1 }),
});

test("sorts companies by name, ignoring case and accents, or by CNPJ", () => {
  const ids = (ordem: "nome" | "cnpj") => sortEmpresas([VENCIDA, SEM, VALIDA], ordem).map(({ id }) => id);
  expect(ids("nome")).toEqual(["a", "b", "v"]);
  expect(ids("cnpj")).toEqual(["b", "v", "a"]);
});

describe("certificates that need action", () => {
  test("are none while all are valid", () => expect(pendenciasOf([VALIDA])).toEqual([]));

  test("start with expired ones, and within a state with the earliest expiry", () => {
    const found = pendenciasOf([SEM, vencendo("p", 20), vencendo("q", 3), VALIDA, VENCIDA]);
    expect(found.map(({ estado, empresas }) => [estado, empresas.map(({ id }) => id)])).toEqual([
      ["vencido", ["v"]],
      ["vencendo", ["q", "p"]],
      ["sem", ["b"]],
    ]);
  });
});

test("the summary counts each state that occurs", () => {
  expect(summarise([VALIDA, SEM, VENCIDA]).map(({ texto }) => texto)).toEqual([
    "1 com certificado válido",
    "1 sem certificado",
    "1 certificado vencido",
  ]);
});

test("a sync is up to date when it has reached SEFAZ's highest NSU", () => {
  expect(isEmDia(distribuicaoDeTeste())).toBe(true);
  expect(isEmDia(distribuicaoDeTeste({ maxNSU: "000000000001235" }))).toBe(false);
});

test("of two syncs, the latest time counts, and any problem", () => {
  const parada = distribuicaoDeTeste({ modelo: "CTe", ultimaEm: null, problema: "A SEFAZ bloqueou o CNPJ." });
  const empresa = { distribuicoes: [distribuicaoDeTeste(), parada] };
  expect(ultimaOf(empresa)).toEqual(new Date("2026-11-20T12:48:00Z"));
  expect(problemaOf(empresa)).toBe("A SEFAZ bloqueou o CNPJ.");
  expect(problemaOf({ distribuicoes: [distribuicaoDeTeste()] })).toBeNull();
  expect(ultimaOf({ distribuicoes: [] })).toBeNull();
});
