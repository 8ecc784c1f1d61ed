import type { PrintedNfe } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import { codesOf, hasPdftotext, hasScanner, joinedWordsOf, textOfPdf } from "../tests/external-tools.ts";
import { findDefects } from "../tests/find-defects.ts";
import {
  makeChave,
  makeIbsCbs,
  makeItem,
  makePessoa,
  makePrintedForm,
  makeTotais,
} from "./tests/invented-nota.ts";
import { makeExtremeNota } from "./tests/longest-nota.ts";
import { makeItemIbsCbs, makeReformForm, makeReformItem } from "./tests/reform-nota.ts";

const FORMATOS = ["1", "2"];
const BLOCK = "TOTAL DO IBS/CBS/IS";
const LARGE = "9999999999999.99";

function readPaper(form: PrintedNfe): string {
  return joinedWordsOf(printDfe({ form }).pdf);
}

/** The text of a DANFE from one title to another. */
function between(form: PrintedNfe, from: string, to: string): string {
  const text = textOfPdf(printDfe({ form }).pdf);
  const start = text.indexOf(from);
  expect(start).toBeGreaterThan(-1);
  return text.slice(start, text.indexOf(to, start));
}

describe.skipIf(!hasPdftotext)("the DANFE of NT 2026.010 (read with pdftotext)", () => {
  test.each([
    ["2026-11-30T23:59:59-03:00", false],
    ["2026-12-01T00:00:00-03:00", true],
    ["2026-11-30T23:30:00-05:00", false],
    ["2026-12-01T00:00:00-05:00", true],
    ["2027-03-04", true],
    [null, false],
  ])(
    "the layout is used for notas issued from 1 December 2026 on, whenever printed: %s",
    (emissao, isNew) => {
      for (const formatoImpressao of FORMATOS) {
        const text = readPaper(makeReformForm({ emissao, formatoImpressao }));
        expect([text.includes(BLOCK), text.includes("CÁLCULO DO IMPOSTO")]).toEqual([isNew, !isNew]);
      }
    },
  );

  test.each(FORMATOS)(
    "the DANFE shows the totals, and the rates and amounts of each item (tpImp %s)",
    (formatoImpressao) => {
      const form = makeReformForm({ formatoImpressao });
      expect(between(form, BLOCK, "TRANSPORTADOR")).toMatch(/0,76 +0,08 +0,00 +1,70/);
      const itens = between(form, "DADOS DOS PRODUTOS", "DADOS ADICIONAIS").replace(/ +/g, " ");
      for (const said of [
        "[NCM 19059090] [cClassTrib 000001]",
        "IBS / CBS 84,79",
        "ICMS 18,00 CBS 0,90 ICMS 21,17 CBS 0,76",
        "IBS UF 0,10 IPI 5,00 IBS UF 0,08 IPI 5,88",
        "IBS MUN 0,00 IS 2,00 IBS MUN 0,00 IS 1,70",
      ]) {
        expect(itens).toContain(said);
      }
    },
  );

  test.each([
    ["1", "1 - SIMPLES NACIONAL", "CSOSN / CFOP"],
    ["2", "2 - SIMPLES NACIONAL - EXCESSO DE SUBLIMITE DE RECEITA BRUTA", "CST / CFOP"],
    ["3", "3 - REGIME NORMAL", "CST / CFOP"],
    ["4", "4 - SIMPLES NACIONAL - MEI", "CSOSN / CFOP"],
  ])(
    "the DANFE shows the regime of the issuer, CRT %s, and leaves the type of assessment blank",
    (regime, said, cst) => {
      for (const formatoImpressao of FORMATOS) {
        const form = makeReformForm({ emitente: makePessoa({ regime }), formatoImpressao });
        const lines = between(form, "CÓDIGO DO REGIME", "DESTINATÁRIO / REMETENTE").split("\n");
        expect(lines[0]).toContain("TIPO DE REGIME DE APURAÇÃO DO IBS E DA CBS");
        expect(lines.slice(1).join(" ").trim()).toBe(said);
        expect(readPaper(form)).toContain(cst);
      }
    },
  );

  test("the DANFE shows the effective rate of a reduction, and no rate if the effective one is missing", () => {
    const parcelas = {
      ibsUf: { aliquota: "0.1000", reducao: { aliquotaEfetiva: "0.0400" }, valor: "0.03" },
      ibsMunicipio: { aliquota: "0.0500", reducao: { aliquotaEfetiva: null }, valor: "0.02" },
      cbs: { aliquota: "0.9000", reducao: null, valor: "0.76" },
    };
    const itens = [makeReformItem({}, { ibsCbs: makeItemIbsCbs({ parcelas }) })];
    const text = between(makeReformForm({ itens }), "DADOS DOS PRODUTOS", "DADOS ADICIONAIS");
    expect(text.replace(/ +/g, " ")).toContain("IBS UF 0,04 IPI");
    expect(text.replace(/ +/g, " ")).toContain("IBS MUN IS 2,00 IBS MUN 0,02");
    expect(text).not.toMatch(/0,10\b|0,05\b/);
  });

  test("missing values are left blank, and zero is never printed instead", () => {
    const silent = makeItem({ valorTotal: null }, { base: null, aliquota: null, valor: null });
    const ipi = { base: null, aliquota: null, valor: null };
    const itens = [{ ...silent, imposto: { ...silent.imposto, ipi } }];
    const names = Object.keys(makeTotais({}));
    const totais = Object.fromEntries(names.map((name) => [name, null])) as unknown as PrintedNfe["totais"];
    for (const formatoImpressao of FORMATOS) {
      const form = makeReformForm({ itens, totais, formatoImpressao });
      expect(between(form, BLOCK, "TRANSPORTADOR")).toContain("VALOR DO IMPOSTO SELETIVO");
      const text = readPaper(form);
      expect(text).not.toContain("0,00");
      expect(text).not.toMatch(/cClassTrib|MONOF|ISSQN|FCP/);
    }
  });

  test("monophasic totals have a row, and their quantities by item, only if the nota has them", () => {
    const ibsCbs = makeIbsCbs({
      ibsMonofasico: "100.00",
      cbsMonofasica: "200.00",
      ibsMonofasicoRetencao: "0.00",
      cbsMonofasicaRetencao: "0.00",
    });
    const proprio = {
      quantidade: "1000.0000",
      aliquotaIbs: "0.1000",
      ibs: "100.00",
      aliquotaCbs: "0.2000",
      cbs: "200.00",
    };
    const semParcelas = { ibsUf: null, ibsMunicipio: null, cbs: null };
    const monofasico = { proprio, retencao: null, retido: null };
    const item = makeItemIbsCbs({ base: null, ibs: null, cbs: null, parcelas: semParcelas, monofasico });
    const form = makeReformForm({
      totais: makeTotais({ ibsCbs, monofasicoQuantidade: "1000.00", monofasico: "1452.70" }),
      itens: [makeReformItem({}, { ibsCbs: item, is: null })],
    });
    expect(between(form, "VALOR DO IBS MONOFÁSICO", "TRANSPORTADOR")).toMatch(
      /POR RETENÇÃO\s+100,00 +200,00 +0,00 +0,00/,
    );
    expect(between(form, "TOTAL DO ICMS/IPI", BLOCK)).toMatch(/1\.000,00 +1\.452,70/);
    const text = readPaper(form);
    expect(text).toContain("IBS monofásico: Quant. 1.000 R$ 0,10 por unidade Valor R$ 100,00");
    expect(text).toContain("CBS monofásica: R$ 0,20 por unidade Valor R$ 200,00");
    expect(readPaper(makeReformForm())).not.toMatch(/MONOF/i);
  });

  test("the services are before the transport, with their amounts unchanged", () => {
    const withoutMore = {
      retido: null,
      deducoes: null,
      outras: null,
      descontoIncondicionado: null,
      descontoCondicionado: null,
      pis: null,
      cofins: null,
    };
    const issqn = { servicos: "50.00", base: "50.00", valor: null, ...withoutMore };
    const block = between(
      makeReformForm({ totais: makeTotais({ issqn }) }),
      "CÁLCULO DO ISSQN",
      "TRANSPORTADOR",
    );
    expect(block).toMatch(/50,00 +50,00/);
    expect(block).not.toContain("0,00 ".repeat(2));
  });

  test.each(FORMATOS)(
    "a DANFE with every field at its maximum length has nothing truncated or overlapping (tpImp %s)",
    (formatoImpressao) => {
      const parcela = { aliquota: "100.0000", reducao: { aliquotaEfetiva: "100.0000" }, valor: LARGE };
      const ibsCbs = makeItemIbsCbs({
        base: LARGE,
        parcelas: { ibsUf: parcela, ibsMunicipio: parcela, cbs: parcela },
      });
      const extreme = makeExtremeNota({ formatoImpressao, emissao: "2026-12-24T10:00:00-03:00" });
      const itens = extreme.itens.map((item) => ({
        ...item,
        imposto: { ...item.imposto, ibsCbs, is: { base: LARGE, aliquota: "100.0000", valor: LARGE } },
      }));
      const { pdf } = printDfe({ form: { ...extreme, itens } });
      expect(findDefects(pdf)).toEqual([]);
      expect(joinedWordsOf(pdf)).toContain("9.999.999.999.999,99");
    },
  );

  test("three items stay on one landscape page if the remarks are short", () => {
    const itens = Array.from({ length: 3 }, (_, at) =>
      makeReformItem({ codigo: `COD-${at + 1}`, ean: null }, { is: null }),
    );
    const form = makeReformForm({ itens, formatoImpressao: "2" });
    expect(printDfe({ form }).pages).toBe(1);
    expect(findDefects(printDfe({ form }).pdf)).toEqual([]);
  });

  test.each([
    ["1", 30],
    ["1", 990],
    ["2", 60],
  ])(
    "a DANFE of tpImp %s has each of %i items once, under column heads on every page",
    (formatoImpressao, count) => {
      const itens = Array.from({ length: count }, (_, at) => makeReformItem({ codigo: `COD-${at + 1}` }));
      const { pdf, pages } = printDfe({ form: makeReformForm({ itens, formatoImpressao }) });
      const text = joinedWordsOf(pdf);
      expect(text.match(/COD-[0-9]+/g)).toEqual(itens.map(({ codigo }) => codigo));
      expect(text.match(/VALOR DOS TRIBUTOS/g)).toHaveLength(pages);
      expect(text.match(/CÓDIGO DO REGIME TRIBUTÁRIO/g)).toHaveLength(pages);
      expect(text).toContain(`FOLHA ${pages}/${pages}`);
      expect(findDefects(pdf)).toEqual([]);
    },
  );

  test.each(FORMATOS)(
    "an item longer than a page is broken without losing a word (tpImp %s)",
    (formatoImpressao) => {
      const words = Array.from({ length: 2_500 }, (_, at) => `w${at}`);
      const itens = [makeReformItem(), makeReformItem({ informacoes: words.join(" ") }), makeReformItem()];
      const { pdf, pages } = printDfe({ form: makeReformForm({ itens, formatoImpressao }) });
      expect(pages).toBeGreaterThan(1);
      expect(joinedWordsOf(pdf).match(/\bw[0-9]+\b/g)).toEqual(words);
      expect(findDefects(pdf)).toEqual([]);
    },
  );

  test.each([
    ["retrato", makeReformForm()],
    ["paisagem", makeReformForm({ formatoImpressao: "2" })],
    ["sem-ibs-cbs", makeReformForm({ totais: makeTotais({}), itens: [makeItem()] })],
  ])("the DANFE equals its snapshot: %s", async (name, form) => {
    const text = textOfPdf(printDfe({ form }).pdf).replace(/[ \f]+$/gm, "");
    await expect(text).toMatchFileSnapshot(`fixtures/danfe-nt2026-${name}.txt`);
  });
});

describe("the labels and coupons of notas of December 2026", () => {
  test.each(["3", "6"])(
    "the layout of December 2026 does not change labels and coupons (tpImp %s)",
    (formatoImpressao) => {
      const before = printDfe({ form: makePrintedForm({ formatoImpressao }) });
      const { emissao } = makeReformForm();
      const after = printDfe({ form: makePrintedForm({ formatoImpressao, emissao }) });
      expect(after.pages).toBe(before.pages);
      if (hasPdftotext) expect(joinedWordsOf(after.pdf)).not.toContain(BLOCK);
    },
  );
});

test.skipIf(!hasScanner).each(FORMATOS)(
  "a scanner decodes the bar code to an access key with letters (tpImp %s)",
  (formatoImpressao) => {
    const chave = makeChave("12ABC34501DE35");
    expect(codesOf(printDfe({ form: makeReformForm({ chave, formatoImpressao }) }).pdf)).toContain(chave);
  },
);
