import { type PrintedCte, readPrintedForm } from "@malote/dfe";
import { formatChave } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import type { PrintedPdf, PrintSituacao } from "../print-request.ts";
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
import { makePng } from "../tests/make-png.ts";
import { fsdaDigits } from "./fsda-digits.ts";
import {
  ALPHANUMERIC_CNPJ,
  EMITENTE,
  EXPED,
  MODAIS,
  makeChave,
  makeChaveNfe,
  makeCte,
  makeCteOs,
  makeCteSimp,
  makeExtremeCte,
  RECEB,
} from "./tests/make-cte.ts";

const MM = 72 / 25.4;

function formOf(xml: string): PrintedCte {
  const form = readPrintedForm(Buffer.from(xml));
  if (form?.kind !== "cte") throw new Error("not the printed form of a CT-e");
  return form;
}

function print(xml: string, situacao?: PrintSituacao): PrintedPdf {
  return printDfe({ form: formOf(xml), situacao });
}

function formWordsOf(xml: string, situacao?: PrintSituacao): string {
  return joinedWordsOf(print(xml, situacao).pdf);
}

/** The words on the same line as a word, from left to right. */
function lineOf(xml: string, wanted: string): string {
  const words = wordsOf(print(xml).pdf);
  const { y, page } = words.find(({ text }) => text === wanted) ?? { y: -1, page: 0 };
  const same = words.filter((word) => word.page === page && Math.abs(word.y - y) < 0.5);
  return same
    .sort((a, b) => a.x - b.x)
    .map(({ text }) => text)
    .join(" ");
}

/** The watermark letters, sorted, because pdftotext returns rotated letters in pieces. */
function lettersOf(xml: string, situacao?: PrintSituacao): string {
  const large = wordsOf(print(xml, situacao).pdf).filter(({ y, endY }) => endY - y > 18);
  return large
    .map(({ text }) => text)
    .join("")
    .split("")
    .sort()
    .join("");
}

function sorted(text: string): string {
  return text.replace(/ /g, "").split("").sort().join("");
}

/** The text of the PDF in its layout, without blanks at line ends. */
function linesOf(xml: string): string {
  const text = textOfPdf(print(xml).pdf).replace(/\f/g, "\n--- folha ---\n");
  return text.replace(/[ ]+$/gm, "").replace(/\n{2,}/g, "\n");
}

const LOGO = { bytes: makePng({ width: 2, height: 1, bits: 8, tipo: 0, lines: [[0, 255]] }) };
const NOTAS = Array.from({ length: 300 }, (_each, at) => makeChaveNfe(at + 1));
const WORDS = Array.from({ length: 900 }, (_each, at) => `palavra${at}`);
const MANY = makeCte({
  infDoc: `<infDoc>${NOTAS.map((chave) => `<infNFe><chave>${chave}</chave></infNFe>`).join("")}</infDoc>`,
  compl: `<compl><xObs>${WORDS.join(" ")}</xObs><ObsCont xCampo="PEDIDO"><xTexto>4711</xTexto></ObsCont></compl>`,
});

test("an equal CT-e is printed as equal bytes, and another CT-e as other bytes", () => {
  expect(Buffer.compare(print(makeCte()).pdf, print(makeCte()).pdf)).toBe(0);
  expect(Buffer.compare(print(makeCte()).pdf, print(makeCte({ modal: "02" })).pdf)).not.toBe(0);
});

describe.skipIf(!hasPdftotext)("the text of a DACTE (pdftotext)", () => {
  test.each([
    ["rodoviario", makeCte()],
    ["paisagem", makeCte({ tpImp: "2", outras: EXPED + RECEB })],
    ["os", makeCteOs()],
    ["simplificado", makeCteSimp(3)],
  ])("a DACTE has all data of the document in place: %s", async (name, xml) => {
    const { pdf, pages } = print(xml);
    expect(pages).toBe(1);
    expect(findDefects(pdf)).toEqual([]);
    await expect(linesOf(xml)).toMatchFileSnapshot(`./tests/dacte-${name}.txt`);
  });

  test.each([
    ["01", ["MODAL RODOVIÁRIO", "12345678", "1/42 - 18/11/2026 - 11.222.333/0001-81"]],
    [
      "02",
      [
        "MODAL AÉREO",
        "12345678901",
        "G - TARIFA GERAL",
        "21/11/2026",
        "100 x 200 x 300",
        "Gelo seco",
        "1845",
        "300 KG",
      ],
    ],
    [
      "03",
      [
        "MODAL AQUAVIÁRIO",
        "Aurora do Mar",
        "Balsa Um; Balsa Dois",
        "147,46",
        "NORTE",
        "CABOTAGEM",
        "MSCU1234567",
        "L0001, L0002",
      ],
    ],
    [
      "04",
      [
        "MODAL FERROVIÁRIO",
        "MÚTUO",
        "CTR-2026-9",
        "FERROVIA DE DESTINO",
        "900,00",
        "Ferrovia do Sul S/A",
        "33.444.555/0001-81",
      ],
    ],
    ["05", ["MODAL DUTOVIÁRIO", "1,25", "01/11/2026", "GASODUTO", "PONTO A PONTO", "ENT-01", "CT-55"]],
    [
      "06",
      [
        "TRANSPORTE MULTIMODAL",
        "COTM-0099",
        "NEGOCIÁVEL",
        "Seguros Firmes",
        "66.777.888/0001-22",
        "APOL-1",
        "AVER-2",
      ],
    ],
  ])("a DACTE has the data of modal %s", (modal, expected) => {
    const { pdf } = print(makeCte({ modal }));
    expect(findDefects(pdf)).toEqual([]);
    const text = joinedWordsOf(pdf);
    for (const each of expected) expect(text).toContain(each);
  });

  test("a DACTE has the planned route of an air transport", () => {
    const fluxo =
      "<compl><fluxo><xOrig>GRU</xOrig><pass><xPass>BSB</xPass></pass><xDest>CNF</xDest></fluxo></compl>";
    expect(formWordsOf(makeCte({ modal: "02", compl: fluxo }))).toMatch(
      /PREVISÃO DO FLUXO DA CARGA .*GRU BSB CNF/,
    );
  });

  test("a DACTE has all of 300 notas and 900 words, on numbered pages with key and issuer", () => {
    const { pdf, pages } = print(MANY);
    expect(pages).toBeGreaterThan(2);
    expect(findDefects(pdf)).toEqual([]);
    const text = joinedWordsOf(pdf);
    for (const chave of NOTAS) expect(text).toContain(formatChave(chave));
    for (const wanted of WORDS) expect(text).toContain(` ${wanted} `);
    expect(text).toContain("OBSERVAÇÕES GERAIS (CONTINUA NA FOLHA SEGUINTE)");
    pagesOf(pdf).forEach(({ words }, at) => {
      const page = words.map(({ text: wanted }) => wanted).join(" ");
      for (const each of [`${at + 1}/${pages}`, "DACTE", formatChave(makeChave()), "22.333.444/0001-81"]) {
        expect(page).toContain(each);
      }
    });
  });

  test.each([
    ["1", EMITENTE],
    ["1", ALPHANUMERIC_CNPJ],
    ["2", ALPHANUMERIC_CNPJ],
  ])(
    "a DACTE with every field at its maximum length has nothing truncated or overlapping (tpImp %s, %s)",
    (tpImp, cnpj) => {
      const form = formOf(makeExtremeCte({ tpImp, cnpj }));
      for (const logo of [null, LOGO]) {
        const { pdf } = printDfe({ form, logo });
        expect(findDefects(pdf)).toEqual([]);
        const text = joinedWordsOf(pdf);
        expect(text).not.toContain("…");
        expect(text).toContain("Est. ST: 55566677788899");
        expect(text).toContain("COMPONENTE LON59");
        expect(text).toContain("99.999.999.999,9999 MMBTU");
        expect(text.match(/9\.999\.999\.999\.999,99/g)?.length).toBeGreaterThanOrEqual(60 + 9);
      }
    },
  );

  test("a simplified CT-e of 60 services is printed with every load, each with its notas", () => {
    const { pdf, pages } = print(makeCteSimp(60));
    expect(pages).toBeGreaterThan(1);
    expect(findDefects(pdf)).toEqual([]);
    const text = joinedWordsOf(pdf);
    for (const n of [1, 60, 120]) expect(text).toContain(formatChave(makeChaveNfe(n)));
    expect(text).toContain("Betim 60");
  });

  test("a DACTE has each measure in its box, in kg, and measures without a box separately", () => {
    expect(lineOf(makeCte(), "1.250,5000")).toBe("1.250,5000 1.300,0000 4,2500 64 CAIXAS");
    expect(formWordsOf(makeCte())).toContain("LITRAGEM: 30 LITROS");
  });

  test.each(["1", "2"])("a block higher than a page is printed in full (tpImp %s)", (tpImp) => {
    const measures = Array.from(
      { length: 1_000 },
      (_each, at) => `<infQ><cUnid>03</cUnid><tpMed>MEDIDA${at}</tpMed><qCarga>${at}.0000</qCarga></infQ>`,
    );
    const carga = `<infCarga><vCarga>1.00</vCarga><proPred>Café</proPred>${measures.join("")}</infCarga>`;
    const manuseio = "<cInfManu>01</cInfManu>".repeat(300);
    const aereo = MODAIS["02"]?.replace("<cInfManu>03</cInfManu>", manuseio) ?? "";
    const xml = makeCte({ tpImp, modal: "02", carga, infModal: aereo });
    const { pdf, pages } = print(xml);
    const text = textOfPdf(pdf);
    expect(new Set(text.match(/MEDIDA[0-9]+/g)).size).toBe(1_000);
    expect(text.match(/Certificado/g)).toHaveLength(300);
    expect(pages).toBeLessThan(9);
    expect(findDefects(pdf)).toEqual([]);
  });

  test.each(["1", "2"])("a name of a party higher than a page is printed in full (tpImp %s)", (tpImp) => {
    const name = Array.from({ length: 1_800 }, (_each, at) => `nome${at}`).join(" ");
    const { pdf, pages } = print(makeCte({ tpImp }).replace("Padaria Ação e Pão Ltda", name));
    expect(new Set(textOfPdf(pdf).match(/nome[0-9]+/g)).size).toBe(1_800);
    expect(pages).toBeLessThan(9);
    expect(findDefects(pdf)).toEqual([]);
  });

  test("ICMS retained earlier is in the boxes of ST", () => {
    const st =
      "<imp><ICMS><ICMS60><CST>60</CST><vBCSTRet>1000.00</vBCSTRet><vICMSSTRet>120.00</vICMSSTRet><pICMSSTRet>12.00</pICMSSTRet><vCred>24.00</vCred>" +
      "</ICMS60></ICMS></imp>";
    const xml = makeCte({ imp: st });
    expect(lineOf(xml, "120,00")).toContain("12,00 1.000,00 120,00");
    expect(formWordsOf(xml)).toContain("CRÉDITO OUTORGADO/PRESUMIDO: 24,00");
  });

  test("a DACTE has the CT-e that a complement completes", () => {
    const chave = makeChave({ numero: "5" });
    const xml = makeCte({ tpCTe: "1", corpo: `<infCteComp><chCTe>${chave}</chCTe></infCteComp>` });
    expect(lineOf(xml, "COMPLEMENTADO")).toBe(`CT-e COMPLEMENTADO ${formatChave(chave)} 002 / 000000005`);
  });

  test("a DACTE has paper documents of the load and of earlier carriers, with type and number", () => {
    const infDoc =
      "<infDoc><infNF><mod>01</mod><serie>1</serie><nDoc>77</nDoc><dEmi>2026-11-18</dEmi><vNF>10.00</vNF></infNF>" +
      "<infOutros><tpDoc>00</tpDoc><descOutros>Mudança</descOutros><nDoc>5</nDoc></infOutros></infDoc>";
    const docAnt =
      "<docAnt><emiDocAnt><CNPJ>44555666000199</CNPJ><xNome>Antes Ltda</xNome><idDocAnt><idDocAntPap><tpDoc>08</tpDoc><serie>1</serie>" +
      "<nDoc>9</nDoc><dEmi>2026-11-17</dEmi></idDocAntPap></idDocAnt></emiDocAnt></docAnt>";
    const xml = makeCte({ infDoc, docAnt });
    expect(lineOf(xml, "DECLAR.")).toBe(
      "NF 11.222.333/0001-81 - EMISSÃO 18/11/2026 1 / 77 DECLAR. 11.222.333/0001-81 - Mudança 5",
    );
    expect(lineOf(xml, "DTA")).toBe("DTA 44.555.666/0001-99 - Antes Ltda EMISSÃO 17/11/2026 1 / 9");
  });

  test("the tomador is beside the only other party", () => {
    expect(lineOf(makeCte({ outras: EXPED }), "EXPEDIDOR")).toContain("TOMADOR (DESTINATÁRIO)");
    expect(formWordsOf(makeCte())).not.toMatch(/EXPEDIDOR|RECEBEDOR/);
  });
});

describe.skipIf(!hasPdftotext)("the state of a CT-e on its DACTE", () => {
  test("a DACTE shows the protocol of the CT-e, or that there is none", () => {
    expect(formWordsOf(makeCte())).toContain("135260000000009 - 19/11/2026 18:40:09");
    const text = formWordsOf(makeCte({ protocolo: "" }));
    expect(text).toContain("SEM PROTOCOLO DE AUTORIZAÇÃO DE USO");
    expect(text).toContain("ESTE XML NÃO TRAZ PROTOCOLO");
  });

  test("a DACTE shows homologação as text and as a watermark", () => {
    const xml = makeCte({ tpAmb: "2" });
    expect(formWordsOf(xml)).toContain("EMITIDO EM AMBIENTE DE HOMOLOGAÇÃO – SEM VALOR FISCAL");
    expect(lettersOf(xml)).toBe(sorted("SEM VALOR FISCAL"));
    expect(lettersOf(makeCte())).toBe("");
  });

  test("a DACTE shows a cancellation or denial as a watermark, from the caller or from its own protocol", () => {
    expect(lettersOf(makeCte(), "cancelada")).toBe(sorted("CANCELADA"));
    expect(formWordsOf(makeCte(), "cancelada")).toContain("CT-e CANCELADO – SEM VALOR FISCAL");
    const cancelled = makeCte().replace("<cStat>100</cStat>", "<cStat>101</cStat>");
    expect(lettersOf(cancelled)).toBe(sorted("CANCELADA"));
    const denied = makeCte().replace("<cStat>100</cStat>", "<cStat>301</cStat>");
    expect(lettersOf(denied)).toBe(sorted("DENEGADA"));
    expect(formWordsOf(denied)).toContain("- 301 -");
  });

  test.each([
    ["4", "EPEC"],
    ["5", "FORMULÁRIO DE SEGURANÇA (FS-DA)"],
    ["7", "SVC-RS"],
    ["8", "SVC-SP"],
  ])("a DACTE shows contingency %s with its start and reason", (tpEmis, expected) => {
    const contingencia = "<dhCont>2026-11-19T18:00:00-03:00</dhCont><xJust>Sem comunicação</xJust>";
    const text = formWordsOf(makeCte({ tpEmis, contingencia }));
    expect(text).toContain(expected);
    expect(text).toContain("ENTRADA EM CONTINGÊNCIA: 19/11/2026 18:00:00 - Sem comunicação");
  });
});

describe("the digits for security paper", () => {
  const fsda = formOf(makeCte({ tpEmis: "5" }));

  test("the digits are state, contingency, recipient, price, taxes, day and a check digit", () => {
    // 31 Minas Gerais, 5 FS-DA, the recipient, 1843.27, own ICMS and no ST, day 19; check digit by hand.
    expect(fsdaDigits(fsda)).toMatch(/^31599887766000105000000001843271219[0-9]$/);
    expect(fsdaDigits(fsda)).toBe("315998877660001050000000018432712192");
  });

  test.skipIf(!hasScanner)("a scanner decodes the digits from their own bar code, beside the key", () => {
    const codes = codesOf(print(makeCte({ tpEmis: "5", tpImp: "2" })).pdf);
    expect(codes).toContain(fsdaDigits(fsda));
    expect(codes).toContain(makeChave({ tpEmis: "5" }));
  });
});

describe.skipIf(!hasScanner)("the codes of a DACTE (read with zbarimg)", () => {
  test.each([
    ["retrato", "1"],
    ["paisagem", "2"],
  ])("a scanner decodes QR code and key, also with letters: %s", (_name, tpImp) => {
    const codes = codesOf(print(makeCte({ cnpj: ALPHANUMERIC_CNPJ, tpImp })).pdf);
    const chave = makeChave({ cnpj: ALPHANUMERIC_CNPJ });
    expect(codes).toContain(chave);
    expect(codes).toContain(`https://dfe-portal.svrs.rs.gov.br/cte/qrCode?chCTe=${chave}&tpAmb=1`);
  });

  test("a scanner decodes the key, and nothing else, on a DACTE OS without a QR code", () => {
    expect(codesOf(print(makeCteOs({ qr: "" })).pdf)).toEqual([makeChave({ modelo: "67" })]);
  });
});

test("a logo is printed in the issuer's box, and bytes that are no image are ignored", () => {
  const form = formOf(makeCte());
  expect(Buffer.from(printDfe({ form, logo: LOGO }).pdf).toString("latin1")).toContain("/Subtype/Image");
  expect(printDfe({ form, logo: { bytes: Buffer.from("no picture") } })).toEqual(printDfe({ form }));
});

test("a CT-e with nothing but its modelo is printed", () => {
  const xml =
    '<CTe xmlns="http://www.portalfiscal.inf.br/cte"><infCte Id="CTe" versao="4.00"><ide><mod>57</mod></ide></infCte></CTe>';
  expect(print(xml).pages).toBe(1);
  expect(Object.keys(MODAIS)).toHaveLength(6);
});

describe.skipIf(!hasPdftotext)("the page of a DACTE", () => {
  test("the page is A4 in the orientation that the document states", () => {
    const sizes = ["1", "2"].map((tpImp) => {
      const [page] = pagesOf(print(makeCte({ tpImp })).pdf);
      return [page?.width ?? 0, page?.height ?? 0].map((points) => Math.round(points / MM));
    });
    expect(sizes).toEqual([
      [210, 297],
      [297, 210],
    ]);
  });
});
