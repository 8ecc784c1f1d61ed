import { describe, expect, test } from "vitest";
import { bytesOfRow, rows } from "../../tests/collection.ts";
import { bytesOf } from "../../tests/make-dfe.ts";
import { makeChaveNfe, makeChaveTransporte, makeMdfe, wrapTransporte } from "../../tests/make-transport.ts";
import { readPrintedForm } from "../read-printed-form.ts";
import type { PrintedMdfe } from "./mdfe.ts";

const PROC = { proc: "mdfeProc", prot: "protMDFe", chave: "chMDFe" };
const chave = makeChaveTransporte({ modelo: "58" });

function formOf(xml: string): PrintedMdfe {
  const form = readPrintedForm(bytesOf(xml));
  if (form?.kind !== "mdfe") throw new Error(JSON.stringify(form));
  return form;
}

describe("the printed form of an MDF-e by road", () => {
  const infModal =
    "<rodo><infANTT><RNTRC>12345678</RNTRC><infCIOT><CIOT>520005530382</CIOT><CNPJ>22333444000181</CNPJ></infCIOT>" +
    "<valePed><disp><CNPJForn>11222333000181</CNPJForn><CPFPg>52998224725</CPFPg><nCompra>77</nCompra><vValePed>150.20</vValePed></disp></valePed>" +
    "<infContratante><xNome>Mercado</xNome><CNPJ>99887766000105</CNPJ></infContratante>" +
    "<infPag><xNome>Quem Paga</xNome><CNPJ>99887766000105</CNPJ><Comp><tpComp>99</tpComp><vComp>10.00</vComp></Comp><vContrato>10.00</vContrato>" +
    "<indPag>1</indPag><infPrazo><nParcela>1</nParcela><dVenc>2026-12-01</dVenc><vParcela>10.00</vParcela></infPrazo><infBanc><PIX>a@b.c</PIX></infBanc></infPag>" +
    "</infANTT><veicTracao><placa>ABC1D23</placa><tara>9000</tara><prop><CPF>52998224725</CPF><RNTRC>87654321</RNTRC><xNome>Dona</xNome><UF>RJ</UF></prop>" +
    "<condutor><xNome>João</xNome><CPF>52998224725</CPF></condutor><tpRod>03</tpRod><UF>SP</UF></veicTracao><veicReboque><placa>XYZ9A87</placa><condutor><xNome>Ana</xNome><CPF>11144477735</CPF></condutor></veicReboque>" +
    "<lacRodo><nLacre>L1</nLacre></lacRodo></rodo>";

  test("the printed form has vehicle, payers and drivers", () => {
    expect(formOf(makeMdfe({ infModal })).modal).toEqual({
      tipo: "rodoviario",
      rntrc: "12345678",
      ciots: [{ ciot: "520005530382", responsavel: "22333444000181" }],
      valesPedagio: [
        {
          fornecedora: "11222333000181",
          responsavel: "52998224725",
          comprovante: "77",
          valor: "150.20",
          tipo: null,
        },
      ],
      categoriaVeicular: null,
      contratantes: [{ nome: "Mercado", documento: "99887766000105", contrato: null }],
      pagamentos: [
        {
          nome: "Quem Paga",
          documento: "99887766000105",
          componentes: [{ tipo: "99", descricao: null, valor: "10.00" }],
          valor: "10.00",
          prazo: "1",
          adiantamento: null,
          parcelas: [{ numero: "1", vencimento: "2026-12-01", valor: "10.00" }],
          banco: null,
          agencia: null,
          ipef: null,
          pix: "a@b.c",
        },
      ],
      tracao: {
        codigo: null,
        placa: "ABC1D23",
        renavam: null,
        tara: "9000",
        capacidade: null,
        cubagem: null,
        rodado: "03",
        carroceria: null,
        uf: "SP",
        proprietario: { nome: "Dona", documento: "52998224725", rntrc: "87654321", ie: null, uf: "RJ" },
      },
      reboques: [expect.objectContaining({ placa: "XYZ9A87" })],
      condutores: [
        { nome: "João", documento: "52998224725" },
        { nome: "Ana", documento: "11144477735" },
      ],
      agendamentoPorto: null,
      lacres: ["L1"],
    });
  });

  test("the printed form has route, cargo and authorization", () => {
    const form = formOf(
      wrapTransporte(makeMdfe(), PROC).replace(
        "</infProt>",
        "</infProt><infFisco><cMsg>1</cMsg><xMsg>Regularize</xMsg></infFisco>",
      ),
    );
    expect(form).toMatchObject({
      chave,
      versao: "3.00",
      ide: { serie: "2", numero: "20417", ufInicio: "SP", ufFim: "MG", percurso: ["RJ"], tipoEmissao: "1" },
      emitente: { nome: "Transportes Serra & Mar", municipio: "São Paulo" },
      produto: { tipoCarga: "05", descricao: "Café torrado", lotacao: null },
      totais: { qNFe: "1", qCTe: null, valorCarga: "18432.50", unidade: "02", pesoBruto: "1.2505" },
      infComplementares: "Lacre 7",
      protocolo: {
        numero: "135260000000009",
        data: "2026-11-19T18:40:09-03:00",
        mensagemFisco: "Regularize",
        divergencias: [],
      },
    });
    const twice = wrapTransporte(makeMdfe(), PROC).replace(/<chMDFe>[^<]*<\/chMDFe>/, "$&$&");
    expect(formOf(twice).protocolo?.divergencias).toEqual(["chave"]);
    expect(
      form.descargas.map(({ municipio, documentos }) => [
        municipio,
        documentos.map((each) => [each.tipo, each.chave]),
      ]),
    ).toEqual([
      ["Belo Horizonte", [["CT-e", makeChaveTransporte({ modelo: "57" })]]],
      ["Contagem", [["NF-e", makeChaveNfe(8)]]],
    ]);
  });

  test("the printed form has containers, dangerous goods and insurance", () => {
    const descarga =
      `<infMunDescarga><xMunDescarga>Betim</xMunDescarga><infCTe><chCTe>${makeChaveTransporte({ modelo: "57" })}</chCTe><indReentrega>1</indReentrega>` +
      "<infUnidTransp><tpUnidTransp>2</tpUnidTransp><idUnidTransp>REB1</idUnidTransp><lacUnidTransp><nLacre>A</nLacre></lacUnidTransp><infUnidCarga>" +
      "<tpUnidCarga>1</tpUnidCarga><idUnidCarga>CONT1</idUnidCarga></infUnidCarga></infUnidTransp><peri><nONU>1203</nONU><xNomeAE>GASOLINA</xNomeAE></peri>" +
      "</infCTe></infMunDescarga>";
    const resto =
      "<seg><infResp><respSeg>2</respSeg><CNPJ>99887766000105</CNPJ></infResp><infSeg><xSeg>Segura</xSeg><CNPJ>11222333000181</CNPJ></infSeg>" +
      "<nApol>9</nApol><nAver>A1</nAver><nAver>A2</nAver></seg><lacres><nLacre>7</nLacre></lacres><lacres><nLacre>8</nLacre></lacres>";
    expect(formOf(makeMdfe({ descarga, resto }))).toMatchObject({
      descargas: [
        {
          municipio: "Betim",
          documentos: [
            {
              isReentrega: true,
              unidades: [
                {
                  tipo: "2",
                  id: "REB1",
                  lacres: ["A"],
                  cargas: [{ tipo: "1", id: "CONT1", lacres: [] }],
                },
              ],
              perigosos: [{ onu: "1203", nome: "GASOLINA", classe: null }],
            },
          ],
        },
      ],
      seguros: [{ responsavel: "2", seguradora: "Segura", apolice: "9", averbacoes: ["A1", "A2"] }],
      lacres: ["7", "8"],
    });
  });
});

test.each([
  ["aereo", "<aereo><nac>PT</nac><matr>ABC</matr><nVoo>LA3000</nVoo></aereo>", { voo: "LA3000" }],
  [
    "aquaviario",
    "<aquav><irin>1</irin><xEmbar>NAVIO</xEmbar><infTermCarreg><cTermCarreg>T1</cTermCarreg><xTermCarreg>Cais</xTermCarreg></infTermCarreg></aquav>",
    { nome: "NAVIO", carregamento: [{ codigo: "T1", nome: "Cais" }] },
  ],
  [
    "ferroviario",
    "<ferrov><trem><xPref>TR1</xPref></trem><vag><nVag>3</nVag><TU>20.5</TU></vag></ferrov>",
    { prefixo: "TR1", vagoes: [{ numero: "3", toneladaUtil: "20.5" }] },
  ],
])("the printed form of an MDF-e %s has the fields of its mode", (tipo, infModal, fields) => {
  expect(formOf(makeMdfe({ infModal })).modal).toMatchObject({ tipo, ...fields });
});

test("the printed form of an MDF-e omits an unreadable value", () => {
  const tot = "<tot><vCarga><x/></vCarga><qCarga>1</qCarga><qCarga>2</qCarga></tot>";
  expect(formOf(makeMdfe({ tot })).totais).toMatchObject({ valorCarga: null, pesoBruto: null });
  expect(formOf(makeMdfe({ tot: "" })).totais).toMatchObject({ valorCarga: null });
});

const manifestos = rows.filter(
  ({ kind, wellFormed }) => wellFormed && /^(?:mdfeProc|MDFe|enviMDFe)$/.test(kind),
);

test.skipIf(manifestos.length === 0)("every MDF-e of the corpus has a printed form", () => {
  const without = manifestos.filter((row) => readPrintedForm(bytesOfRow(row))?.kind !== "mdfe");
  // One is Python code around an empty MDFe, one an answer without its document.
  expect(without.every(({ file }) => /mdfe_300\.py|fisco_control_spec\.rb/.test(file))).toBe(true);
  expect(manifestos.length - without.length).toBeGreaterThan(20);
});
