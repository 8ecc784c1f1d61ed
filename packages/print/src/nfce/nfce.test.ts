import { readPapel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import type { Impresso, Situacao } from "../impressao.ts";
import { printDfe } from "../print-dfe.ts";
import { findDefeitos } from "../tests/conferir.ts";
import { codigosOf, hasLeitor, hasPdftotext, palavrasCorridas, textoOfPdf } from "../tests/ferramentas.ts";
import { CNPJ_LETRAS, makeNota, type NotaPedida, qrCodeOfNota } from "../tests/make-nota.ts";

function printNfce(pedida: NotaPedida = {}, situacao: Situacao = "normal"): Impresso {
  const papel = readPapel(makeNota({ modelo: "65", ...pedida }));
  if (!papel) throw new Error("the invented NFC-e was not read");
  return printDfe({ papel, situacao });
}

describe.skipIf(!hasPdftotext)("the DANFE of a NFC-e", () => {
  test("says who sold what, for how much, and how it was paid", () => {
    const { pdf } = printNfce();
    const words = palavrasCorridas(pdf);
    for (const part of [
      "Padaria Ação & Filhos LTDA",
      "CNPJ 11.222.333/0001-81",
      "DANFE NFC-e - Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica",
      "Pão de queijo congelado, pacote 3",
      "Protocolo de Autorização: 135260000000123",
      "Data de Autorização: 20/11/2026 09:53:07",
      "CONSUMIDOR - CNPJ 99.887.766/0001-05",
      "www.fazenda.sp.gov.br/nfce/consulta",
      "NFC-e nº 000.000.123 Série 001 20/11/2026 09:53:00",
    ]) {
      expect(words).toContain(part);
    }
    const layout = textoOfPdf(pdf);
    expect(layout).toMatch(/Valor a pagar R\$ +352,71/);
    expect(layout).toMatch(/Dinheiro +357,71/);
    expect(layout).toMatch(/Troco R\$ +5,00/);
    expect(layout).toMatch(/IBS R\$ +1,18\n\s*CBS R\$ +10,58/);
    expect(layout).toMatch(/12\.741\/2012\): R\$ 43,21/);
    expect(findDefeitos(pdf)).toEqual([]);
  });

  test("says so when nobody is named", () => {
    expect(palavrasCorridas(printNfce({ semConsumidor: true }).pdf)).toContain("CONSUMIDOR NÃO IDENTIFICADO");
  });

  test("issued off line waits for its authorization, and says so twice", () => {
    const words = palavrasCorridas(printNfce({ tpEmis: "9", semProtocolo: true }).pdf);
    expect(words.match(/EMITIDA EM CONTINGÊNCIA/g)).toHaveLength(2);
    expect(words).toContain("Pendente de autorização");
    expect(words).not.toContain("Protocolo");
  });

  test("that SEFAZ has not authorized says so", () => {
    expect(palavrasCorridas(printNfce({ semProtocolo: true }).pdf)).toContain("SEM AUTORIZAÇÃO DE USO");
    expect(palavrasCorridas(printNfce().pdf)).not.toContain("SEM AUTORIZAÇÃO");
  });

  test("of homologação is worth nothing, across the paper too", () => {
    const { pdf } = printNfce({ homologacao: true });
    const words = palavrasCorridas(pdf);
    expect(words).toContain("HOMOLOGAÇÃO – SEM VALOR FISCAL");
    expect(findDefeitos(pdf)).toEqual([]);
  });

  test.each<[Situacao, string]>([
    ["cancelada", "NFC-e CANCELADA"],
    ["denegada", "NFC-e DENEGADA"],
    ["nao-conferida", "NÃO CONFERIDA: ASSINATURA OU DADOS NÃO CONFEREM"],
  ])("that is %s says %s", (situacao, words) => {
    expect(palavrasCorridas(printNfce({}, situacao).pdf)).toContain(words);
    expect(palavrasCorridas(printNfce().pdf)).not.toContain(words);
  });

  test("of long quantities and units has each in its own place", () => {
    const papel = readPapel(makeNota({ modelo: "65" }));
    if (papel?.kind !== "nfe") throw new Error("the invented NFC-e was not read");
    const comercial = {
      quantidade: "12345678901.1234",
      unidade: "UNIDAD",
      valorUnitario: "1234567890.1234567891",
    };
    const itens = papel.itens.map((item) => ({ ...item, comercial, valorTotal: "1234567890123.45" }));
    expect(findDefeitos(printDfe({ papel: { ...papel, itens } }).pdf)).toEqual([]);
  });

  test.each([1, 990])("of %i items is one roll, however long, and then another", (itens) => {
    const { pdf, paginas } = printNfce({ itens });
    expect(paginas).toBe(itens === 1 ? 1 : 2);
    expect(palavrasCorridas(pdf).match(/Pão de queijo congelado/g)).toHaveLength(itens);
    expect(findDefeitos(pdf)).toEqual([]);
  });

  test("is the same for the same document", () => {
    expect(printNfce()).toEqual(printNfce());
  });

  test.skipIf(!hasLeitor).each([{}, { cnpj: CNPJ_LETRAS }])("has the QR code of its XML: %j", (pedida) => {
    expect(codigosOf(printNfce(pedida).pdf)).toEqual([qrCodeOfNota(pedida)]);
  });
});
