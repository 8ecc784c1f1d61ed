import { describe, expect, test } from "vitest";
import { readDfe } from "../../read/read-dfe.ts";
import { bytesOfRow, rows } from "../../tests/collection.ts";
import { bytesOf } from "../../tests/make-dfe.ts";
import {
  makeChaveNfe,
  makeChaveTransporte,
  makeCte,
  makeCteOs,
  makeCteSimp,
  party,
  wrapTransporte,
} from "../../tests/make-transport.ts";
import { readPrintedForm } from "../read-printed-form.ts";
import type { PrintedCte } from "./cte.ts";

function formOf(xml: string): PrintedCte {
  const form = readPrintedForm(bytesOf(xml));
  if (form?.kind !== "cte") throw new Error("no printed form of a CT-e");
  return form;
}

function modalidadeOf(infModal: string): PrintedCte["modalidade"] {
  return formOf(makeCte({ infModal: `<infModal versaoModal="4.00">${infModal}</infModal>` })).modalidade;
}

/** Inserts XML before a tag. */
function withBefore(xml: string, tag: string, more: string): string {
  expect(xml).toContain(tag);
  return xml.replace(tag, more + tag);
}

describe("the printed form of a CT-e", () => {
  const form = formOf(wrapTransporte(makeCte(), { proc: "cteProc", prot: "protCTe", chave: "chCTe" }));

  test("the printed form has number, kind and mode of transport", () => {
    expect(form.chave).toBe(makeChaveTransporte({ modelo: "57" }));
    expect(form.identificacao).toMatchObject({
      modelo: "57",
      serie: "2",
      numero: "20417",
      emitidoEm: "2026-11-19T18:40:00-03:00",
      ambiente: "1",
      tipo: "0",
      servico: "0",
      modal: "01",
      impressao: "1",
      cfop: "6353",
    });
    expect([form.inicio, form.fim]).toEqual([
      { municipio: "São Paulo", uf: "SP" },
      { municipio: "Belo Horizonte", uf: "MG" },
    ]);
    expect(form.protocolo).toEqual({
      numero: "135260000000009",
      recebidoEm: "2026-11-19T18:40:09-03:00",
      cStat: "100",
      motivo: "Autorizado o uso",
      divergencias: [],
    });
  });

  test("the printed form has the parties and the tomador", () => {
    expect(form.remetente).toMatchObject({ nome: "Padaria Ação", documento: "11222333000181" });
    expect(form.emitente?.endereco).toMatchObject({ logradouro: "Rua A", numero: "1", bairro: "Centro" });
    expect(form.tomador).toEqual({ codigo: "3", indicadorIe: "1", parte: form.destinatario });
    expect(form.expedidor).toBeNull();
  });

  test("the printed form has price, taxes and load as written in the document", () => {
    expect(form.valores).toEqual({
      total: "1843.27",
      receber: "1800.00",
      totalDfe: null,
      componentes: [
        { nome: "Frete peso", valor: "1643.27" },
        { nome: "Pedágio", valor: "200.00" },
      ],
    });
    expect(form.tributos.icms).toMatchObject({
      caso: "proprio",
      cst: "00",
      base: "1843.27",
      valor: "221.19",
    });
    expect(form.tributos.ibsCbs).toMatchObject({
      base: "1622.08",
      ibs: "1.62",
      ibsUf: { aliquota: "0.1000", efetiva: null, valor: "1.62" },
      cbs: { aliquota: "0.9000", efetiva: null, valor: "14.60" },
    });
    expect(form.carga?.medidas).toEqual([
      { unidade: "01", tipo: "PESO BRUTO", quantidade: "1250.5000" },
      { unidade: "03", tipo: "CAIXAS", quantidade: "64.0000" },
    ]);
    expect(form.originarios).toMatchObject([{ tipo: "nfe", chave: makeChaveNfe(7) }]);
  });

  test("the printed form has a tomador other than the parties", () => {
    const own = party("toma4", "enderToma", { nome: "Quem Paga", cnpj: "1", uf: "RJ", cidade: "Rio" });
    const { tomador } = formOf(makeCte({ toma: own.replace("<toma4>", "<toma4><toma>4</toma>") }));
    expect(tomador.codigo).toBe("4");
    expect(tomador.parte?.nome).toBe("Quem Paga");
  });

  test("the printed form omits only unreadable fields", () => {
    const odd = makeCte()
      .replace("<serie>2</serie>", "<serie><a/></serie>")
      .replace("2026-11-19T", "2026-13-19T");
    expect(formOf(odd).identificacao).toMatchObject({ serie: null, emitidoEm: null, numero: "20417" });
  });

  test("the printed form lists where the protocolo belongs to another document", () => {
    const own = wrapTransporte(makeCte(), { proc: "cteProc", prot: "protCTe", chave: "chCTe" });
    const other = own
      .replace(/<chCTe>[^<]*/, `<chCTe>${makeChaveTransporte({ modelo: "57", numero: "99" })}`)
      .replace("<infProt><tpAmb>1", "<infProt><tpAmb>2");
    expect(formOf(other).protocolo?.divergencias).toEqual(["chave", "ambiente"]);
    expect(formOf(own.replace("<cStat>100</cStat>", "")).protocolo).toMatchObject({
      numero: "135260000000009",
      cStat: null,
    });
  });

  test("the printed form has a date without a time", () => {
    const old = makeCte().replace(/<dhEmi>[^<]*/, "<dhEmi>2009-05-01");
    expect(formOf(old).identificacao.emitidoEm).toBe("2009-05-01");
  });

  test("the printed form omits repeated fields", () => {
    const two = withBefore(makeCte(), "</infCarga>", "<proPred>Outro</proPred>");
    expect(formOf(two).carga).toMatchObject({ produto: null, valor: "18432.50" });
  });

  test("the printed form has no key when the document has no valid one", () => {
    expect(formOf(makeCte().replace('Id="CTe35', 'Id="CTeXX')).chave).toBeNull();
  });

  test("the printed form has the text of the QR code", () => {
    const chave = makeChaveTransporte({ modelo: "57" });
    const qr = `https://dfe-portal.svrs.rs.gov.br/cte/qrCode?chCTe=${chave}&amp;tpAmb=1`;
    const xml = withBefore(
      makeCte(),
      "</CTe>",
      `<infCTeSupl><qrCodCTe><![CDATA[${qr}]]></qrCodCTe></infCTeSupl>`,
    );
    expect(formOf(xml).qrCode).toBe(qr);
  });

  test("the printed form has start and reason of a contingency", () => {
    const xml = makeCte({
      toma: "<toma3><toma>0</toma></toma3><dhCont>2026-11-19T18:00:00-03:00</dhCont><xJust>Sem rede</xJust>",
    });
    expect(formOf(xml).contingencia).toEqual({
      desde: "2026-11-19T18:00:00-03:00",
      justificativa: "Sem rede",
    });
  });

  test("the printed form lists every kind of cargo document and of earlier carriers", () => {
    const forms = formOf(
      makeCte({
        infDoc:
          "<infDoc><infNF><mod>01</mod><serie>1</serie><nDoc>77</nDoc><dEmi>2026-11-18</dEmi><vNF>10.00</vNF></infNF>" +
          "<infOutros><tpDoc>99</tpDoc><descOutros>Romaneio</descOutros><nDoc>5</nDoc></infOutros></infDoc>",
        docAnt:
          "<docAnt><emiDocAnt><CNPJ>11222333000181</CNPJ><xNome>Antes</xNome><idDocAnt><idDocAntPap><tpDoc>07</tpDoc><serie>1</serie>" +
          `<nDoc>9</nDoc></idDocAntPap></idDocAnt><idDocAnt><idDocAntEle><chCTe>${makeChaveNfe(3)}</chCTe></idDocAntEle></idDocAnt></emiDocAnt></docAnt>`,
      }),
    );
    expect(forms.originarios).toMatchObject([
      { tipo: "nf", codigo: "01", numero: "77", valor: "10.00" },
      { tipo: "outro", codigo: "99", descricao: "Romaneio", numero: "5" },
    ]);
    expect(forms.anteriores).toMatchObject([
      { emitente: "Antes", codigo: "07", numero: "9" },
      { emitente: "Antes", codigo: null, chave: makeChaveNfe(3) },
    ]);
  });
});

describe("the printed form for each mode of transport", () => {
  const cases: [string, string, object][] = [
    [
      "road",
      "<rodo><RNTRC>12345678</RNTRC><occ><nOcc>4</nOcc><dEmi>2026-11-01</dEmi><emiOcc><CNPJ>1</CNPJ></emiOcc></occ></rodo>",
      { modal: "rodoviario", rntrc: "12345678", coletas: [{ numero: "4", documento: "1" }] },
    ],
    [
      "air",
      "<aereo><nMinu>000000123</nMinu><nOCA>12345678901</nOCA><dPrevAereo>2026-11-21</dPrevAereo><natCarga><xDime>0100X0200X0300</xDime>" +
        "<cInfManu>03</cInfManu><cInfManu>06</cInfManu></natCarga><tarifa><CL>G</CL><cTar>123</cTar><vTar>4.50</vTar></tarifa></aereo>",
      {
        modal: "aereo",
        operacional: "12345678901",
        manuseio: ["03", "06"],
        classe: "G",
        valorTarifa: "4.50",
      },
    ],
    [
      "water",
      "<aquav><vPrest>10.00</vPrest><vAFRMM>1.00</vAFRMM><xNavio>Aurora</xNavio><balsa><xBalsa>B1</xBalsa></balsa><direc>N</direc><irin>IR1</irin>" +
        "<detCont><nCont>CONT1</nCont><lacre><nLacre>L1</nLacre></lacre><infDoc><infNF><serie>1</serie><nDoc>2</nDoc></infNF></infDoc></detCont></aquav>",
      {
        modal: "aquaviario",
        navio: "Aurora",
        balsas: ["B1"],
        conteineres: [{ numero: "CONT1", lacres: ["L1"], documentos: ["1/2"] }],
      },
    ],
    [
      "rail",
      "<ferrov><tpTraf>1</tpTraf><trafMut><respFat>2</respFat><ferrEmi>1</ferrEmi><vFrete>9.00</vFrete><ferroEnv><CNPJ>1</CNPJ>" +
        "<cInt>C1</cInt><xNome>Ferrovia</xNome></ferroEnv></trafMut><fluxo>F1</fluxo></ferrov>",
      {
        modal: "ferroviario",
        responsavel: "2",
        frete: "9.00",
        ferrovias: [{ nome: "Ferrovia", codigo: "C1" }],
      },
    ],
    [
      "pipe",
      "<duto><vTar>1.200000</vTar><dIni>2026-11-01</dIni></duto>",
      { modal: "dutoviario", tarifa: "1.200000" },
    ],
    [
      "multimodal",
      "<multimodal><COTM>C9</COTM><indNegociavel>1</indNegociavel><seg><infSeg><xSeg>Segura</xSeg><CNPJ>1</CNPJ></infSeg>" +
        "<nApol>A1</nApol><nAver>V1</nAver></seg></multimodal>",
      { modal: "multimodal", cotm: "C9", negociavel: "1", seguradora: "Segura", averbacao: "V1" },
    ],
  ];
  test.each(cases)(
    "the printed form has the fields of the mode of transport: %s",
    (_name, infModal, expected) => {
      expect(modalidadeOf(infModal)).toMatchObject(expected);
    },
  );
});

test("the printed form of a CT-e OS has service, route, vehicle and federal taxes", () => {
  const federais = "<imp><infTribFed><vPIS>1.00</vPIS></infTribFed></imp>";
  const form = formOf(makeCteOs().replace("<imp/>", federais));
  expect(form).toMatchObject({
    documento: "os",
    percurso: ["RJ"],
    servico: { descricao: "Fretamento", quantidades: ["42.0000"] },
    referidos: [{ numero: "77", serie: "1" }],
    modalidade: { modal: "rodoviario-os", taf: "000000032164", veiculo: { placa: "ABC1D23" } },
    tomador: { parte: { nome: "Escola Viva" } },
    tributos: { federais: { pis: "1.00", inss: null } },
  });
});

test("the printed form of a simplified CT-e has each of its services", () => {
  const form = formOf(makeCteSimp());
  expect(form).toMatchObject({
    documento: "simplificado",
    valores: { total: "1233.33", receber: "1200.00" },
    inicio: { municipio: "São Paulo", uf: "SP" },
    fim: { municipio: "Contagem", uf: "MG" },
    tomador: { codigo: "4", indicadorIe: "1", parte: { nome: "Mercado do Bairro" } },
  });
  expect(form.entregas).toMatchObject([
    { item: "1", fim: "Betim", notas: [{ chave: makeChaveNfe(1) }] },
    { item: "2", fim: "Contagem", componentes: [{ nome: "Frete 2", valor: "600.00" }] },
  ]);
});

describe.skipIf(rows.length === 0)("the printed forms of the real CT-e in ../shared/corpus/dfe", () => {
  const lidos = rows.filter(({ kind }) => /^(?:CTe|CTeOS|CTeSimp|cteProc|cteOSProc|cteSimpProc)$/.test(kind));

  test("every real CT-e has a printed form with number, emitente and price", () => {
    let papers = 0;
    for (const row of lidos) {
      const reading = readDfe(bytesOfRow(row));
      if (reading.kind !== "nota") continue;
      const form = readPrintedForm(bytesOfRow(row));
      if (form?.kind !== "cte") throw new Error(row.file);
      papers += 1;
      const { nota } = reading;
      expect([form.chave, form.valores.total !== null, form.emitente?.nome]).toEqual([
        nota.chaveAcesso,
        true,
        nota.emitente.nome,
      ]);
      expect(form.tomador.parte?.nome ?? null).toBe(nota.tomador?.nome ?? null);
    }
    expect(papers).toBeGreaterThan(15);
  });
});
