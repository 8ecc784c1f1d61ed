import { type PrintedNfe, readPrintedForm } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import type { PrintedPdf, PrintSituacao } from "../print-request.ts";
import { codesOf, hasPdftotext, hasScanner, joinedWordsOf, textOfPdf } from "../tests/external-tools.ts";
import { findDefects } from "../tests/find-defects.ts";
import { CNPJ_WITH_LETTERS, makeNota, type NotaRequest, qrCodeOfNota } from "../tests/make-nota.ts";

function printNfce(spec: NotaRequest = {}, situacao: PrintSituacao = "normal"): PrintedPdf {
  const form = readPrintedForm(makeNota({ modelo: "65", ...spec }));
  if (!form) throw new Error("the invented NFC-e was not read");
  return printDfe({ form, situacao });
}

function formOf(): PrintedNfe {
  const form = readPrintedForm(makeNota({ modelo: "65" }));
  if (form?.kind !== "nfe") throw new Error("the invented NFC-e was not read");
  return form;
}

describe.skipIf(!hasPdftotext)("the DANFE of an NFC-e", () => {
  test("the DANFE shows the issuer, the items, the amounts and the payments", () => {
    const { pdf } = printNfce();
    const words = joinedWordsOf(pdf);
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
    const layout = textOfPdf(pdf);
    expect(layout).toMatch(/Valor a pagar R\$ +352,71/);
    expect(layout).toMatch(/Dinheiro +357,71/);
    expect(layout).toMatch(/Troco R\$ +5,00/);
    expect(layout).toMatch(/IBS R\$ +1,18\n\s*CBS R\$ +10,58/);
    expect(layout).toMatch(/12\.741\/2012\): R\$ 43,21/);
    expect(findDefects(pdf)).toEqual([]);
  });

  test("an NFC-e authorized with alerts (120) shows its protocol and each alert", () => {
    const xml = makeNota({ modelo: "65" })
      .toString()
      .replace("<cStat>100", "<cStat>120")
      .replace(
        "</infProt>",
        `${["um", "dois"].map((n) => `<cMsg>172</cMsg><xMsg>Alerta ${n}</xMsg>`).join("")}</infProt>`,
      );
    const form = readPrintedForm(Buffer.from(xml));
    if (!form) throw new Error("the invented NFC-e was not read");
    const words = joinedWordsOf(printDfe({ form }).pdf);
    for (const part of ["Protocolo de Autorização: 135260000000123", "Alerta um", "Alerta dois"]) {
      expect(words).toContain(part);
    }
    expect(words.indexOf("Alerta um")).toBeGreaterThan(words.indexOf("Data de Autorização"));
    const pdf = printDfe({ form, situacao: "nao-conferida" }).pdf;
    expect(joinedWordsOf(pdf)).not.toContain("Alerta um");
  });

  test("an NFC-e without a customer says that the customer is not identified", () => {
    expect(joinedWordsOf(printNfce({ semConsumidor: true }).pdf)).toContain("CONSUMIDOR NÃO IDENTIFICADO");
  });

  test("an NFC-e issued offline says twice, on each of two copies, that it is in contingency", () => {
    const { pdf, pages } = printNfce({ tpEmis: "9", semProtocolo: true });
    const words = joinedWordsOf(pdf);
    expect(pages).toBe(2);
    for (const via of ["Via do consumidor", "Via do estabelecimento"]) expect(words).toContain(via);
    expect(words.match(/EMITIDA EM CONTINGÊNCIA/g)).toHaveLength(4);
    expect(words).toContain("Pendente de autorização");
    expect(words).not.toContain("Protocolo");
  });

  test("an NFC-e without protocolo says that SEFAZ has not authorized it", () => {
    const words = joinedWordsOf(printNfce({ semProtocolo: true }).pdf);
    expect(words.match(/SEM AUTORIZAÇÃO DE USO/g)?.length).toBeGreaterThanOrEqual(3);
    expect(words.indexOf("SEM AUTORIZAÇÃO DE USO")).toBeLessThan(words.indexOf("CÓDIGO"));
    expect(joinedWordsOf(printNfce().pdf)).not.toContain("SEM AUTORIZAÇÃO");
  });

  test.each<[string, Partial<NonNullable<PrintedNfe["protocolo"]>>, string]>([
    ["denied", { cStat: "302", motivo: "Irregularidade fiscal" }, "NFC-e DENEGADA"],
    ["refused", { cStat: "539", motivo: "Duplicidade" }, "SEM AUTORIZAÇÃO DE USO - 539 Duplicidade"],
    ["about another document", { divergencias: ["chave"] }, "PROTOCOLO NÃO CORRESPONDE A ESTE DOCUMENTO"],
    ["unreadable", { numero: null }, "SEM AUTORIZAÇÃO DE USO - PROTOCOLO ILEGÍVEL"],
  ])("an NFC-e is never said to be authorized when the response is %s", (_, over, said) => {
    const form = formOf();
    const protocolo = form.protocolo && { ...form.protocolo, ...over };
    const { pdf } = printDfe({ form: { ...form, protocolo } });
    const words = joinedWordsOf(pdf);
    expect(words).toContain(said);
    expect(words).not.toContain("Protocolo de Autorização");
    expect(findDefects(pdf)).toEqual([]);
  });

  test("every amount of the total that is not zero has a line", () => {
    const form = formOf();
    const totais = { ...form.totais, fcpSt: "1.11", ii: "2.22", ipiDevolvido: "3.33", desonerado: "4.44" };
    const text = textOfPdf(printDfe({ form: { ...form, totais } }).pdf);
    for (const line of [
      /FCP ST R\$ +1,11/,
      /Imposto de importação R\$ +2,22/,
      /IPI devolvido R\$ +3,33/,
      /ICMS desonerado R\$ +4,44/,
    ]) {
      expect(text).toMatch(line);
    }
  });

  test("an NFC-e says that an amount is unreadable, and how many items are left out", () => {
    const form = formOf();
    const totais = { ...form.totais, nota: "ILEGÍVEL" };
    const text = textOfPdf(printDfe({ form: { ...form, totais, itensOmitidos: 7 } }).pdf);
    expect(text).toMatch(/Valor a pagar R\$ +ILEGÍVEL/);
    expect(text).toContain("ITENS ALÉM DO 3º NÃO IMPRESSOS: 7");
    expect(text).toMatch(/Qtde. total de itens +10/);
  });

  test("an NFC-e of homologação says that it has no legal value, also as a watermark", () => {
    const { pdf } = printNfce({ homologacao: true });
    const words = joinedWordsOf(pdf);
    expect(words).toContain("HOMOLOGAÇÃO – SEM VALOR FISCAL");
    expect(findDefects(pdf)).toEqual([]);
  });

  test.each<[PrintSituacao, string]>([
    ["cancelada", "NFC-e CANCELADA"],
    ["denegada", "NFC-e DENEGADA"],
    ["nao-conferida", "NÃO CONFERIDA: ASSINATURA OU DADOS NÃO CONFEREM"],
  ])("an NFC-e that is %s says %s", (situacao, words) => {
    expect(joinedWordsOf(printNfce({}, situacao).pdf)).toContain(words);
    expect(joinedWordsOf(printNfce().pdf)).not.toContain(words);
  });

  test("long quantities and units are in their own columns", () => {
    const form = formOf();
    const comercial = {
      quantidade: "12345678901.1234",
      unidade: "UNIDAD",
      valorUnitario: "1234567890.1234567891",
    };
    const itens = form.itens.map((item) => ({ ...item, comercial, valorTotal: "1234567890123.45" }));
    const { pdf } = printDfe({ form: { ...form, itens } });
    expect(findDefects(pdf)).toEqual([]);
    const text = textOfPdf(pdf);
    expect(text).toContain("12.345.678.901,1234 UNIDAD");
    expect(text).toMatch(/x 1\.234\.567\.890,1234567891 +1\.234\.567\.890\.123,45/);
  });

  test.each([1, 990])("an NFC-e of %i items is one roll, up to the maximum length of a page", (itens) => {
    const { pdf, pages } = printNfce({ itens });
    expect(pages).toBe(itens === 1 ? 1 : 2);
    expect(joinedWordsOf(pdf).match(/Pão de queijo congelado/g)).toHaveLength(itens);
    expect(findDefects(pdf)).toEqual([]);
  });

  test("an equal NFC-e is printed as an equal DANFE", () => {
    expect(printNfce()).toEqual(printNfce());
  });

  test.skipIf(!hasScanner).each([{}, { cnpj: CNPJ_WITH_LETTERS }])(
    "the DANFE has the QR code of its XML: %j",
    (spec) => {
      expect(codesOf(printNfce(spec).pdf)).toEqual([qrCodeOfNota(spec)]);
    },
  );
});
