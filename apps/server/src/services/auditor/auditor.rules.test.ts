import { checkDigit } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { describeFact, factOfEvento, factOfResumo, type ReportedEvento, withKnown } from "./auditor.rules.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

function chaveOf(modelo: string): string {
  const body = `35261011444777000161${modelo}001000000812100000812`;
  return `${body}${checkDigit(body)}`;
}

const evento = (o: Partial<ReportedEvento> = {}): ReportedEvento => ({
  chave: chaveOf("55"),
  tpEvento: "110111",
  nSeq: 1,
  autor: "11444777000161",
  descEvento: "Cancelamento",
  protocolo: null,
  data: "2026-10-16T09:00:00-03:00",
  ...o,
});

describe("the auditor record of an evento", () => {
  test.each([
    ["55", "110111", "Cancelamento"],
    ["65", "110112", "Cancelamento"],
    ["57", "110111", "Cancelamento"],
    ["67", "110111", "Cancelamento"],
    ["58", "110112", "Evento"],
    ["55", "110110", "Evento"],
    ["57", "610110", "Evento"],
  ])("an evento of modelo %s with tpEvento %s is recorded as %s", (modelo, tpEvento, tipo) => {
    expect(factOfEvento(evento({ chave: chaveOf(modelo), tpEvento }), NOW)?.tipo).toBe(tipo);
  });

  test("an evento of an unsupported modelo gives no auditor record", () => {
    expect(factOfEvento(evento({ chave: chaveOf("64") }), NOW)).toBeNull();
  });

  test("an evento without a description shows its tpEvento, and one without a date the time of receipt", () => {
    const fact = factOfEvento(evento({ tpEvento: "999999", descEvento: " ", data: "nunca" }), NOW);
    expect(fact).toMatchObject({ descEvento: "Evento 999999", dataEvento: NOW });
  });
});

test("an auditor record is described with the known fields", () => {
  const fact = factOfEvento(evento(), NOW);
  if (fact === null) throw new Error("no fact");
  expect(describeFact(fact)).toBe("Cancelamento: NF-e 812, série 1");
  const known = withKnown(fact, { nomeEmitente: "Moinho Estrela-Guia S.A.", valorTotal: "10.00" });
  expect(describeFact(known)).toBe(
    "Cancelamento: NF-e 812, série 1, de Moinho Estrela-Guia S.A., R$\u00a010,00",
  );
});

test("a denied document is described as denied", () => {
  const resumo = {
    de: "nota" as const,
    chaveAcesso: chaveOf("55"),
    emitente: { nome: "", documento: "11444777000161", ie: null },
    dataEmissao: null,
    tipoOperacao: null,
    valorTotal: "10.00",
    digVal: null,
    protocolo: null,
    dataRecebimento: null,
    situacao: "2",
  };
  expect(factOfResumo(resumo, NOW)).toMatchObject({
    cSitNFe: 2,
    descEvento: "Denegação de uso",
    dataEvento: NOW,
    nomeEmitente: null,
  });
});
