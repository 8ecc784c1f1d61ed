import { describe, expect, test } from "vitest";
import { parseXml } from "../xml/parse.ts";
import { checkStructure } from "./check-structure.ts";
import { IRREGULARITIES_MAX, type Irregularity } from "./irregularity.ts";
import { change } from "./tests/change.ts";
import {
  CLIENTE,
  EMITENTE,
  makeCte,
  makeCteOs,
  makeCteSimplificado,
  makeEvento,
  makeMdfe,
  makeNfe,
} from "./tests/make-documentos.ts";
import { signedOf } from "./tests/signed-of.ts";

function check(xml: string): Irregularity[] {
  return signedOf(Buffer.from(xml)).flatMap(checkStructure);
}

const DOCUMENTOS = {
  "NF-e": makeNfe(),
  "CT-e": makeCte(),
  "CT-e OS": makeCteOs(),
  "CT-e simplificado": makeCteSimplificado(),
  "MDF-e": makeMdfe(),
  "evento de NF-e": makeEvento("nfe"),
  "evento de CT-e": makeEvento("cte"),
  "evento de MDF-e": makeEvento("mdfe"),
};

test.each(Object.entries(DOCUMENTOS))("a valid document has no irregularity: %s", (_, xml) => {
  expect(check(xml)).toEqual([]);
});

test("an NF-e with the additions of the 2026 packages has no irregularity", () => {
  const xml = makeNfe()
    .replace("<procEmi>", "<cIndOp>123456</cIndOp><procEmi>")
    .replace("</CRT>", "</CRT><ISUFEmit>12345678</ISUFEmit>");
  expect(check(xml)).toEqual([]);
});

test.each([
  [15, []],
  [16, ["estrutura-tamanho"]],
  [17, []],
])("an evento of an NF-e has a protocolo of 15 or 17 digits: %i digits are checked", (digits, rules) => {
  const xml = makeEvento("nfe").replace(/(<detEvento.*?<nProt>)[0-9]+/, `$1${"1".repeat(digits)}`);
  expect(check(xml).map(({ regra }) => regra)).toEqual(rules);
});

/** Document, replaced text, replacement, and the only irregularity that follows. */
const CASES: readonly [keyof typeof DOCUMENTOS, string | RegExp, string, string, string][] = [
  ["NF-e", "<procEmi>", "<cIndOp>12345</cIndOp><procEmi>", "estrutura-tamanho", "infNFe/ide/cIndOp"],
  ["NF-e", "</CRT>", "</CRT><ISUFEmit>1234567</ISUFEmit>", "estrutura-tamanho", "infNFe/emit/ISUFEmit"],
  ["NF-e", /<natOp>.*?<\/natOp>/, "", "estrutura-ausente", "infNFe/ide/natOp"],
  ["NF-e", /<CRT>3<\/CRT>/, "", "estrutura-ausente", "infNFe/emit/CRT"],
  ["NF-e", /<NCM>19059090/, "<NCM>1905909", "estrutura-tamanho", "infNFe/det[1]/prod/NCM"],
  ["NF-e", /(P2<.*?)<CFOP>5401/, "$1<CFOP>9401", "estrutura-formato", "infNFe/det[2]/prod/CFOP"],
  ["NF-e", "<CEP>01001000", "<CEP>0100100", "estrutura-tamanho", "infNFe/emit/enderEmit/CEP"],
  ["NF-e", "<UF>SP</UF><CEP>", "<UF>S1</UF><CEP>", "estrutura-formato", "infNFe/emit/enderEmit/UF"],
  ["NF-e", "<UF>SP</UF><CEP>", "<UF>MG</UF><CEP>", "estrutura-formato", "infNFe/emit/enderEmit/cMun"],
  ["NF-e", "<cUF>35", "<cUF>36", "estrutura-formato", "infNFe/ide/cUF"],
  ["NF-e", `<emit><CNPJ>${EMITENTE}`, "<emit><CNPJ>11222333000182", "estrutura-formato", "infNFe/emit/CNPJ"],
  ["NF-e", `<dest><CNPJ>${CLIENTE}`, "<dest><CNPJ>12abc34501de35", "estrutura-formato", "infNFe/dest/CNPJ"],
  ["NF-e", `<dest><CNPJ>${CLIENTE}</CNPJ>`, "<dest>", "estrutura-ausente", "infNFe/dest"],
  [
    "NF-e",
    `<dest><CNPJ>${CLIENTE}</CNPJ>`,
    `<dest><CNPJ>${CLIENTE}</CNPJ><CPF>52998224725</CPF>`,
    "estrutura-repetida",
    "infNFe/dest",
  ],
  ["NF-e", /<serie>1/, "<serie>1000", "estrutura-tamanho", "infNFe/ide/serie"],
  ["NF-e", "<xNome>Padaria Ação", `<xNome>${"x".repeat(61)}`, "estrutura-tamanho", "infNFe/emit/xNome"],
  ["NF-e", "<mod>55</mod>", "<mod>55</mod><mod>55</mod>", "estrutura-repetida", "infNFe/ide/mod[2]"],
  ["NF-e", /(<mod>55<\/mod>)(<serie>1<\/serie>)/, "$2$1", "estrutura-ordem", "infNFe/ide/mod"],
  [
    "NF-e",
    "<orig>0</orig><CST>10",
    "<orig>0</orig><CST>20",
    "estrutura-formato",
    "infNFe/det[1]/imposto/ICMS/ICMS10/CST",
  ],
  ["NF-e", "<pIPI>5.00</pIPI>", "", "estrutura-ausente", "infNFe/det[1]/imposto/IPI/IPITrib/pIPI"],
  ["NF-e", 'xCampo="Rota"', "", "estrutura-ausente", "infNFe/infAdic/obsCont/@xCampo"],
  ["NF-e", 'nItem="2"', 'nItem="x"', "estrutura-formato", "infNFe/det[2]/@nItem"],
  [
    "NF-e",
    "<modFrete>0</modFrete>",
    "<modFrete><x/></modFrete>",
    "estrutura-formato",
    "infNFe/transp/modFrete",
  ],
  ["NF-e", "<CST>000</CST>", "<CST>00</CST>", "estrutura-tamanho", "infNFe/det[1]/imposto/IBSCBS/CST"],
  [
    "NF-e",
    "<idCadIntTran>loja-1",
    "<idCadIntTran> loja-1",
    "estrutura-formato",
    "infNFe/infIntermed/idCadIntTran",
  ],
  ["CT-e", "<toma3><toma>3</toma></toma3>", "", "estrutura-ausente", "infCte/ide"],
  ["CT-e", "<cMunFim>3106200", "<cMunFim>3550308", "estrutura-formato", "infCte/ide/cMunFim"],
  ["CT-e", "<RNTRC>12345678", "<RNTRC>1234567", "estrutura-tamanho", "infCte/infCTeNorm/infModal/rodo/RNTRC"],
  ["CT-e", /<chave>(.{43})./, "<chave>$1x", "estrutura-formato", "infCte/infCTeNorm/infDoc/infNFe[1]/chave"],
  ["CT-e", /(<docAnt>.*<\/docAnt>)/, "$1$1", "estrutura-repetida", "infCte/infCTeNorm/docAnt[2]"],
  ["CT-e", "<vTPrest>150.00", "<vTPrest>150.0", "estrutura-tamanho", "infCte/vPrest/vTPrest"],
  [
    "CT-e OS",
    "<xDescServ>Fretamento</xDescServ>",
    "",
    "estrutura-ausente",
    "infCte/infCTeNorm/infServico/xDescServ",
  ],
  [
    "CT-e OS",
    "<TAF>123456789012",
    "<TAF>12345678901",
    "estrutura-tamanho",
    "infCte/infCTeNorm/infModal/rodoOS/TAF",
  ],
  ["CT-e simplificado", "<tpPrest>1</tpPrest>", "", "estrutura-ausente", "infCte/det[2]/infDocAnt/tpPrest"],
  [
    "MDF-e",
    "<placa>ABC1D23",
    "<placa>ABC-1D2",
    "estrutura-formato",
    "infMDFe/infModal/rodo/veicTracao/placa",
  ],
  ["MDF-e", /<condutor>.*<\/condutor>/, "", "estrutura-ausente", "infMDFe/infModal/rodo/veicTracao/condutor"],
  ["MDF-e", "<cUnid>01", "<cUnid>03", "estrutura-formato", "infMDFe/tot/cUnid"],
  ["evento de NF-e", "<nSeqEvento>1", "<nSeqEvento>100", "estrutura-tamanho", "infEvento/nSeqEvento"],
  [
    "evento de NF-e",
    "<xJust>Erro no pedido do cliente",
    "<xJust>Erro no pedido",
    "estrutura-tamanho",
    "infEvento/detEvento/xJust",
  ],
  ["evento de CT-e", "<cOrgao>35", "<cOrgao>99999", "estrutura-formato", "infEvento/cOrgao"],
  ["evento de MDF-e", /<detEvento.*<\/detEvento>/, "", "estrutura-ausente", "infEvento/detEvento"],
];

test.each(CASES)("a change in %s, %s made %j, is reported: %s at %s", (name, from, to, regra, path) => {
  const found = check(change(DOCUMENTOS[name], from, to)).filter((each) => each.regra !== "soma-divergente");
  expect(found.map((each) => [each.regra, each.caminho])).toContainEqual([regra, path]);
  expect(new Set(found.map((each) => each.regra))).toEqual(new Set([regra]));
});

describe("additions of newer technical notes", () => {
  test("an unknown tag is accepted anywhere", () => {
    for (const xml of Object.values(DOCUMENTOS)) {
      expect(check(xml.replace(/(<tpAmb>)/, "<gNovo><x>1</x></gNovo>$1"))).toEqual([]);
    }
  });

  test("an unknown alternative may replace a required tag", () => {
    const fresh = DOCUMENTOS["NF-e"].replace(/<ICMS10>.*?<\/ICMS10>/, "<ICMS99><orig>0</orig></ICMS99>");
    expect(check(fresh).filter((each) => each.regra !== "soma-divergente")).toEqual([]);
  });

  test("a new value of an extensible list is accepted", () => {
    const fresh = DOCUMENTOS["NF-e"].replace("<tpImp>1", "<tpImp>6").replace("<tPag>15", "<tPag>91");
    expect(check(fresh.replace("<finNFe>1", "<finNFe>7"))).toEqual([]);
  });

  test("a document of an unknown layout version is not checked", () => {
    expect(
      check(
        DOCUMENTOS["NF-e"]
          .replace('versao="4.00"', 'versao="5.00"')
          .replace("<natOp>", "<x>")
          .replace("</natOp>", "</x>"),
      ),
    ).toEqual([]);
  });
});

describe("parties with special identification", () => {
  test("a foreign company in a CT-e has an empty CNPJ or zeros", () => {
    const remetente = `<rem><CNPJ>${CLIENTE}`;
    expect(check(change(DOCUMENTOS["CT-e"], remetente, "<rem><CNPJ>00000000000000"))).toEqual([]);
    expect(check(change(DOCUMENTOS["CT-e"], remetente, "<rem><CNPJ>"))).toEqual([]);
  });

  test("a place abroad has the code 9999999 and the UF EX", () => {
    const abroad = change(
      DOCUMENTOS["NF-e"],
      /(<enderDest>.*?)<cMun>3550308(.*?)<UF>SP/,
      "$1<cMun>9999999$2<UF>EX",
    );
    expect(check(abroad)).toEqual([]);
  });

  test("the emitente may be a person with a CPF", () => {
    expect(
      check(change(DOCUMENTOS["NF-e"], `<emit><CNPJ>${EMITENTE}</CNPJ>`, "<emit><CPF>52998224725</CPF>")),
    ).toEqual([]);
  });
});

test("notas of old layouts are checked by the rules that they share with layout 4.00", () => {
  for (const version of ["2.00", "3.10"]) {
    const old = DOCUMENTOS["NF-e"].replace('versao="4.00"', `versao="${version}"`);
    expect(check(old)).toEqual([]);
    expect(check(change(old, /<natOp>.*?<\/natOp>/, ""))).toEqual([
      { regra: "estrutura-ausente", caminho: "infNFe/ide/natOp" },
    ]);
    expect(check(change(old, /<dhEmi>.*?<\/dhEmi>/, "<dEmi>2012-11-20</dEmi>"))).toEqual([]);
    expect(check(change(old, "<vNF>228.40", "<vNF>229.40"))).toMatchObject([{ regra: "soma-divergente" }]);
  }
});

test("only the head and the price of a CT-e 3.00 are checked", () => {
  const old = DOCUMENTOS["CT-e"].replace('versao="4.00"', 'versao="3.00"');
  expect(check(old)).toEqual([]);
  expect(check(change(old, "<tpServ>0</tpServ>", ""))).toEqual([
    { regra: "estrutura-ausente", caminho: "infCte/ide/tpServ" },
  ]);
});

test("a misplaced tag is reported once", () => {
  const early = change(DOCUMENTOS["NF-e"], /(<ide>.*)(<infAdic>.*<\/infAdic>)/, "$2$1");
  expect(check(early)).toEqual([{ regra: "estrutura-ordem", caminho: "infNFe/ide" }]);
});

test("the detail of an irregularity quotes only the start of a value", () => {
  const [found] = check(change(DOCUMENTOS["NF-e"], "<nNF>123", `<nNF>${"9".repeat(500)}`));
  expect(found).toEqual({
    regra: "estrutura-tamanho",
    caminho: "infNFe/ide/nNF",
    detalhe: `${"9".repeat(40)}…`,
  });
});

test("a document with many wrong values yields irregularities up to the limit", () => {
  const xml = makeNfe(IRREGULARITIES_MAX + 1).replaceAll("<NCM>19059090", "<NCM>x");
  expect(check(xml)).toHaveLength(IRREGULARITIES_MAX);
});

test("a nota with more than 990 items has an irregularity", () => {
  expect(check(makeNfe(990))).toEqual([]);
  expect(check(makeNfe(991))).toEqual([
    { regra: "estrutura-repetida", caminho: "infNFe/det[991]", detalhe: "no máximo 990" },
  ]);
});

test("an unsigned element has no layout to check", () => {
  expect(checkStructure(parseXml(Buffer.from("<infNFe/>")).root)).toEqual([]);
  expect(checkStructure(parseXml(Buffer.from("<a versao='4.00'/>")).root)).toEqual([]);
});
