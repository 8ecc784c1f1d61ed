import { readPrintedForm } from "@malote/dfe";
import { formatChave } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import type { PrintedPdf } from "../print-request.ts";
import { sortLetters, watermarksOf } from "../sections/tests/watermarks.ts";
import {
  codesOf,
  hasPdftotext,
  hasScanner,
  joinedWordsOf,
  pagesOf,
  textOfPdf,
  wordsOf,
} from "../tests/external-tools.ts";
import { findDefects } from "../tests/find-defects.ts";
import {
  CNPJ_WITH_LETTERS,
  type MdfeRequest,
  makeChaveMdfe,
  makeChaveNfe,
  makeDescarga,
  makeMdfe,
  printedMdfe,
} from "./tests/make-mdfe.ts";

const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

function print(spec: MdfeRequest = {}): PrintedPdf {
  return printDfe({ form: printedMdfe(spec) });
}

test("an equal MDF-e is printed as equal bytes", () => {
  expect(Buffer.compare(print().pdf, print().pdf)).toBe(0);
  expect(Buffer.compare(print().pdf, print({ infCpl: "outra" }).pdf)).not.toBe(0);
});

describe.skipIf(!hasPdftotext)("the text of a DAMDFE (pdftotext)", () => {
  test("a DAMDFE has all data of the MDF-e, without overlaps", async () => {
    const { pdf, pages } = print();
    expect(pages).toBe(1);
    expect(findDefects(pdf)).toEqual([]);
    await expect(linesOf(pdf)).toMatchFileSnapshot("./tests/damdfe-rodoviario.txt");
  });

  test.each([
    [
      "2",
      "aereo",
      "<aereo><nac>PT</nac><matr>PRABC</matr><nVoo>LA3000</nVoo><cAerEmb>SBGR</cAerEmb><cAerDes>SBCF</cAerDes><dVoo>2026-11-20</dVoo></aereo>",
      ["MODAL AÉREO DE CARGA", "LA3000", "SBGR", "20/11/2026"],
    ],
    [
      "3",
      "aquaviario",
      "<aquav><irin>PP1234</irin><tpEmb>02</tpEmb><cEmbar>E77</cEmbar><xEmbar>NAVIO DAS ÁGUAS</xEmbar><nViag>0042</nViag><cPrtEmb>BRSSZ</cPrtEmb><cPrtDest>BRVIX</cPrtDest><tpNav>1</tpNav>" +
        "<infTermCarreg><cTermCarreg>T1</cTermCarreg><xTermCarreg>Cais do Valongo</xTermCarreg></infTermCarreg></aquav>",
      ["MODAL AQUAVIÁRIO DE CARGA", "NAVIO DAS ÁGUAS", "BRSSZ", "1 - Cabotagem", "Cais do Valongo"],
    ],
    [
      "4",
      "ferroviario",
      "<ferrov><trem><xPref>TR100</xPref><dhTrem>2026-11-20T08:00:00-03:00</dhTrem><xOri>Santos</xOri><xDest>Contagem</xDest><qVag>1</qVag></trem>" +
        "<vag><pesoBC>80.500</pesoBC><pesoR>79.120</pesoR><tpVag>GPS</tpVag><serie>FHD</serie><nVag>101</nVag><nSeq>1</nSeq><TU>78.000</TU></vag></ferrov>",
      ["MODAL FERROVIÁRIO DE CARGA", "TR100", "20/11/2026 08:00:00", "80,500", "78,000"],
    ],
  ])("a DAMDFE of modal %s (%s) has the data of its modal", (modal, _name, infModal, said) => {
    const { pdf } = print({ modal, infModal });
    const text = joinedWordsOf(pdf);
    for (const each of said) expect(text).toContain(each);
    expect(findDefects(pdf)).toEqual([]);
  });

  test("a DAMDFE has each of 500 keys once, on pages that all identify the MDF-e", () => {
    const descargas =
      makeDescarga("Contagem", { from: 1, count: 300 }) +
      makeDescarga("São José dos Campos", { from: 301, count: 200 });
    const { pdf, pages } = print({ descargas });
    expect(pages).toBeGreaterThan(3);
    const text = joinedWordsOf(pdf);
    for (let numero = 1; numero <= 500; numero += 1) {
      expect(text.split(formatChave(makeChaveNfe(numero)))).toHaveLength(2);
    }
    expect(text.split(formatChave(makeChaveMdfe()))).toHaveLength(pages + 1);
    pagesOf(pdf).forEach(({ words }, at) => {
      expect(words.map(({ text }) => text)).toContain(`${at + 1}/${pages}`);
    });
    expect(findDefects(pdf)).toEqual([]);
  });

  test("a DAMDFE has every town, each beside its key", () => {
    const towns = Array.from({ length: 60 }, (_, at) =>
      makeDescarga(`Município ${at}`, { from: at + 1, count: 1 }),
    );
    const { pdf } = print({ descargas: towns.join("") });
    const lines = textOfPdf(pdf).replace(/ +/g, " ");
    for (let at = 0; at < towns.length; at += 1) {
      expect(lines).toContain(`Município ${at} NF-e ${formatChave(makeChaveNfe(at + 1))}`);
    }
    expect(findDefects(pdf)).toEqual([]);
  });

  test("dangerous goods and containers are beside their document", () => {
    const infNFe =
      `<infNFe><chNFe>${makeChaveNfe(1)}</chNFe><indReentrega>1</indReentrega><infUnidTransp><tpUnidTransp>2</tpUnidTransp><idUnidTransp>REB1</idUnidTransp>` +
      "<lacUnidTransp><nLacre>A77</nLacre></lacUnidTransp><infUnidCarga><tpUnidCarga>1</tpUnidCarga><idUnidCarga>CONT1</idUnidCarga></infUnidCarga></infUnidTransp>" +
      "<peri><nONU>1203</nONU><xNomeAE>GASOLINA</xNomeAE><xClaRisco>3</xClaRisco><grEmb>II</grEmb><qTotProd>1000.0000</qTotProd></peri></infNFe>";
    const { pdf } = print({
      descargas: `<infMunDescarga><xMunDescarga>Betim</xMunDescarga>${infNFe}</infMunDescarga>`,
    });
    const text = joinedWordsOf(pdf);
    for (const said of ["Reentrega", "Reboque REB1, lacres A77", "Contêiner CONT1", "ONU 1203 - GASOLINA"]) {
      expect(text).toContain(said);
    }
  });

  test("a remark of 5 000 characters is printed in full, on the next page if it does not fit", () => {
    const words = Array.from({ length: 620 }, (_, at) => `palavra${at}`).join(" ");
    const { pdf, pages } = print({
      infCpl: words,
      descargas: makeDescarga("Contagem", { from: 1, count: 90 }),
    });
    expect(pages).toBeGreaterThan(1);
    const found = wordsOf(pdf).filter(({ text }) => /^palavra[0-9]+$/.test(text));
    expect(found.map(({ text }) => text).join(" ")).toBe(words);
    expect(new Set(found.map(({ page }) => page)).size).toBe(2);
    expect(findDefects(pdf)).toEqual([]);
  });

  test.each([
    ["a word of 119 letters", "W".repeat(119)],
    ["3 000 letters without a blank", "X".repeat(3_000)],
    ["3 000 letters in words", "palavra grande ".repeat(200).trim()],
    ["letters outside the font", "日本 😀 ação €"],
    ["line breaks and tabs", "a&#10;b&#9;c"],
    ["a negative number with 21 digits", "-999999999999999999999.99999999999"],
    ["an invalid date", "9999-99-99T99:99:99"],
  ])("a DAMDFE has no overlaps when every field holds %s", (_name, amount) => {
    const xml = makeMdfe().replace(/<(?!tpAmb|modal|ch)([A-Za-z]+)>[^<>]+</g, `<$1>${amount}<`);
    const form = readPrintedForm(Buffer.from(xml));
    if (form === null) throw new Error("no paper");
    expect(findDefects(printDfe({ form }).pdf)).toEqual([]);
  });

  test("a title is never alone at the bottom of a page", () => {
    const apart = [32, 34, 36, 38, 40, 42].filter((count) => {
      const { pdf } = print({ infCpl: "conteudo", descargas: makeDescarga("Contagem", { from: 1, count }) });
      const pageOf = (word: string): number | undefined =>
        wordsOf(pdf).find(({ text }) => text === word)?.page;
      return pageOf("CONTRIBUINTE") !== pageOf("conteudo");
    });
    expect(apart).toEqual([]);
  });

  test("a DAMDFE shows the contingency, and the deadline for the authorization", () => {
    const text = joinedWordsOf(print({ tipoEmissao: "2" }).pdf);
    expect(text).toContain("EMISSÃO EM CONTINGÊNCIA");
    expect(text).toContain("autorização em 168 horas após esta emissão (19/11/2026 18:40:00)");
    expect(text).not.toContain("PROTOCOLO DE AUTORIZAÇÃO");
  });

  test.each([
    ["homologação", { ambiente: "2" } as const, "normal" as const, "SEM VALOR FISCAL"],
    ["cancelada", {}, "cancelada" as const, "CANCELADA"],
    ["denegada", {}, "denegada" as const, "DENEGADA"],
    ["não conferida", { ambiente: "2" } as const, "nao-conferida" as const, "NÃO CONFERIDA"],
  ])("a DAMDFE shows the watermark on every page: %s", (_name, spec, situacao, watermark) => {
    const descargas = makeDescarga("Contagem", { from: 1, count: 300 });
    const { pdf, pages } = printDfe({ form: printedMdfe({ ...spec, descargas }), situacao });
    expect(pages).toBeGreaterThan(1);
    expect(watermarksOf(pdf)).toEqual(Array.from({ length: pages }, () => sortLetters(watermark)));
  });

  test("the DAMDFE of a valid document has no watermark", () => {
    expect(watermarksOf(print().pdf)).toEqual([""]);
  });

  test("the issuer's logo is beside the name", () => {
    const { pdf } = printDfe({ form: printedMdfe(), logo: { bytes: LOGO } });
    expect(Buffer.from(pdf).toString("latin1")).toContain("/Subtype/Image");
    expect(findDefects(pdf)).toEqual([]);
  });
});

/** The text of the PDF line by line, with single blanks. */
function linesOf(pdf: Uint8Array): string {
  const lines = textOfPdf(pdf).replace(/ +/g, " ").split("\n");
  return `${lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n")}\n`;
}

describe.skipIf(!hasScanner)("the codes of a DAMDFE (read with zbarimg)", () => {
  test.each([
    ["only digits", {}],
    ["letters", { cnpj: CNPJ_WITH_LETTERS }],
  ])("a scanner decodes the key of a DAMDFE with %s, and its QR code", (_name, spec: MdfeRequest) => {
    const chave = makeChaveMdfe(spec);
    const { pdf } = print(spec);
    expect(codesOf(pdf)).toEqual(
      expect.arrayContaining([
        chave,
        `https://dfe-portal.svrs.rs.gov.br/mdfe/qrCode?chMDFe=${chave}&tpAmb=1`,
      ]),
    );
    expect(joinedWordsOf(pdf)).toContain(formatChave(chave));
  });
});
