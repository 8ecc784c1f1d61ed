import { DAY_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import type { MissingXml } from "./missing-xml.rows.ts";
import {
  findAddressImpediment,
  findCienciaImpediment,
  groupBySupplier,
  stateOf,
  wasJustRequested,
} from "./missing-xml.rules.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const when = { now: NOW, zona: "America/Sao_Paulo" };

function missing(part: Partial<MissingXml> = {}): MissingXml {
  return {
    ...{ id: "1", chave: `35261011444777000161${"55"}0010000000011000000010`, tipoNota: "NFe" },
    ...{ numeroNota: 1, serieNota: 1, dataEmissao: daysAgo(3), dataEvento: daysAgo(3), valorTotal: "10.50" },
    ...{ nomeEmitente: "Moinho", origem: "distribuicao", cnpjEmitente: "11444777000161", empresaId: "e" },
    ...{ empresaNome: "Padaria", empresaCnpj: "11222333000181", ativarManifestacao: true },
    ...{ validoDe: daysAgo(100), validoAte: daysAgo(-100), propria: false },
    ...{
      pedidoId: null,
      pedidoEm: null,
      pedidoPor: null,
      pedidoPara: null,
      lembretes: null,
      cienciaEm: null,
    },
    ...part,
  };
}

test("a document has one state: what SEFAZ delivers comes before what was asked", () => {
  expect(stateOf(missing())).toBe("faltando");
  expect(stateOf(missing({ pedidoEm: daysAgo(1) }))).toBe("pedido");
  expect(stateOf(missing({ pedidoEm: daysAgo(1), cienciaEm: daysAgo(0) }))).toBe("baixando");
});

test("suppliers with something to ask come first; the sum is exact, and unknown values add nothing", () => {
  const groups = groupBySupplier([
    missing({ cnpjEmitente: "2", pedidoEm: daysAgo(1) }),
    missing({ cnpjEmitente: "2", pedidoEm: daysAgo(1) }),
    missing({ cnpjEmitente: "1", valorTotal: "0.10" }),
    missing({ cnpjEmitente: "1", valorTotal: null, dataEmissao: daysAgo(9) }),
    missing({ cnpjEmitente: "3", propria: true }),
  ]);
  expect(groups).toMatchObject([
    { cnpjEmitente: "1", soma: "0.10", maisAntiga: daysAgo(9), aPedir: [{}, {}] },
    { cnpjEmitente: "2", soma: "21.00", aPedir: [] },
    { cnpjEmitente: "3", aPedir: [] },
  ]);
});

test.each([
  ["in its ten days", {}, null],
  ["after its ten days", { dataEvento: daysAgo(10.1) }, "prazoCienciaTerminou"],
  ["for a CT-e", { chave: `35261011444777000161${"57"}0010000000011000000010` }, "manifestacaoSoNfe"],
  ["without a certificate", { validoDe: null, validoAte: null }, "manifestacaoSemCertificado"],
  ["with an expired certificate", { validoAte: daysAgo(1) }, "manifestacaoCertificadoVencido"],
  ["for an empresa that does not manifest", { ativarManifestacao: false }, "manifestacaoDesativada"],
])("a ciência %s", (_name, part, key) => {
  expect(findCienciaImpediment(missing(part), when)?.key ?? null).toBe(key);
});

test("a second request to the same address within a day is the same request", () => {
  const para = "a@moinho.example";
  const asked = { pedidoPara: para, pedidoEm: daysAgo(0.9) };
  expect(wasJustRequested(missing(asked), { para, now: NOW })).toBe(true);
  expect(wasJustRequested(missing({ ...asked, pedidoEm: daysAgo(1) }), { para, now: NOW })).toBe(false);
  expect(wasJustRequested(missing(asked), { para: "b@moinho.example", now: NOW })).toBe(false);
});

test.each([
  ["a known address", { para: "FISCAL@moinho.example" }, null],
  ["a new address, of a user", { para: "novo@moinho.example" }, "pedidoEnderecoNovo"],
  ["a new address, of a manager", { para: "novo@moinho.example", isManager: true }, null],
  [
    "an invented address, in a demo conta",
    { para: "novo@moinho.example", isManager: true, isDemo: true },
    null,
  ],
  [
    "a real address, in a demo conta, even if known",
    { para: "a@empresa.com.br", known: ["a@empresa.com.br"], isManager: true, isDemo: true },
    "pedidoEnderecoDaDemonstracao",
  ],
])("%s", (_name, part, key) => {
  const address = { known: ["fiscal@moinho.example"], isManager: false, isDemo: false, ...part };
  expect(findAddressImpediment(address)).toBe(key);
});
