import { inflateSync } from "node:zlib";
import type { PrintedNfe } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import type { PrintSituacao } from "../print-request.ts";
import { codesOf, hasPdftotext, hasScanner, joinedWordsOf, pagesOf } from "../tests/external-tools.ts";
import { findDefects } from "../tests/find-defects.ts";
import { contingencyDigits } from "./contingency-digits.ts";
import { makeChave, makeItem, makePrintedForm } from "./tests/invented-nota.ts";
import { makeExtremeNota } from "./tests/longest-nota.ts";

const A4 = ["1", "2"];

function withComplementares(complementares: string, over: Partial<PrintedNfe> = {}): PrintedNfe {
  const form = makePrintedForm(over);
  return { ...form, adicionais: { ...form.adicionais, complementares } };
}

describe.skipIf(!hasPdftotext)("a DANFE of many pages (read with pdftotext)", () => {
  test.each([
    ["1", 990],
    ["2", 150],
  ])(
    "a DANFE of tpImp %s has each of %i items once, under column heads on every page",
    (formatoImpressao, count) => {
      const itens = Array.from({ length: count }, (_, at) => makeItem({ codigo: `COD-${at + 1}` }));
      const { pdf, pages: pageTexts } = printDfe({ form: makePrintedForm({ itens, formatoImpressao }) });
      const pages = pagesOf(pdf).map(({ words }) => words.map(({ text }) => text).join(" "));
      expect(pages).toHaveLength(pageTexts);
      expect(pages.join(" ").match(/COD-[0-9]+/g)).toEqual(itens.map(({ codigo }) => codigo));
      pages.forEach((page, at) => {
        expect(page).toContain(`FOLHA ${at + 1}/${pageTexts}`);
        expect(page).toContain("DADOS DOS PRODUTOS / SERVIÇOS");
        expect(page).toContain("CHAVE DE ACESSO");
      });
      expect(findDefects(pdf)).toEqual([]);
    },
  );

  test.each(A4)("long remarks keep every word (tpImp %s)", (formatoImpressao) => {
    const words = Array.from({ length: 3_000 }, (_, at) => `w${at}`);
    for (const itens of [[makeItem()], Array.from({ length: 70 }, () => makeItem())]) {
      const form = withComplementares(words.join(" "), { formatoImpressao, itens });
      const { pdf } = printDfe({ form });
      const text = joinedWordsOf(pdf);
      expect(text.match(/\bw[0-9]+\b/g)).toEqual(words);
      expect(text).toContain("Continua na folha seguinte");
      expect(text).toContain("CONTINUAÇÃO DA FOLHA ANTERIOR");
      expect(findDefects(pdf)).toEqual([]);
    }
  });

  test("an item longer than a page is broken without losing a word", () => {
    const words = Array.from({ length: 2_500 }, (_, at) => `w${at}`);
    const { pdf, pages: pageTexts } = printDfe({
      form: makePrintedForm({ itens: [makeItem({ informacoes: words.join(" ") })] }),
    });
    expect(pageTexts).toBeGreaterThan(1);
    expect(joinedWordsOf(pdf).match(/\bw[0-9]+\b/g)).toEqual(words);
  });

  test("one item stays on the first page, before a page of remarks", () => {
    const { pdf } = printDfe({ form: withComplementares("palavra ".repeat(2_000)) });
    const [first] = pagesOf(pdf);
    expect(first?.words.map(({ text }) => text)).toContain("PQ-0007");
  });

  test("duplicatas without a cell, and volumes beyond three, are listed in the remarks", () => {
    const form = makePrintedForm();
    const duplicatas = Array.from({ length: 120 }, (_, at) => ({
      numero: `D${at + 1}`,
      vencimento: "2026-12-24",
      valor: "10.00",
    }));
    const [volume] = form.transporte.volumes;
    const volumes = Array.from({ length: 6 }, (_, at) => ({
      quantidade: String(at + 1),
      especie: `VOL-${at + 1}`,
      marca: null,
      numeracao: null,
      pesoBruto: volume?.pesoBruto ?? null,
      pesoLiquido: null,
      lacres: [`LACRE-${at + 1}`],
    }));
    const { pdf } = printDfe({
      form: {
        ...form,
        cobranca: { ...form.cobranca, duplicatas },
        transporte: { ...form.transporte, volumes },
      },
    });
    const text = joinedWordsOf(pdf);
    for (const { numero } of duplicatas) expect(text).toMatch(new RegExp(`\\b${numero}\\b`));
    for (let at = 1; at <= 6; at += 1) {
      expect(text).toContain(`VOL-${at}`);
      expect(text).toContain(`LACRE-${at}`);
    }
    expect(findDefects(pdf)).toEqual([]);
  });

  test.each(["1", "2", "3"])(
    "a DANFE with every field at its maximum length has nothing truncated or overlapping (tpImp %s)",
    (formatoImpressao) => {
      const { pdf } = printDfe({ form: makeExtremeNota({ formatoImpressao }) });
      expect(findDefects(pdf)).toEqual([]);
    },
  );
});

/** The watermarks of each page. pdftotext does not read rotated text as words, so they are searched in the
 * PDF's content streams. */
function marksOf(form: PrintedNfe, situacao?: PrintSituacao): string[] {
  const file = Buffer.from(printDfe({ form, situacao }).pdf);
  const streams = [...file.toString("latin1").matchAll(/\/Length ([0-9]+)>>\nstream\n/g)];
  return streams.flatMap((match) => {
    const start = match.index + match[0].length;
    const operators = inflateSync(file.subarray(start, start + Number(match[1]))).toString("latin1");
    return [...operators.matchAll(/Tm \(([^)]*)\) Tj/g)].map(([, text = ""]) => text);
  });
}

describe("the watermarks of a DANFE", () => {
  const homologacao = makePrintedForm({ homologacao: true });
  const denegado = {
    numero: "1",
    recebimento: null,
    cStat: "302",
    motivo: null,
    mensagens: [],
    divergencias: [],
  };

  test("watermarks are on each page of a document that must not be used, and on no other", () => {
    expect(marksOf(makePrintedForm())).toEqual([]);
    expect(marksOf(homologacao)).toEqual(["SEM VALOR FISCAL"]);
    expect(marksOf(makePrintedForm(), "cancelada")).toEqual(["CANCELADA"]);
    expect(marksOf(makePrintedForm(), "denegada")).toEqual(["DENEGADA"]);
    expect(marksOf(makePrintedForm({ protocolo: denegado }))).toEqual(["DENEGADA"]);
    expect(marksOf(homologacao, "cancelada")).toEqual(["SEM VALOR FISCAL - CANCELADA"]);
    expect(marksOf(homologacao, "nao-conferida")).toEqual(["N\xc3O CONFERIDA"]);
    const itens = Array.from({ length: 45 }, () => makeItem());
    expect(marksOf(makePrintedForm({ itens }), "cancelada")).toEqual(["CANCELADA", "CANCELADA"]);
  });

  test("the watermark says that a nota without protocolo is not authorized, unless issued in contingency", () => {
    expect(marksOf(makePrintedForm({ protocolo: null }))).toEqual(["SEM AUTORIZA\xc7\xc3O DE USO"]);
    for (const tipoEmissao of ["2", "4", "5"]) {
      expect(marksOf(makePrintedForm({ protocolo: null, tipoEmissao }))).toEqual([]);
    }
  });

  test("the watermark says that an unreadable response, or one about another document, authorizes nothing", () => {
    const { protocolo } = makePrintedForm();
    const foreign = protocolo && { ...protocolo, divergencias: ["chave" as const] };
    const unreadable = protocolo && { ...protocolo, numero: null };
    const denegadoAlheio = foreign && { ...foreign, cStat: "302" };
    for (const each of [foreign, unreadable, denegadoAlheio]) {
      expect(marksOf(makePrintedForm({ protocolo: each }))).toEqual(["SEM AUTORIZA\xc7\xc3O DE USO"]);
      for (const formatoImpressao of ["3", "6"]) {
        expect(marksOf(makePrintedForm({ protocolo: each, formatoImpressao }))).toEqual([
          "SEM AUTORIZA\xc7\xc3O DE USO",
        ]);
      }
    }
  });

  test.each(["3", "6"])("the watermark of a narrow form is one word (tpImp %s)", (formatoImpressao) => {
    expect(marksOf({ ...homologacao, formatoImpressao }, "cancelada")).toEqual(["CANCELADA"]);
  });
});

describe.skipIf(!hasScanner)("the codes of a DANFE (read with zbarimg)", () => {
  test.each(["1", "3"])(
    "a scanner decodes the access key, also with letters (tpImp %s)",
    (formatoImpressao) => {
      for (const chave of [
        makeChave("12345678000195"),
        makeChave("12ABC34501DE35"),
        makeChave("12345678909"),
      ]) {
        expect(codesOf(printDfe({ form: makePrintedForm({ chave, formatoImpressao }) }).pdf)).toContain(
          chave,
        );
      }
    },
  );

  test("a scanner decodes the key and the 36 characters of data on a formulário de segurança", () => {
    const chave = makeChave("12345678000195", "5");
    const form = makePrintedForm({ chave, tipoEmissao: "5", protocolo: null });
    const data = contingencyDigits(form);
    expect(data).toBe("315998877660001050000000001234812200");
    const { pdf } = printDfe({ form });
    expect(codesOf(pdf).sort()).toEqual([data, chave].sort());
    expect(joinedWordsOf(pdf)).toContain(
      "DANFE em contingência - impresso em decorrência de problemas técnicos",
    );
  });

  test("a DANFE simplificado tipo 2 has its QR code, on both copies while SEFAZ has not responded", () => {
    const qrCode = "https://www.exemplo.gov.br/qrcode?p=123|3|1";
    const form = makePrintedForm({
      formatoImpressao: "6",
      tipoEmissao: "9",
      protocolo: null,
      suplemento: { qrCode, urlChave: null },
    });
    const { pdf, pages: pageTexts } = printDfe({ form });
    expect(pageTexts).toBe(2);
    expect(codesOf(pdf, 2)).toEqual([qrCode, qrCode]);
    const text = joinedWordsOf(pdf);
    for (const said of ["Via do consumidor", "Via do estabelecimento", "EMITIDA EM CONTINGÊNCIA", "Troco"]) {
      expect(text).toContain(said);
    }
  });
});

describe("the data of a nota on a formulário de segurança", () => {
  test("the data has 99 and zeros for recipients abroad, and the CPF of persons", () => {
    const form = makePrintedForm({ tipoEmissao: "2" });
    const { destinatario } = form;
    const abroad = destinatario && { ...destinatario, endereco: { ...destinatario.endereco, uf: "EX" } };
    expect(contingencyDigits({ ...form, destinatario: abroad })).toMatch(/^99200000000000000/);
    const person = destinatario && { ...destinatario, documento: "12345678909" };
    expect(contingencyDigits({ ...form, destinatario: person })).toMatch(/^31200012345678909/);
  });

  test("the data is null if the amounts or the recipient are unreadable", () => {
    const form = makePrintedForm({ tipoEmissao: "5" });
    const { destinatario, totais } = form;
    expect(contingencyDigits(form)).not.toBeNull();
    for (const nota of [null, "ILEGÍVEL"]) {
      expect(contingencyDigits({ ...form, totais: { ...totais, nota } })).toBeNull();
    }
    expect(contingencyDigits({ ...form, totais: { ...totais, icms: "ILEGÍVEL" } })).toBeNull();
    expect(contingencyDigits({ ...form, destinatario: null })).toBeNull();
    const anonimo = destinatario && { ...destinatario, documento: null };
    expect(contingencyDigits({ ...form, destinatario: anonimo })).toBeNull();
  });

  test("the data of a nota that is not on a formulário de segurança is null", () => {
    expect(contingencyDigits(makePrintedForm())).toBeNull();
    expect(contingencyDigits(makePrintedForm({ tipoEmissao: "5", emissao: null }))).toBeNull();
  });
});
