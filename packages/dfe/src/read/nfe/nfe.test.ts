import { describe, expect, test } from "vitest";
import type { ParsedNota } from "../../reading.ts";
import { bytesOf, makeChave, makeNota } from "../../tests/make-dfe.ts";
import { CNPJ, CNPJ_ALFA, CPF } from "../../tests/trust.ts";
import { readDfe } from "../read-dfe.ts";

const CHAVE = makeChave({ cnpj: CNPJ_ALFA });

/** Reads the nota after each replacement. */
function change(...changes: [from: string | RegExp, to: string][]): ReturnType<typeof readDfe> {
  const xml = changes.reduce(
    (text, [from, to]) => {
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`nothing changed by ${from}`);
      return changed;
    },
    makeNota({ cnpj: CNPJ }),
  );
  return readDfe(bytesOf(xml));
}

function read(...changes: Parameters<typeof change>): ParsedNota {
  const reading = change(...changes);
  if (reading.kind !== "nota") throw new Error(JSON.stringify(reading));
  return reading.nota;
}

const TOTALS =
  "<vBC>1000.00</vBC><vICMS>180.00</vICMS><vICMSDeson>1.00</vICMSDeson><vFCP>2.00</vFCP><vBCST>3.00</vBCST><vST>4.00</vST>" +
  "<vProd>1200.00</vProd><vFrete>10.00</vFrete><vSeg>5.00</vSeg><vDesc>6.00</vDesc><vII>7.00</vII><vIPI>8.00</vIPI>" +
  "<vPIS>9.00</vPIS><vCOFINS>11.00</vCOFINS><vOutro>12.00</vOutro>";
const REFORMA =
  "<ISSQNtot><vServ>50.00</vServ><vPIS>0.99</vPIS></ISSQNtot><ISTot><vIS>1.50</vIS></ISTot><IBSCBSTot><vBCIBSCBS>1200.00</vBCIBSCBS>" +
  "<gIBS><gIBSUF><vDif>0.00</vDif><vIBSUF>1.10</vIBSUF></gIBSUF><gIBSMun><vIBSMun>0.10</vIBSMun></gIBSMun><vIBS>1.20</vIBS></gIBS>" +
  "<gCBS><vDif>0.00</vDif><vCBS>10.80</vCBS></gCBS></IBSCBSTot><vNFTot>1248.00</vNFTot>";

describe("the totals of a nota", () => {
  test("the totals of a nota are read one by one, including those of the tax reform", () => {
    const nota = read(
      ["<ICMSTot>", `<ICMSTot>${TOTALS}`],
      ["</vNF></ICMSTot>", `</vNF><vTotTrib>300.00</vTotTrib></ICMSTot>${REFORMA}`],
    );
    expect(nota.comercio?.totais).toEqual({
      baseIcms: "1000.00",
      icms: "180.00",
      icmsDesonerado: "1.00",
      fcp: "2.00",
      baseSt: "3.00",
      st: "4.00",
      produtos: "1200.00",
      servicos: "50.00",
      frete: "10.00",
      seguro: "5.00",
      desconto: "6.00",
      ii: "7.00",
      ipi: "8.00",
      pis: "9.00",
      cofins: "11.00",
      outras: "12.00",
      tributosAproximados: "300.00",
      ibsCbs: { base: "1200.00", ibs: "1.20", ibsUf: "1.10", ibsMunicipio: "0.10", cbs: "10.80" },
      is: "1.50",
      totalComTributos: "1248.00",
    });
    expect(nota.valorTotal).toBe("1234.50");
  });

  test("absent or invalid totals are null, and the nota is still read", () => {
    const { totais } = read(["<ICMSTot>", "<ICMSTot><vBC>1.234,50</vBC><vICMS/>"]).comercio ?? {};
    expect(new Set(Object.values(totais ?? { none: "" }))).toEqual(new Set([null]));
  });
});

describe("the billing and payment of a nota", () => {
  test("a nota has its fatura and each duplicata", () => {
    const cobr =
      "<cobr><fat><nFat>0042</nFat><vOrig>1300.00</vOrig><vLiq>1234.50</vLiq></fat>" +
      "<dup><nDup>001</nDup><dVenc>2026-12-20</dVenc><vDup>600.00</vDup></dup><dup><dVenc>20/01/2027</dVenc><vDup>634.50</vDup></dup></cobr>";
    expect(read(["<infAdic>", `${cobr}<infAdic>`]).comercio).toMatchObject({
      fatura: { numero: "0042", valorLiquido: "1234.50" },
      duplicatas: [
        { numero: "001", vencimento: "2026-12-20", valor: "600.00" },
        { numero: null, vencimento: null, valor: "634.50" },
      ],
    });
    expect(read(["Pedido", "Pedidos"]).comercio).toMatchObject({ fatura: null, duplicatas: [] });
  });

  const money = "<tPag>01</tPag><vPag>1000.00</vPag>";
  const other = "<tPag>99</tPag><xPag>Vale</xPag><vPag>234.50</vPag>";
  test.each([
    ["4.00", `<pag><detPag>${money}</detPag><detPag>${other}</detPag><vTroco>0.00</vTroco></pag>`],
    ["3.10", `<pag>${money}</pag><pag>${other}</pag>`],
  ])("the payment is read in layout %s", (_layout, pag) => {
    expect(read(["<infAdic>", `${pag}<infAdic>`]).comercio?.pagamentos).toEqual([
      { meio: "01", prazo: null, descricao: null, valor: "1000.00" },
      { meio: "99", prazo: null, descricao: "Vale", valor: "234.50" },
    ]);
  });

  test("the nota says whether a payment is deferred", () => {
    const pag = "<pag><detPag><indPag>1</indPag><tPag>90</tPag><vPag>0.00</vPag></detPag></pag>";
    expect(read(["<infAdic>", `${pag}<infAdic>`]).comercio?.pagamentos).toMatchObject([
      { meio: "90", prazo: "1" },
    ]);
  });
});

describe("the references of a nota", () => {
  test.each([
    ["another nota", `<refNFe>${CHAVE}</refNFe>`, { chaveAcesso: CHAVE, descricao: null }],
    [
      "a nota with a confidential key",
      `<refNFeSig>${CHAVE}</refNFeSig>`,
      { chaveAcesso: CHAVE, descricao: null },
    ],
    ["a CT-e", `<refCTe>${CHAVE}</refCTe>`, { chaveAcesso: CHAVE, descricao: null }],
    ["an invalid key", "<refNFe>123</refNFe>", { chaveAcesso: null, descricao: "123" }],
    [
      "a paper nota",
      "<refNF><cUF>35</cUF><AAMM>0912</AAMM><CNPJ>11222333000181</CNPJ><mod>01</mod><serie>1</serie><nNF>42</nNF></refNF>",
      {
        chaveAcesso: null,
        descricao: "NF modelo 01, série 1, nº 42, emitida em 12/09, por 11.222.333/0001-81, de SP",
      },
    ],
    [
      "a farmer's nota",
      `<refNFP><CPF>${CPF}</CPF><mod>04</mod><nNF>7</nNF></refNFP>`,
      { chaveAcesso: null, descricao: "NF de produtor modelo 04, nº 7, por 529.982.247-25" },
    ],
    [
      "a till receipt",
      "<refECF><mod>2D</mod><nECF>3</nECF><nCOO>000123</nCOO></refECF>",
      { chaveAcesso: null, descricao: "Cupom fiscal modelo 2D, ECF nº 3, COO nº 000123" },
    ],
  ])("the reference to %s is read", (_what, ref, expected) => {
    const nota = read(["<finNFe>1</finNFe>", `<finNFe>4</finNFe><NFref>${ref}</NFref>`]);
    expect(nota.comercio?.referencias).toEqual([expected]);
  });

  test("a nota may have several references, with advance payments", () => {
    const refs = `<NFref><refNFe>${CHAVE}</refNFe></NFref><NFref><refCTe>${CHAVE}</refCTe></NFref><NFref/>`;
    const antecipado = `<gPagAntecipado><refNFe>${CHAVE}</refNFe><refNFe>${CHAVE}</refNFe></gPagAntecipado>`;
    expect(read(["</ide>", `${refs}${antecipado}</ide>`]).comercio?.referencias).toHaveLength(4);
  });
});

describe("documents that an item refers to", () => {
  const other = makeChave({ cnpj: CNPJ, numero: "77" });
  const referido = (chave: string, nItem = ""): string =>
    `<DFeReferenciado><chaveAcesso>${chave}</chaveAcesso>${nItem}</DFeReferenciado></det>`;

  test("the document that an item refers to has its line, and is a reference of the nota", () => {
    const nota = read(["</det>", referido(CHAVE, "<nItem>3</nItem>")]);
    expect(nota.itens.map(({ referencia }) => referencia)).toEqual([
      { chaveAcesso: CHAVE, descricao: null, item: "3" },
    ]);
    expect(nota.comercio?.referencias).toEqual([{ chaveAcesso: CHAVE, descricao: null }]);
  });

  test("a return has the same references in the layouts before and after 2026-11-16, each document once", () => {
    const before = read(["</ide>", `<NFref><refNFe>${CHAVE}</refNFe></NFref></ide>`]);
    const after = read(["</det>", referido(CHAVE)]);
    expect(after.comercio?.referencias).toEqual(before.comercio?.referencias);
    const both = read(
      ["</ide>", `<NFref><refNFe>${CHAVE}</refNFe></NFref></ide>`],
      ["</det>", `${referido(CHAVE)}<det nItem="2"><prod><xProd>B</xProd></prod>${referido(other)}`],
    );
    expect(both.comercio?.referencias.map(({ chaveAcesso }) => chaveAcesso)).toEqual([CHAVE, other]);
  });

  test("a nota de débito and a nota de crédito have their type", () => {
    const debito = read(["<finNFe>1</finNFe>", "<finNFe>6</finNFe><tpNFDebito>06</tpNFDebito>"]);
    expect(debito).toMatchObject({ finalidade: "6", comercio: { tipoDebito: "06", tipoCredito: null } });
    const credito = read(["<finNFe>1</finNFe>", "<finNFe>5</finNFe><tpNFCredito>03</tpNFCredito>"]);
    expect(credito).toMatchObject({ finalidade: "5", comercio: { tipoDebito: null, tipoCredito: "03" } });
    expect(read().comercio).toMatchObject({ tipoDebito: null, tipoCredito: null });
  });
});

describe("the parties of a nota", () => {
  test("the parties of a nota include the transportador and those of autXML", () => {
    const autorizados = `<autXML><CNPJ>${CNPJ_ALFA}</CNPJ></autXML><autXML><CPF>${CPF}</CPF></autXML>`;
    const transp =
      "<transp><modFrete>1</modFrete><transporta><CNPJ>99887766000105</CNPJ><xNome>Transportes Silva</xNome><IE>ISENTO</IE>" +
      "<xEnder>Rua 1</xEnder><xMun>Betim</xMun><UF>MG</UF></transporta></transp>";
    const nota = read(["<det ", `${autorizados}<det `], ["<infAdic>", `${transp}<infAdic>`]);
    expect(nota.autorizados).toEqual([CNPJ_ALFA, CPF]);
    expect(nota.comercio?.modFrete).toBe("1");
    expect(nota.transportador).toEqual({
      nome: "Transportes Silva",
      documento: "99887766000105",
      uf: "MG",
      ie: "ISENTO",
      municipio: "Betim",
    });
  });

  test("an empty group is no transportador, and a place of delivery is no recebedor", () => {
    const entrega = "<entrega><CNPJ>99887766000105</CNPJ><xNome>Depósito</xNome><UF>RJ</UF></entrega>";
    const nota = read(["<det ", `${entrega}<det `], ["<infAdic>", "<transp><transporta/></transp><infAdic>"]);
    expect(nota.transportador).toBeNull();
    expect([nota.tomador, nota.recebedor, nota.destinatario?.nome]).toEqual([
      null,
      null,
      "Mercado do Bairro",
    ]);
  });

  test("the parties of a nota include a foreign destinatario without CNPJ", () => {
    const dest = "<dest><idEstrangeiro>AB-123456</idEstrangeiro><xNome>Acme Inc.</xNome>";
    const nota = read([/<dest><CNPJ>.*?<\/xNome>/, dest], ["<UF>MG", "<UF>EX"]);
    expect(nota.destinatario).toMatchObject({ nome: "Acme Inc.", documento: "AB-123456", uf: "EX" });
  });
});

describe("a nota of an old layout", () => {
  test("a nota of an old layout is read without the fields that the layout lacks", () => {
    const nota = read(
      ['versao="4.00"', 'versao="2.00"'],
      [/<dhEmi>.*?<\/dhEmi>/, "<dEmi>2012-07-15</dEmi>"],
      ["<finNFe>", "<indPag>0</indPag><finNFe>"],
    );
    expect(nota).toMatchObject({ versao: "2.00", dataEmissao: "2012-07-15T00:00:00-03:00", autorizados: [] });
    expect(nota.comercio).toMatchObject({ pagamentos: [], referencias: [], modFrete: null });
  });
});

describe("the items of a nota", () => {
  const items = (count: number): ReturnType<typeof change> =>
    change([/<det.*<\/det>/, '<det nItem="1"><prod/></det>'.repeat(count)]);

  test("the items of a nota are read up to the layout's maximum, and refused far beyond it", () => {
    expect(items(990)).toMatchObject({
      kind: "nota",
      nota: { itens: expect.objectContaining({ length: 990 }) },
    });
    expect(items(2_001)).toMatchObject({ kind: "ilegivel", motivo: "estrutura", detalhe: "det" });
  });
});

describe("unknown or ambiguous elements of a nota", () => {
  test("unknown tags and invalid quantities are ignored", () => {
    const nota = read(
      ["</ide>", "<gNovo><refNFe>1</refNFe></gNovo></ide>"],
      ["<qCom>10.5000", "<tagNova/><qCom>10,5"],
    );
    expect(nota.comercio?.referencias).toEqual([]);
    expect(nota.itens).toMatchObject([{ quantidade: null, valorUnitario: "117.5714285714" }]);
  });

  test.each([
    ["two carriers", "<transp><transporta/><transporta/></transp>"],
    ["two transp groups", "<transp/><transp/>"],
    ["two amounts of one instalment", "<cobr><dup><vDup>1.00</vDup><vDup>2.00</vDup></dup></cobr>"],
  ])("a nota with an ambiguous element is refused: %s", (_what, twice) => {
    expect(change(["<infAdic>", `${twice}<infAdic>`])).toMatchObject({
      kind: "ilegivel",
      motivo: "estrutura",
    });
  });
});
