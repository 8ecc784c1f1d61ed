import { describe, expect, test } from "vitest";
import { parseXml } from "../../xml/parse.ts";
import { elementsOf } from "../../xml/tree.ts";
import { checkStructure } from "../check-structure.ts";
import { change } from "../tests/change.ts";
import { makeCte, makeCteOs, makeCteSimplificado, makeMdfe, makeNfe } from "../tests/make-documentos.ts";
import { centsOf, formatCents, TOLERANCE_MAX, toleranceOf } from "./cents.ts";

const NFE = makeNfe();

/** The wrong sums: path → detail; any other irregularity fails the test. */
function sums(xml: string): Record<string, string | undefined> {
  const [signed] = elementsOf(parseXml(Buffer.from(xml)).root);
  const found = signed ? checkStructure(signed) : [];
  expect(found.filter((each) => each.regra !== "soma-divergente")).toEqual([]);
  return Object.fromEntries(found.map((each) => [each.caminho, each.detalhe]));
}

/** Changes a total inside one group of the document. */
function inGroup(xml: string, group: string, from: string, to: string): string {
  return change(xml, new RegExp(`(<${group}>.*?)${from}`), `$1${to}`);
}

describe("amounts as cents", () => {
  test.each([
    ["0", 0n],
    ["12", 1200n],
    ["12.34", 1234n],
    ["9999999999999.99", 999999999999999n],
  ])("cents are read from %s", (text, cents) => expect(centsOf(text)).toBe(cents));

  test.each([
    [0n, "0.00"],
    [5n, "0.05"],
    [-1234n, "-12.34"],
    [99999999999999999n, "999999999999999.99"],
  ])("cents are formatted: %s as %s", (cents, text) => expect(formatCents(cents)).toBe(text));

  test("a sum has a tolerance of one cent per item, up to the limit", () => {
    expect([0, 1, 2, 50, 51, 990].map(toleranceOf)).toEqual([1n, 1n, 2n, 50n, TOLERANCE_MAX, TOLERANCE_MAX]);
  });
});

/** Totals of two items: the right value, and one that is a cent beyond the tolerance. */
const TOTALS: readonly [string, string, string, string][] = [
  ["ICMSTot", "vBC", "200.00", "200.03"],
  ["ICMSTot", "vICMS", "36.00", "36.03"],
  ["ICMSTot", "vICMSDeson", "0.00", "0.03"],
  ["ICMSTot", "vFCP", "0.00", "0.03"],
  ["ICMSTot", "vBCST", "280.00", "279.97"],
  ["ICMSTot", "vST", "14.40", "14.43"],
  ["ICMSTot", "vFCPST", "0.00", "0.03"],
  ["ICMSTot", "vFCPSTRet", "0.00", "0.03"],
  ["ICMSTot", "vProd", "200.00", "200.03"],
  ["ICMSTot", "vFrete", "10.00", "10.03"],
  ["ICMSTot", "vSeg", "2.00", "2.03"],
  ["ICMSTot", "vDesc", "12.00", "12.03"],
  ["ICMSTot", "vII", "0.00", "0.03"],
  ["ICMSTot", "vIPI", "10.00", "10.03"],
  ["ICMSTot", "vIPIDevol", "0.00", "0.03"],
  ["ICMSTot", "vPIS", "3.30", "3.33"],
  ["ICMSTot", "vCOFINS", "15.20", "15.23"],
  ["ICMSTot", "vOutro", "4.00", "4.03"],
  ["ICMSTot", "vTotTrib", "40.00", "40.03"],
  ["IBSCBSTot", "vBCIBSCBS", "200.00", "200.03"],
  ["IBSCBSTot/gIBS/gIBSUF", "vIBSUF", "0.20", "0.23"],
  ["IBSCBSTot/gIBS/gIBSMun", "vIBSMun", "0.00", "0.03"],
  ["IBSCBSTot/gIBS", "vIBS", "0.20", "0.23"],
  ["IBSCBSTot/gCBS", "vCBS", "1.80", "1.83"],
];

describe("the sums of a nota", () => {
  test.each(TOTALS)("a wrong total is reported: %s/%s is not %s but %s", (group, tag, candidate, errado) => {
    const root = group.split("/")[0] ?? "";
    const detail = `${errado}, soma ${candidate}`;
    expect(sums(inGroup(NFE, root, `<${tag}>${candidate}`, `<${tag}>${errado}`))).toMatchObject({
      [`infNFe/total/${group}/${tag}`]: detail,
    });
  });

  test("a total has a tolerance of one cent per item", () => {
    expect(sums(inGroup(NFE, "ICMSTot", "<vBC>200.00", "<vBC>200.02"))).toEqual({});
  });

  test("a vNF that is not the sum of its parts is reported", () => {
    expect(sums(change(NFE, "<vNF>228.40", "<vNF>228.42"))).toMatchObject({
      "infNFe/total/ICMSTot/vNF": "228.42, soma 228.40",
    });
  });

  test("vNF has a tolerance of one cent", () => {
    expect(sums(change(NFE, "<vNF>228.40", "<vNF>228.41"))).toEqual({});
  });

  test("vNF may or may not deduct the waived ICMS", () => {
    const waived = NFE.replace(
      /<ICMS10>.*?<\/ICMS10>/g,
      "<ICMS40><orig>0</orig><CST>40</CST><vICMSDeson>7.20</vICMSDeson><motDesICMS>9</motDesICMS></ICMS40>",
    )
      .replace(
        /(<ICMSTot>)<vBC>200.00<\/vBC><vICMS>36.00<\/vICMS><vICMSDeson>0.00/,
        "$1<vBC>0.00</vBC><vICMS>0.00</vICMS><vICMSDeson>14.40",
      )
      .replace("<vBCST>280.00</vBCST><vST>14.40", "<vBCST>0.00</vBCST><vST>0.00");
    const whole = waived
      .replaceAll("228.40", "214.00")
      .replaceAll("238.40", "224.00")
      .replaceAll("114.20", "107.00");
    expect(sums(whole)).toEqual({});
    expect(
      sums(
        waived.replaceAll("228.40", "199.60").replaceAll("238.40", "209.60").replaceAll("114.20", "99.80"),
      ),
    ).toEqual({});
    expect(sums(change(whole, "<vNF>214.00", "<vNF>206.00"))).toHaveProperty("infNFe/total/ICMSTot/vNF");
  });

  test("an item with indTot 0 is not added to vProd", () => {
    const brinde = change(NFE, "<indTot>1", "<indTot>0");
    expect(sums(brinde)).toEqual({ "infNFe/total/ICMSTot/vProd": "200.00, soma 100.00" });
  });

  test("vNF is not checked for a nota of imported goods", () => {
    expect(
      sums(NFE.replaceAll("<CFOP>5401", "<CFOP>3102").replace("<vNF>228.40", "<vNF>264.40")),
    ).toMatchObject({});
    expect(
      sums(NFE.replaceAll("<CFOP>5401", "<CFOP>3102").replace("<vNF>228.40", "<vNF>264.40")),
    ).not.toHaveProperty("infNFe/total/ICMSTot/vNF");
  });

  test("vNF may exclude ST in direct factory sales (faturamento direto)", () => {
    const veiculo =
      "<veicProd><tpOp>2</tpOp><chassi>9BWZZZ377VT004251</chassi><cCor>1</cCor><xCor>Azul</xCor><pot>100</pot><cilin>1000</cilin><pesoL>1</pesoL><pesoB>1</pesoB>" +
      "<nSerie>1</nSerie><tpComb>16</tpComb><nMotor>1</nMotor><CMT>1</CMT><dist>1</dist><anoMod>2026</anoMod><anoFab>2026</anoFab><tpPint>S</tpPint><tpVeic>6</tpVeic>" +
      "<espVeic>1</espVeic><VIN>N</VIN><condVeic>1</condVeic><cMod>123456</cMod><cCorDENATRAN>01</cCorDENATRAN><lota>5</lota><tpRest>0</tpRest></veicProd>";
    const direct = NFE.replaceAll("</rastro></prod>", `</rastro>${veiculo}</prod>`);
    const semSt = (xml: string) => change(xml, "<vNF>228.40", "<vNF>214.00");
    expect(sums(semSt(direct))).not.toHaveProperty("infNFe/total/ICMSTot/vNF");
    expect(sums(semSt(NFE))).toHaveProperty("infNFe/total/ICMSTot/vNF");
  });

  test("a vItem that is not price plus taxes is reported", () => {
    expect(sums(change(NFE, "<vItem>114.20", "<vItem>114.22"))).toEqual({
      "infNFe/det[1]/vItem": "114.22, soma 114.20",
    });
  });

  test("a vNFTot that is neither vNF nor the sum of the items is reported", () => {
    expect(sums(change(NFE, "<vNFTot>228.40", "<vNFTot>200.00"))).toHaveProperty("infNFe/total/vNFTot");
  });

  test("a vNFTot with IBS and CBS added is accepted", () => {
    expect(sums(change(NFE, "<vNFTot>228.40", "<vNFTot>230.40"))).toEqual({});
  });

  test("a fatura that is not the original amount less the discount is reported", () => {
    expect(sums(change(NFE, "<vOrig>228.40", "<vOrig>230.40"))).toEqual({
      "infNFe/cobr/fat/vLiq": "228.40, soma 230.40",
    });
  });

  test("duplicatas that do not add up to the fatura are reported", () => {
    expect(sums(change(NFE, "<vDup>114.20", "<vDup>100.00"))).toEqual({
      "infNFe/cobr/fat/vLiq": "228.40, soma 214.20",
    });
  });

  test("a payment below the total is reported", () => {
    expect(sums(change(NFE, "<vPag>238.40", "<vPag>200.00"))).toEqual({
      "infNFe/pag": "190.00, soma 228.40",
    });
  });

  test("a wrong vTroco is reported", () => {
    expect(sums(change(NFE, "<vTroco>10.00", "<vTroco>9.00"))).toEqual({
      "infNFe/pag": "229.40, soma 228.40",
    });
  });

  test("a payment above the total without vTroco is accepted", () => {
    expect(sums(change(NFE, "<vTroco>10.00</vTroco>", ""))).toEqual({});
  });

  test("billing and payment are not checked for notas from before SEFAZ checked them", () => {
    const cobranca = change(change(NFE, "<vPag>238.40", "<vPag>200.00"), "<vDup>114.20", "<vDup>100.00");
    expect(Object.keys(sums(cobranca))).toEqual(["infNFe/cobr/fat/vLiq", "infNFe/pag"]);
    expect(sums(change(cobranca, "<dhEmi>2026-11-20", "<dhEmi>2025-10-31"))).toEqual({});
    expect(
      sums(change(cobranca, "<dhEmi>2026-11-20", "<dhEmi>2020-10-31").replace("<mod>55", "<mod>65")),
    ).not.toEqual({});
  });

  test("a nota that has no payment, or is not a sale, is not checked for payment", () => {
    const paid = change(NFE, "<vPag>238.40", "<vPag>0.00");
    expect(sums(change(paid, "<tPag>15", "<tPag>90"))).toEqual({});
    expect(sums(change(paid, "<finNFe>1", "<finNFe>4"))).toEqual({});
  });

  test("a payment may exclude the withheld taxes", () => {
    const retido = change(NFE, "</ICMSTot>", "</ICMSTot><retTrib><vRetPIS>8.40</vRetPIS></retTrib>");
    expect(sums(change(retido, "<vPag>238.40", "<vPag>230.00"))).toEqual({});
  });

  test("a sum with an unreadable value is skipped", () => {
    const [signed] = elementsOf(parseXml(Buffer.from(change(NFE, "<vFrete>5.00", "<vFrete>5,00"))).root);
    expect(signed && checkStructure(signed)).toEqual([
      { regra: "estrutura-formato", caminho: "infNFe/det[1]/prod/vFrete", detalhe: "5,00" },
    ]);
  });

  test("the largest amounts are added exactly", () => {
    const large = NFE.replaceAll("<vBC>100.00</vBC><pICMS>", "<vBC>9999999999999.99</vBC><pICMS>");
    expect(sums(large)).toEqual({ "infNFe/total/ICMSTot/vBC": "200.00, soma 19999999999999.98" });
  });
});

describe("the price of a CT-e", () => {
  test.each([
    ["CT-e", makeCte()],
    ["CT-e OS", makeCteOs()],
  ])("the price of a %s must be the sum of its components", (_, xml) => {
    const path = "infCte/vPrest/vTPrest";
    expect(sums(change(xml, "<vComp>130.00", "<vComp>120.00"))).toEqual({ [path]: "150.00, soma 140.00" });
    expect(
      sums(change(xml, "<vComp>130.00", "<vComp>120.00").replace("<vRec>150.00", "<vRec>140.00")),
    ).toEqual({});
  });

  test("the price of a CT-e must not be below the amount to receive", () => {
    expect(sums(change(makeCte(), "<vRec>150.00", "<vRec>150.02"))).toEqual({
      "infCte/vPrest/vRec": "150.02, soma 150.00",
    });
  });

  test("the price of a CT-e may equal vTotDFe with or without IBS and CBS", () => {
    expect(sums(change(makeCte(), "<vTotDFe>150.00", "<vTotDFe>151.00"))).toEqual({});
    expect(sums(change(makeCte(), "<vTotDFe>150.00", "<vTotDFe>152.00"))).toEqual({
      "infCte/imp/vTotDFe": "152.00, soma 150.00",
    });
    expect(sums(change(makeCteSimplificado(), "<vTotDFe>300.00", "<vTotDFe>310.00"))).toEqual({
      "infCte/total/vTotDFe": "310.00, soma 300.00",
    });
  });

  test("the price of a CT-e simplificado is checked by delivery and in total", () => {
    const xml = makeCteSimplificado();
    expect(sums(change(xml, "<vComp>130.00", "<vComp>120.00"))).toEqual({
      "infCte/det[1]/vPrest": "150.00, soma 140.00",
    });
    expect(sums(change(xml, "<vTPrest>300.00", "<vTPrest>310.00"))).toMatchObject({
      "infCte/total/vTPrest": "310.00, soma 300.00",
    });
    expect(sums(change(xml, "<vTRec>300.00", "<vTRec>310.00"))).toEqual({
      "infCte/total/vTRec": "310.00, soma 300.00",
    });
  });
});

describe("the counts and sums of an MDF-e", () => {
  const xml = makeMdfe();

  test.each([
    ["qCTe", "2", "3", "3, relacionados 2"],
    ["qNFe", "1", "2", "2, relacionados 1"],
  ])("an MDF-e with a wrong %s is reported", (tag, candidate, errado, detail) => {
    expect(sums(change(xml, `<${tag}>${candidate}`, `<${tag}>${errado}`))).toEqual({
      [`infMDFe/tot/${tag}`]: detail,
    });
  });

  test("a qMDFe without any MDF-e is reported", () => {
    expect(sums(change(xml, "<qNFe>1</qNFe>", "<qNFe>1</qNFe><qMDFe>1</qMDFe>"))).toEqual({
      "infMDFe/tot/qMDFe": "1, relacionados 0",
    });
  });

  test("a CT-e unloaded at two places may count once or twice", () => {
    const infCte = /<infCTe>.*?<\/infCTe>/.exec(xml)?.[0] ?? "";
    expect(sums(change(xml, infCte, infCte + infCte))).toEqual({});
    expect(sums(change(xml, infCte, infCte + infCte).replace("<qCTe>2", "<qCTe>3"))).toEqual({});
  });

  test("a toll may be listed among the components of the freight", () => {
    expect(
      sums(
        change(xml, "<vContrato>1000.00", "<vContrato>700.00").replace(
          "<vParcela>800.00",
          "<vParcela>500.00",
        ),
      ),
    ).toEqual({});
  });

  test("a freight that is not the sum of its components or instalments is reported", () => {
    expect(sums(change(xml, "<vComp>300.00", "<vComp>250.00"))).toEqual({
      "infMDFe/infModal/rodo/infANTT/infPag/vContrato": "1000.00, soma 950.00",
    });
    expect(sums(change(xml, "<vParcela>800.00", "<vParcela>700.00"))).toEqual({
      "infMDFe/infModal/rodo/infANTT/infPag/vContrato": "1000.00, soma 700.00",
    });
  });
});
