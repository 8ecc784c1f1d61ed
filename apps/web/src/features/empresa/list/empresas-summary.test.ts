import { describe, expect, test } from "vitest";
import { sampleCertificado, sampleDistribuicao, sampleEmpresa } from "../sample-empresa.ts";
import {
  isUpToDate,
  lastQueryOf,
  pendingItemsOf,
  sortEmpresas,
  summarise,
  syncProblemOf,
} from "./empresas-summary.ts";

const VALID = sampleEmpresa({ id: "a", nome: "Água Rasa", cnpj: "33", certificado: sampleCertificado() });
const WITHOUT_CERTIFICADO = sampleEmpresa({ id: "b", nome: "azul", cnpj: "11" });
const expiring = (id: string, diasRestantes: number) =>
  sampleEmpresa({ id, certificado: sampleCertificado({ situacao: "vencendo", diasRestantes }) });
const EXPIRED = sampleEmpresa({
  id: "v",
  nome: "Zeta",
  cnpj: "22",
  certificado: sampleCertificado({ situacao: "vencido", diasRestantes: -1 }),
});

test("companies are sorted by name, ignoring case and accents, or by CNPJ", () => {
  const ids = (sortOrder: "nome" | "cnpj") =>
    sortEmpresas([EXPIRED, WITHOUT_CERTIFICADO, VALID], sortOrder).map(({ id }) => id);
  expect(ids("nome")).toEqual(["a", "b", "v"]);
  expect(ids("cnpj")).toEqual(["b", "v", "a"]);
});

describe("companies whose certificate needs action", () => {
  test("no company is listed while all certificates are valid", () =>
    expect(pendingItemsOf([VALID])).toEqual([]));

  test("companies with expired certificates are listed first; within a state, those with the earliest expiry", () => {
    const found = pendingItemsOf([WITHOUT_CERTIFICADO, expiring("p", 20), expiring("q", 3), VALID, EXPIRED]);
    expect(found.map(({ state, empresas }) => [state, empresas.map(({ id }) => id)])).toEqual([
      ["vencido", ["v"]],
      ["vencendo", ["q", "p"]],
      ["sem", ["b"]],
    ]);
  });
});

test("the summary of companies counts each certificate state that occurs", () => {
  expect(summarise([VALID, WITHOUT_CERTIFICADO, EXPIRED]).map(({ text }) => text)).toEqual([
    "1 com certificado válido",
    "1 sem certificado",
    "1 certificado vencido",
  ]);
});

test("a distribution sync is up to date when it has reached SEFAZ's highest NSU", () => {
  expect(isUpToDate(sampleDistribuicao())).toBe(true);
  expect(isUpToDate(sampleDistribuicao({ maxNSU: "000000000001235" }))).toBe(false);
});

test("a company with two distribution syncs shows the latest query time and any problem", () => {
  const blocked = sampleDistribuicao({ modelo: "CTe", ultimaEm: null, problema: "A SEFAZ bloqueou o CNPJ." });
  const empresa = { distribuicoes: [sampleDistribuicao(), blocked] };
  expect(lastQueryOf(empresa)).toEqual(new Date("2026-11-20T12:48:00Z"));
  expect(syncProblemOf(empresa)).toBe("A SEFAZ bloqueou o CNPJ.");
  expect(syncProblemOf({ distribuicoes: [sampleDistribuicao()] })).toBeNull();
  expect(lastQueryOf({ distribuicoes: [] })).toBeNull();
});
