import type { PrintedNfe } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import type { PrintSituacao } from "../print-request.ts";
import { hasPdftotext, joinedWordsOf, textOfPdf } from "../tests/external-tools.ts";
import { findDefects } from "../tests/find-defects.ts";
import { makeIbsCbs, makeItem, makePessoa, makePrintedForm, makeTotais } from "./tests/invented-nota.ts";

const FORMATOS = ["1", "2"];

/** The words of the printed form, without line breaks and columns. */
function readPaper(form: PrintedNfe, situacao: PrintSituacao = "normal"): string {
  return joinedWordsOf(printDfe({ form, situacao }).pdf);
}

describe.skipIf(!hasPdftotext)("the text of a DANFE (read with pdftotext)", () => {
  test.each(FORMATOS)("a DANFE shows issuer, recipient, items and amounts (tpImp %s)", (formatoImpressao) => {
    const text = readPaper(makePrintedForm({ formatoImpressao }));
    for (const said of [
      "RECEBEMOS DE Padaria & Confeitaria Açúcar Ltda",
      "Nº 000.001.234",
      "SÉRIE 001",
      "FOLHA 1/1",
      "135260000123456 - 20/11/2026 09:53:07",
      "12.345.678/0001-95",
      "99.887.766/0001-05",
      "Mercado do Bairro S.A.",
      "01310-100",
      "(31) 99988-7766",
      "14:05:30",
      "PQ-0007",
      "Pão de queijo congelado, pacote de 1 kg",
      "19059090",
      "123,48",
      "0 - Por conta do remetente (CIF)",
      "ABC1D23",
      "Pedido 4107. Vendedora: Beatriz.",
    ]) {
      expect(text).toContain(said);
    }
  });

  test("the key is printed in groups of four", () => {
    const form = makePrintedForm();
    expect(readPaper(form)).toContain((form.chave ?? "").replace(/(.{4})(?=.)/g, "$1 "));
  });

  test("a DANFE says that a nota has no protocolo, and why SEFAZ refused it", () => {
    expect(readPaper(makePrintedForm({ protocolo: null }))).toContain("SEM AUTORIZAÇÃO DE USO");
    const recusado = {
      numero: null,
      recebimento: null,
      cStat: "539",
      motivo: "Duplicidade de NF-e",
      mensagens: [],
      divergencias: [],
    };
    const text = readPaper(makePrintedForm({ protocolo: recusado }));
    expect(text).toContain("SEM AUTORIZAÇÃO DE USO - 539 Duplicidade de NF-e");
    expect(readPaper(makePrintedForm())).not.toContain("SEM AUTORIZAÇÃO");
  });

  test("a DANFE says that a response about another document, or an unreadable one, authorizes nothing", () => {
    const { protocolo } = makePrintedForm();
    const foreign = protocolo && { ...protocolo, divergencias: ["digest" as const] };
    for (const formatoImpressao of ["1", "2", "3", "6"]) {
      expect(readPaper(makePrintedForm({ protocolo: foreign, formatoImpressao }))).toContain(
        "PROTOCOLO NÃO CORRESPONDE A ESTE DOCUMENTO",
      );
    }
    const unreadable = protocolo && { ...protocolo, numero: null };
    expect(readPaper(makePrintedForm({ protocolo: unreadable }))).toContain(
      "SEM AUTORIZAÇÃO DE USO - PROTOCOLO ILEGÍVEL",
    );
  });

  test.each(["1", "2", "6"])(
    "a DANFE has each alert of SEFAZ, but none from a response about another document (tpImp %s)",
    (formatoImpressao) => {
      const { protocolo } = makePrintedForm();
      const mensagens = ["Alerta: CNPJ inabilitado", "Alerta: cadastro vencido"];
      const comAlertas = protocolo && { ...protocolo, cStat: "120", mensagens };
      const text = readPaper(makePrintedForm({ protocolo: comAlertas, formatoImpressao }));
      for (const message of mensagens) expect(text).toContain(message);
      const foreign = comAlertas && { ...comAlertas, divergencias: ["chave" as const] };
      expect(readPaper(makePrintedForm({ protocolo: foreign, formatoImpressao }))).not.toContain("Alerta");
    },
  );

  test("an unreadable amount is distinguished from zero", () => {
    const text = readPaper(makePrintedForm({ totais: makeTotais({ nota: "ILEGÍVEL", fcpSt: "ILEGÍVEL" }) }));
    expect(text.match(/ILEGÍVEL/g)?.length).toBeGreaterThan(2);
    expect(text).toContain("VALOR DO FCP ST");
    expect(readPaper(makePrintedForm())).not.toContain("ILEGÍVEL");
  });

  test("no total with IBS, CBS and IS is computed that the nota does not have", () => {
    const ibsCbs = makeIbsCbs({ ibs: "0.09" });
    expect(readPaper(makePrintedForm({ totais: makeTotais({ ibsCbs }) }))).not.toContain(
      "TOTAL COM IBS/CBS/IS",
    );
    expect(
      readPaper(makePrintedForm({ totais: makeTotais({ ibsCbs, notaComTributos: "124.33" }) })),
    ).toContain("TOTAL COM IBS/CBS/IS");
  });

  test("codes named like properties of Object.prototype have no text", () => {
    for (const code of ["constructor", "toString", "__proto__"]) {
      const form = makePrintedForm({ finalidade: code, tipoEmissao: code, protocolo: null });
      const pagamento = {
        meio: code,
        prazo: null,
        descricao: null,
        valor: "1.00",
        bandeira: null,
        autorizacao: null,
      };
      const text = readPaper({
        ...form,
        transporte: { ...form.transporte, modFrete: code },
        cobranca: { ...form.cobranca, pagamentos: [pagamento] },
      });
      expect(text).toContain(code);
      expect(text).not.toMatch(/function|object Object/);
    }
  });

  test("ICMS by quantity, DIFAL and retained ICMS are below the item, each with its name", () => {
    const nada = { base: null, aliquota: null, valor: null };
    const imposto = {
      base: null,
      aliquota: null,
      valor: null,
      monofasico: {
        proprio: { base: "1000.5", aliquota: "1.4527", valor: "1453.43" },
        retencao: nada,
        retido: { ...nada, valor: "77.70" },
        diferido: null,
      },
      difal: {
        base: "500.00",
        aliquotaDestino: "18.00",
        aliquotaInterestadual: "7.00",
        destino: "55.00",
        remetente: null,
        aliquotaFcp: "2.00",
        fcp: "10.00",
      },
      fcpStRetido: "3.21",
      icmsSubstituto: "6.54",
    };
    const text = readPaper(makePrintedForm({ itens: [makeItem({}, imposto)] }));
    for (const said of [
      "ICMS monofásico: Quant. 1.000,5 R$ 1,4527 por unidade Valor R$ 1.453,43",
      "ICMS monofásico retido antes: Valor R$ 77,70",
      "DIFAL: BC 500,00",
      "UF destino: R$ 55,00",
      "FCP ST retido: R$ 3,21",
      "ICMS do substituto: R$ 6,54",
    ]) {
      expect(text).toContain(said);
    }
  });

  test("a DANFE has the retained ICMS of the transport, deductions of services, and taxes of fuels", () => {
    const { transporte } = makePrintedForm();
    const retencao = { servico: "900.00", base: "900.00", aliquota: "12.00", icms: "108.00", cfop: "6352" };
    const issqn = { servicos: "50.00", base: "40.00", valor: "2.00", retido: null, deducoes: "10.01" };
    const withoutMore = {
      outras: null,
      descontoIncondicionado: null,
      descontoCondicionado: null,
      pis: null,
      cofins: null,
    };
    const ibsCbs = makeIbsCbs({ ibsMonofasicoRetencao: "4.56", cbsMonofasicaRetida: "7.89" });
    const text = readPaper(
      makePrintedForm({
        transporte: { ...transporte, retencao },
        totais: makeTotais({ ibsCbs, issqn: { ...issqn, ...withoutMore } }),
      }),
    );
    for (const said of ["ICMS retido do transporte: R$ 108,00", "DEDUÇÕES", "10,01", "4,56", "7,89"]) {
      expect(text).toContain(said);
    }
  });

  test("a text that a box truncates is repeated in full below", () => {
    const longe = `${"W".repeat(58)} fim`;
    const form = makePrintedForm({
      entrega: makePessoa({ endereco: { ...makePessoa().endereco, municipio: longe } }),
    });
    const duplicata = { numero: "D".repeat(58), vencimento: "2026-12-24", valor: "95.00" };
    const text = textOfPdf(
      printDfe({ form: { ...form, cobranca: { ...form.cobranca, duplicatas: [duplicata] } } }).pdf,
    ).replace(/\s+/g, "");
    expect(text).toContain(`LOCALDEENTREGA-MUNICÍPIO:${longe.replace(" ", "")}`);
    expect(text).toContain(`FATURA/DUPLICATAS:${"D".repeat(58)}24/12/202695,00`);
    expect(readPaper(makePrintedForm({ entrega: makePessoa() }))).not.toContain("LOCAL DE ENTREGA - ");
  });

  test("a DANFE says how many items are omitted; a label shows no direction that the nota lacks", () => {
    expect(readPaper(makePrintedForm({ itensOmitidos: 5 }))).toContain("ITENS ALÉM DO 1º NÃO IMPRESSOS: 5");
    const etiqueta = readPaper(makePrintedForm({ formatoImpressao: "3", tipoOperacao: null }));
    expect(etiqueta).not.toMatch(/Saída|Entrada/);
  });

  test("IBS, CBS and IS are shown if the nota has them, without an empty block otherwise", () => {
    const ibsCbs = makeIbsCbs({
      base: "84.79",
      ibsUf: "0.08",
      ibsMunicipio: "0.01",
      ibs: "0.09",
      cbs: "0.76",
    });
    const text = readPaper(
      makePrintedForm({ totais: makeTotais({ ibsCbs, is: "1.23", notaComTributos: "124.33" }) }),
    );
    for (const said of ["IBS / CBS / IMPOSTO SELETIVO", "84,79", "0,09", "0,76", "1,23", "124,33"]) {
      expect(text).toContain(said);
    }
    expect(readPaper(makePrintedForm())).not.toContain("IMPOSTO SELETIVO");
  });

  test("rare taxes have boxes only if they have a value", () => {
    const totais = makeTotais({ icmsDestino: "7.77", fcpDestino: "1.11", desonerado: "3.33" });
    const text = readPaper(makePrintedForm({ totais }));
    for (const said of ["ICMS UF DESTINO", "7,77", "FCP UF DESTINO", "1,11", "ICMS DESONERADO", "3,33"]) {
      expect(text).toContain(said);
    }
    expect(readPaper(makePrintedForm())).not.toContain("ICMS UF DESTINO");
  });

  test("the DANFE of a company of the Simples has CSOSN with four digits, and in the column head", () => {
    const text = readPaper(makePrintedForm({ itens: [makeItem({}, { cst: "102" })] }));
    expect(text).toContain("CSOSN");
    expect(text).toContain("0102");
    expect(readPaper(makePrintedForm())).not.toContain("CSOSN");
  });

  test("a DANFE shows the CPF of a producer, and a CNPJ with letters", () => {
    expect(readPaper(makePrintedForm({ emitente: makePessoa({ documento: "12345678909" }) }))).toContain(
      "123.456.789-09",
    );
    expect(readPaper(makePrintedForm({ emitente: makePessoa({ documento: "12ABC34501DE35" }) }))).toContain(
      "12.ABC.345/01DE-35",
    );
  });

  test("both units are shown when the taxed unit differs from the sold one", () => {
    const tributavel = { unidade: "KG", quantidade: "105.2500", valorUnitario: "1.1173" };
    const text = readPaper(makePrintedForm({ itens: [makeItem({ tributavel })] }));
    for (const said of ["CX", "KG", "105,25", "10,50", "11,2000", "1,1173"]) expect(text).toContain(said);
  });

  test("lots, medicines, fuels, vehicles, arms, imports and FCI are below the description", () => {
    const veiculo = {
      chassi: "9BWZZZ377VT004251",
      cor: "PRATA",
      motor: "M123",
      serie: null,
      anoModelo: "2027",
      anoFabricacao: "2026",
      potencia: null,
      cilindrada: null,
      combustivel: null,
      lotacao: null,
    };
    const item = makeItem({
      lotes: [{ numero: "L-77", quantidade: "12.000", fabricacao: "2026-01-02", validade: "2027-03-04" }],
      medicamento: { anvisa: "1234567890123", motivoIsencao: null, precoMaximo: "45.60" },
      combustivel: {
        anp: "320102001",
        descricao: "GASOLINA C COMUM",
        codif: null,
        uf: "SP",
        percentuais: { glp: null, gnNacional: null, gnImportado: null, bio: null },
      },
      veiculo,
      armas: [{ serie: "S99", cano: "C88", descricao: "Espingarda" }],
      importacoes: [
        {
          numero: "2612345678",
          registro: "2026-10-01",
          local: "Santos",
          uf: "SP",
          desembaraco: "2026-10-09",
          adicoes: [{ numero: "1", sequencia: "2" }],
        },
      ],
      fci: "B01F70AF-10BF-4B1F-848C-65FF57F616FE",
      informacoes: "Conforme amostra aprovada",
    });
    const text = readPaper(makePrintedForm({ itens: [item] }));
    for (const said of [
      "Lote: L-77 Qtd: 12 Fab: 02/01/2026 Val: 04/03/2027",
      "ANVISA: 1234567890123 PMC: R$ 45,60",
      "ANP: 320102001 GASOLINA C COMUM",
      "Chassi: 9BWZZZ377VT004251",
      "Ano fab./mod.: 2026/2027",
      "Arma nº: S99",
      "DI: 2612345678 de 01/10/2026",
      "Adição: 1/2",
      "FCI: B01F70AF-10BF-4B1F-848C-65FF57F616FE",
      "Conforme amostra aprovada",
    ]) {
      expect(text).toContain(said);
    }
  });

  test("a DANFE has the places of retirada and entrega, duplicatas and payments", () => {
    const cobranca = {
      fatura: { numero: "F-9", original: "200.00", desconto: "10.00", liquido: "190.00" },
      duplicatas: [{ numero: "001", vencimento: "2026-12-24", valor: "95.00" }],
      pagamentos: [
        { meio: "15", prazo: "1", descricao: null, valor: "190.00", bandeira: null, autorizacao: null },
      ],
      troco: null,
    };
    const form = makePrintedForm({
      cobranca,
      retirada: makePessoa({ nome: "Depósito do Porto" }),
      entrega: makePessoa({ nome: "Obra da Serra" }),
    });
    const text = readPaper(form);
    for (const said of [
      "LOCAL DE RETIRADA",
      "Depósito do Porto",
      "LOCAL DE ENTREGA",
      "Obra da Serra",
      "F-9",
      "190,00",
      "Boleto bancário, a prazo",
    ]) {
      expect(text).toContain(said);
    }
    const { pdf } = printDfe({ form });
    expect(textOfPdf(pdf)).toMatch(/001 +24\/12\/2026 +95,00/);
    expect(findDefects(pdf)).toEqual([]);
  });

  test("a DANFE shows referenced documents, purpose and contingency", () => {
    const { chave } = makePrintedForm();
    const text = readPaper(
      makePrintedForm({
        finalidade: "4",
        referencias: [
          { tipo: "chave", chave: chave ?? "" },
          { tipo: "ecf", modelo: "2D", ecf: "3", coo: "99" },
        ],
        tipoEmissao: "6",
        contingencia: { inicio: "2026-11-20T08:00:00-03:00", justificativa: "SEFAZ sem resposta" },
      }),
    );
    expect(text).toContain("Finalidade: Devolução de mercadoria");
    expect(text).toContain("Documento referenciado: 3526 1112");
    expect(text).toContain("Cupom fiscal referenciado: modelo: 2D ECF: 3 COO: 99");
    expect(text).toContain("desde 20/11/2026 08:00:00. Motivo: SEFAZ sem resposta");
  });

  test("a DANFE shows which items refer to which document, and the type of a nota de crédito", () => {
    const { chave } = makePrintedForm();
    const text = readPaper(
      makePrintedForm({
        finalidade: "5",
        tipoCredito: "03",
        referencias: [{ tipo: "chave", chave: chave ?? "", itens: ["1 (item 3)", "2"] }],
      }),
    );
    expect(text).toContain("Finalidade: Nota de crédito - Retorno por recusa total na entrega");
    expect(text).toMatch(/Documento referenciado \(itens 1 \(item 3\), 2\): 3526/);
  });

  test("an equal nota is printed as an equal DANFE", () => {
    const form = makePrintedForm();
    expect(Buffer.compare(printDfe({ form }).pdf, printDfe({ form: makePrintedForm() }).pdf)).toBe(0);
  });

  test.each([
    ["retrato", makePrintedForm()],
    ["paisagem", makePrintedForm({ formatoImpressao: "2" })],
    ["etiqueta", makePrintedForm({ formatoImpressao: "3" })],
    ["tipo-2", makePrintedForm({ formatoImpressao: "6" })],
  ])("the DANFE equals its snapshot: %s", async (name, form) => {
    const text = textOfPdf(printDfe({ form }).pdf).replace(/[ \f]+$/gm, "");
    await expect(text).toMatchFileSnapshot(`fixtures/danfe-${name}.txt`);
  });
});
