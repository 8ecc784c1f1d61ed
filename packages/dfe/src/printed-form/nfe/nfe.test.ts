import { describe, expect, test } from "vitest";
import { readPrintedForm } from "../read-printed-form.ts";
import type { PrintedNfe } from "./nfe.ts";

const CHAVE = "35261112345678000195550010000012341876543215";
const NS = "http://www.portalfiscal.inf.br/nfe";

const IDE =
  `<cUF>35</cUF><natOp>Venda</natOp><mod>55</mod><serie>1</serie><nNF>1234</nNF>` +
  `<dhEmi>2026-11-20T09:53:00-03:00</dhEmi><tpNF>1</tpNF><tpImp>2</tpImp><tpEmis>5</tpEmis><tpAmb>2</tpAmb><finNFe>4</finNFe>` +
  `<dhCont>2026-11-20T08:00:00-03:00</dhCont><xJust>Sem internet desde cedo</xJust>` +
  `<NFref><refNFe>${CHAVE}</refNFe></NFref><NFref><refECF><mod>2D</mod><nECF>3</nECF><nCOO>99</nCOO></refECF></NFref>` +
  `<NFref><refNFP><cUF>31</cUF><AAMM>2610</AAMM><CPF>12345678909</CPF><mod>04</mod><serie>0</serie><nNF>7</nNF></refNFP></NFref>`;

/** An invented NF-e.   @param parts of infNFe that replace the default ones */
function makeXml(parts: { ide?: string; det?: string; depois?: string; total?: string } = {}): Buffer {
  const { ide = IDE, det = "", depois = "", total = "<ICMSTot><vNF>10.00</vNF></ICMSTot>" } = parts;
  return Buffer.from(
    `<NFe xmlns="${NS}"><infNFe Id="NFe${CHAVE}" versao="4.00"><ide>${ide}</ide>` +
      `<emit><CNPJ>12345678000195</CNPJ><xNome>Padaria Açúcar</xNome><enderEmit><xLgr>Rua A</xLgr><nro>1</nro><UF>SP</UF>` +
      `<fone>1140028922</fone></enderEmit><IE>111</IE><IEST>222</IEST><CRT>1</CRT></emit>` +
      `<retirada><CPF>12345678909</CPF><xNome>Sítio</xNome><xLgr>Estrada B</xLgr><UF>MG</UF></retirada>${det}` +
      `<total>${total}</total>${depois}</infNFe></NFe>`,
  );
}

function readNota(bytes: Buffer): PrintedNfe {
  const form = readPrintedForm(bytes);
  if (form?.kind !== "nfe") throw new Error("no printed form of a nota");
  return form;
}

function itemOf(prod: string, imposto = "", depois = ""): PrintedNfe["itens"][number] {
  const det = `<det nItem="1"><prod>${prod}</prod><imposto>${imposto}</imposto>${depois}</det>`;
  const [item] = readNota(makeXml({ det })).itens;
  if (!item) throw new Error("no item");
  return item;
}

describe("the printed form of a nota", () => {
  test("the printed form has key, emitente and type of issue", () => {
    const form = readNota(makeXml());
    expect(form).toMatchObject({
      modelo: "55",
      chave: CHAVE,
      numero: "1234",
      serie: "1",
      tipoOperacao: "1",
      formatoImpressao: "2",
      tipoEmissao: "5",
      homologacao: true,
      finalidade: "4",
      emissao: "2026-11-20T09:53:00-03:00",
      saida: null,
      contingencia: { inicio: "2026-11-20T08:00:00-03:00", justificativa: "Sem internet desde cedo" },
      protocolo: null,
      destinatario: null,
      entrega: null,
    });
    expect(form.emitente).toMatchObject({
      nome: "Padaria Açúcar",
      documento: "12345678000195",
      ieSt: "222",
      regime: "1",
      endereco: { logradouro: "Rua A", numero: "1", uf: "SP", telefone: "1140028922", cep: null },
    });
    expect(form.retirada).toMatchObject({ documento: "12345678909", endereco: { logradouro: "Estrada B" } });
  });

  test("the printed form has every kind of reference", () => {
    expect(readNota(makeXml()).referencias).toEqual([
      { tipo: "chave", chave: CHAVE },
      { tipo: "ecf", modelo: "2D", ecf: "3", coo: "99" },
      {
        tipo: "nota",
        modelo: "04",
        serie: "0",
        numero: "7",
        uf: "31",
        anoMes: "2610",
        documento: "12345678909",
      },
    ]);
  });

  test("the printed form of a layout before 3.10 has the date of issue and the time of departure", () => {
    const ide =
      "<mod>55</mod><dEmi>2012-01-02</dEmi><dSaiEnt>2012-01-03</dSaiEnt><hSaiEnt>14:05:30</hSaiEnt>";
    expect(readNota(makeXml({ ide }))).toMatchObject({ emissao: "2012-01-02", saida: "2012-01-03T14:05:30" });
  });

  test("the printed form omits only unreadable fields", () => {
    const ide =
      "<mod>55</mod><nNF>7</nNF><nNF>8</nNF><dhEmi>ontem</dhEmi><natOp><b>x</b></natOp><serie>2</serie>";
    const total = "<ICMSTot><vNF>dez</vNF><vProd>1e5</vProd><vBC>9.90</vBC></ICMSTot>";
    const form = readNota(makeXml({ ide, total }));
    expect(form).toMatchObject({ numero: null, emissao: null, naturezaOperacao: null, serie: "2" });
    expect(form.totais).toMatchObject({ nota: "ILEGÍVEL", produtos: "ILEGÍVEL", base: "9.90", icms: null });
  });

  test.each(["1.234,56", ".50", "1234567890123456.00", "10.00</vNF><vNF>10.00", "<b>1</b>"])(
    "the printed form distinguishes an unreadable amount from an absent one: %s",
    (vNF) => {
      const { totais } = readNota(makeXml({ total: `<ICMSTot><vNF>${vNF}</vNF><vII></vII></ICMSTot>` }));
      expect(totais).toMatchObject({ nota: "ILEGÍVEL", ii: null, frete: null });
    },
  );

  test("the amounts of a repeated group are unreadable", () => {
    const total = "<ICMSTot><vNF>1.00</vNF></ICMSTot><ICMSTot><vNF>9.00</vNF></ICMSTot>";
    expect(readNota(makeXml({ total })).totais).toMatchObject({ nota: "ILEGÍVEL", produtos: "ILEGÍVEL" });
  });

  test("the printed form has the number of omitted items", () => {
    const det = "<det><prod><cProd>1</cProd></prod></det>".repeat(2_003);
    const { itens, itensOmitidos } = readNota(makeXml({ det }));
    expect([itens.length, itensOmitidos]).toEqual([2_000, 3]);
    expect(readNota(makeXml()).itensOmitidos).toBe(0);
  });

  test("the printed form has the totals of IBS, CBS and IS, or null", () => {
    const total =
      "<ICMSTot><vNF>100.00</vNF></ICMSTot><ISTot><vIS>1.23</vIS></ISTot><IBSCBSTot><vBCIBSCBS>84.79</vBCIBSCBS>" +
      "<gIBS><gIBSUF><vIBSUF>0.08</vIBSUF></gIBSUF><gIBSMun><vIBSMun>0.01</vIBSMun></gIBSMun><vIBS>0.09</vIBS></gIBS>" +
      "<gCBS><vCBS>0.76</vCBS></gCBS></IBSCBSTot><vNFTot>102.08</vNFTot>";
    const { totais } = readNota(makeXml({ total }));
    expect(totais).toMatchObject({ is: "1.23", notaComTributos: "102.08" });
    expect(totais.ibsCbs).toEqual({
      base: "84.79",
      ibsUf: "0.08",
      ibsMunicipio: "0.01",
      ibs: "0.09",
      cbs: "0.76",
      ibsMonofasico: null,
      cbsMonofasica: null,
      ibsMonofasicoRetencao: null,
      cbsMonofasicaRetencao: null,
      ibsMonofasicoRetido: null,
      cbsMonofasicaRetida: null,
    });
    expect(readNota(makeXml()).totais.ibsCbs).toBeNull();
  });

  test("the printed form has payments of both layouts, duplicatas, transport and remarks", () => {
    const form = readNota(
      makeXml({
        depois:
          `<transp><modFrete>1</modFrete><transporta><CNPJ>44555666000181</CNPJ><xNome>Serra Azul</xNome></transporta>` +
          `<veicTransp><placa>ABC1D23</placa><UF>SP</UF><RNTC>12</RNTC></veicTransp><reboque><placa>XYZ9A87</placa></reboque>` +
          `<vol><qVol>3</qVol><pesoB>1.500</pesoB><lacres><nLacre>L1</nLacre></lacres></vol><vol><esp>CX</esp></vol></transp>` +
          `<cobr><fat><nFat>F1</nFat></fat><dup><nDup>001</nDup><dVenc>2026-12-24</dVenc><vDup>10.00</vDup></dup></cobr>` +
          `<pag><detPag><tPag>01</tPag><vPag>4.00</vPag></detPag><detPag><tPag>17</tPag><vPag>6.00</vPag></detPag><vTroco>0.50</vTroco></pag>` +
          `<infAdic><infAdFisco>Ao fisco</infAdFisco><infCpl>Ao cliente</infCpl><obsCont xCampo="Rota"><xTexto>Sul</xTexto></obsCont></infAdic>` +
          `<compra><xPed>P7</xPed></compra>`,
      }),
    );
    expect(form.transporte).toMatchObject({ modFrete: "1", veiculo: { placa: "ABC1D23", antt: "12" } });
    expect(form.transporte.reboques).toEqual([{ placa: "XYZ9A87", uf: null, antt: null }]);
    expect(
      form.transporte.volumes.map(({ quantidade, especie, lacres }) => [quantidade, especie, lacres]),
    ).toEqual([
      ["3", null, ["L1"]],
      [null, "CX", []],
    ]);
    expect(form.cobranca.duplicatas).toEqual([{ numero: "001", vencimento: "2026-12-24", valor: "10.00" }]);
    expect(form.cobranca.pagamentos.map(({ meio, valor }) => [meio, valor])).toEqual([
      ["01", "4.00"],
      ["17", "6.00"],
    ]);
    expect(form.cobranca.troco).toBe("0.50");
    expect(form.adicionais).toMatchObject({
      fisco: "Ao fisco",
      complementares: "Ao cliente",
      contribuinte: [{ campo: "Rota", texto: "Sul" }],
      compra: { empenho: null, pedido: "P7", contrato: null },
    });
    const old = readNota(
      makeXml({ depois: "<pag><tPag>01</tPag><vPag>4.00</vPag></pag><pag><tPag>03</tPag></pag>" }),
    );
    expect(old.cobranca.pagamentos.map(({ meio }) => meio)).toEqual(["01", "03"]);
  });
});

describe("SEFAZ's answer next to a nota", () => {
  const SIGNATURE =
    '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><Reference><DigestValue>q2w=</DigestValue></Reference></SignedInfo></Signature>';
  const WHOLE = { chave: CHAVE, digVal: "q2w=", tpAmb: "2" };

  function divergenciasOf(over: Partial<typeof WHOLE>, times = 1): string[] | undefined {
    const { chave, digVal, tpAmb } = { ...WHOLE, ...over };
    const nfe = makeXml().toString("utf8").replace("</NFe>", `${SIGNATURE}</NFe>`);
    const prot =
      `<protNFe><infProt><tpAmb>${tpAmb}</tpAmb><chNFe>${chave}</chNFe><nProt>135</nProt>` +
      `<digVal>${digVal}</digVal><cStat>100</cStat></infProt></protNFe>`;
    const proc = `<nfeProc xmlns="${NS}">${nfe}${prot.repeat(times)}</nfeProc>`;
    return readNota(Buffer.from(proc)).protocolo?.divergencias;
  }

  test("SEFAZ's answer matches the nota when key, digest and environment are equal", () => {
    expect(divergenciasOf({})).toEqual([]);
    expect(divergenciasOf({ digVal: "\n q2w=\n" })).toEqual([]);
  });

  test.each<[string, Partial<typeof WHOLE>]>([
    ["chave", { chave: CHAVE.replace("1234", "4321") }],
    ["chave", { chave: "" }],
    ["digest", { digVal: "AAA=" }],
    ["digest", { digVal: "q2w=</digVal><digVal>q2w=" }],
    ["ambiente", { tpAmb: "1" }],
  ])("SEFAZ's answer does not match the nota with another %s: %j", (divergencia, over) => {
    expect(divergenciasOf(over)).toEqual([divergencia]);
  });

  test("SEFAZ's answer does not match the nota when it is repeated", () => {
    expect(divergenciasOf({}, 2)).toEqual(["repetido"]);
  });
});

describe("an item in the printed form", () => {
  test("an item has one measure when the sold and the taxed one are equal, else two", () => {
    const sold = "<uCom>cx</uCom><qCom>2.0000</qCom><vUnCom>5.10</vUnCom>";
    expect(
      itemOf(`${sold}<uTrib>CX</uTrib><qTrib>2</qTrib><vUnTrib>5.1000000000</vUnTrib>`).tributavel,
    ).toBeNull();
    expect(itemOf(sold).tributavel).toBeNull();
    expect(itemOf(`${sold}<uTrib>KG</uTrib><qTrib>20</qTrib><vUnTrib>0.51</vUnTrib>`).tributavel).toEqual({
      unidade: "KG",
      quantidade: "20",
      valorUnitario: "0.51",
    });
  });

  test.each([
    [
      "<ICMS00><orig>0</orig><CST>00</CST><vBC>9.00</vBC><pICMS>18.00</pICMS><vICMS>1.62</vICMS></ICMS00>",
      "00",
      "1.62",
    ],
    ["<ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102>", "102", null],
    ["<ICMS61><orig>0</orig><CST>61</CST></ICMS61>", "61", null],
    [
      "<ICMS02><CST>02</CST><qBCMono>9</qBCMono><adRemICMS>1</adRemICMS><vICMSMono>9.00</vICMSMono></ICMS02>",
      "02",
      null,
    ],
  ])("an item has the ICMS of any group: %s", (icms, cst, valor) => {
    expect(itemOf("", `<ICMS>${icms}</ICMS>`).imposto).toMatchObject({ cst, valor });
  });

  test("an item has an ICMS by quantity besides the one by value", () => {
    const icms = "<qBCMono>9</qBCMono><adRemICMS>1.1</adRemICMS><vICMSMono>9.90</vICMSMono>";
    const nada = { base: null, aliquota: null, valor: null };
    expect(itemOf("", `<ICMS><ICMS02><CST>02</CST>${icms}</ICMS02></ICMS>`).imposto).toMatchObject({
      base: null,
      aliquota: null,
      valor: null,
      monofasico: {
        proprio: { base: "9", aliquota: "1.1", valor: "9.90" },
        retencao: nada,
        retido: nada,
        diferido: null,
      },
    });
    expect(itemOf("", "<ICMS><ICMS00><vBC>9.00</vBC></ICMS00></ICMS>").imposto.monofasico).toBeNull();
  });

  test("an item has DIFAL, ICMS withheld earlier and transferred credits", () => {
    const { imposto } = itemOf(
      "",
      "<ICMS><ICMS60><vICMSSubstituto>1.00</vICMSSubstituto><vFCPSTRet>2.00</vFCPSTRet></ICMS60></ICMS>" +
        "<ICMSUFDest><vBCUFDest>100.00</vBCUFDest><pICMSInter>7.00</pICMSInter><vICMSUFDest>11.00</vICMSUFDest></ICMSUFDest>" +
        "<IBSCBS><CST>800</CST><gTransfCred><vIBS>3.00</vIBS><vCBS>4.00</vCBS></gTransfCred></IBSCBS>",
    );
    expect(imposto).toMatchObject({
      icmsSubstituto: "1.00",
      fcpStRetido: "2.00",
      difal: { base: "100.00", aliquotaInterestadual: "7.00", destino: "11.00", fcp: null },
      ibsCbs: { transferido: { ibs: "3.00", cbs: "4.00" } },
    });
  });

  test("an item has rates and amounts of IBS, CBS and IS", () => {
    const { imposto } = itemOf(
      "",
      "<IS><vBCIS>50.00</vBCIS><pIS>2.0000</pIS><vIS>1.00</vIS></IS><IBSCBS><CST>200</CST><cClassTrib>200003</cClassTrib>" +
        "<gIBSCBS><vBC>100.00</vBC><gIBSUF><pIBSUF>0.1000</pIBSUF><gRed><pRedAliq>60.0000</pRedAliq>" +
        "<pAliqEfet>0.0400</pAliqEfet></gRed><vIBSUF>0.04</vIBSUF></gIBSUF><gIBSMun><pIBSMun>0.0000</pIBSMun>" +
        "<vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.04</vIBS><gCBS><pCBS>0.9000</pCBS><gRed/><vCBS>0.36</vCBS></gCBS>" +
        "</gIBSCBS></IBSCBS>",
    );
    expect(imposto.is).toEqual({ base: "50.00", aliquota: "2.0000", valor: "1.00" });
    expect(imposto.ibsCbs).toMatchObject({ classificacao: "200003", base: "100.00", monofasico: null });
    expect(imposto.ibsCbs?.parcelas).toEqual({
      ibsUf: { aliquota: "0.1000", reducao: { aliquotaEfetiva: "0.0400" }, valor: "0.04" },
      ibsMunicipio: { aliquota: "0.0000", reducao: null, valor: "0.00" },
      cbs: { aliquota: "0.9000", reducao: { aliquotaEfetiva: null }, valor: "0.36" },
    });
  });

  test("an item of fuel has IBS and CBS by quantity instead of by value", () => {
    const { imposto } = itemOf(
      "",
      "<IBSCBS><CST>620</CST><cClassTrib>620001</cClassTrib><gIBSCBSMono><gMonoPadrao><qBCMono>1000.0000</qBCMono>" +
        "<adRemIBS>0.1000</adRemIBS><adRemCBS>0.2000</adRemCBS><vIBSMono>100.00</vIBSMono><vCBSMono>200.00</vCBSMono>" +
        "</gMonoPadrao><vTotIBSMonoItem>100.00</vTotIBSMonoItem><vTotCBSMonoItem>200.00</vTotCBSMonoItem></gIBSCBSMono></IBSCBS>",
    );
    expect(imposto.ibsCbs).toMatchObject({
      ibs: "100.00",
      parcelas: { ibsUf: null, ibsMunicipio: null, cbs: null },
      monofasico: {
        proprio: {
          quantidade: "1000.0000",
          aliquotaIbs: "0.1000",
          ibs: "100.00",
          aliquotaCbs: "0.2000",
          cbs: "200.00",
        },
        retencao: null,
        retido: null,
      },
    });
  });

  test("an item has its EAN without SEM GTIN, lots of old and new layouts, and vehicle fields", () => {
    expect(itemOf("<cEAN>SEM GTIN</cEAN>").ean).toBeNull();
    expect(itemOf("<cEAN>7891234567895</cEAN>").ean).toBe("7891234567895");
    expect(itemOf("<rastro><nLote>A</nLote></rastro><rastro><nLote>B</nLote></rastro>").lotes).toHaveLength(
      2,
    );
    expect(itemOf("<med><nLote>C</nLote><vPMC>1.00</vPMC></med>")).toMatchObject({
      lotes: [{ numero: "C" }],
      medicamento: { precoMaximo: "1.00" },
    });
    expect(itemOf("<veicProd><chassi>9BW</chassi><xCor>PRATA</xCor></veicProd>").veiculo).toMatchObject({
      chassi: "9BW",
      cor: "PRATA",
    });
  });
});
