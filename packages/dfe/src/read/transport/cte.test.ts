import { describe, expect, test } from "vitest";
import type { ParsedNota, Reading } from "../../reading.ts";
import { bytesOf } from "../../tests/make-dfe.ts";
import {
  DESTINATARIO,
  EMISSAO_TRANSPORTE,
  makeChaveNfe,
  makeChaveTransporte,
  makeCte,
  makeCteOs,
  makeCteSimp,
  type Parties,
  party,
  REMETENTE,
  TRANSPORTADORA,
  wrapTransporte,
} from "../../tests/make-transport.ts";
import { readDfe } from "../read-dfe.ts";

const CTE_PROC = { proc: "cteProc", prot: "protCTe", chave: "chCTe" };
const chave = makeChaveTransporte({ modelo: "57" });

function read(xml: string): Reading {
  return readDfe(bytesOf(xml));
}

function readNotaOf(xml: string): ParsedNota {
  const reading = read(xml);
  if (reading.kind !== "nota") throw new Error(JSON.stringify(reading));
  return reading.nota;
}

function transporteOf(parties: Parties): ParsedNota["transporte"] {
  return readNotaOf(makeCte(parties)).transporte;
}

describe("reading a CT-e", () => {
  const remetente = {
    nome: "Padaria Ação",
    documento: REMETENTE,
    uf: "SP",
    ie: "111222333444",
    municipio: "Santos",
  };
  const destinatario = {
    nome: "Mercado do Bairro",
    documento: DESTINATARIO,
    uf: "MG",
    ie: "111222333444",
    municipio: "Contagem",
  };

  test("a CT-e is read field by field, with numbers as text", () => {
    expect(read(wrapTransporte(makeCte(), CTE_PROC))).toEqual({
      kind: "nota",
      raiz: "cteProc",
      nota: {
        tipoNota: "CTe",
        modelo: "57",
        versao: "4.00",
        chaveAcesso: chave,
        numeroNota: "20417",
        serieNota: "2",
        dataEmissao: EMISSAO_TRANSPORTE,
        valorTotal: "1843.27",
        emitente: {
          nome: "Transportes Serra & Mar",
          documento: TRANSPORTADORA,
          uf: "SP",
          ie: "111222333444",
          municipio: "São Paulo",
        },
        destinatario,
        tomador: destinatario,
        remetente,
        expedidor: null,
        recebedor: null,
        transportador: null,
        autorizados: ["55666777000161"],
        partes: [
          { parte: "destinatario", documento: DESTINATARIO, nome: "Mercado do Bairro" },
          { parte: "remetente", documento: REMETENTE, nome: remetente.nome },
          { parte: "autorizado", documento: "55666777000161", nome: "" },
        ],
        naturezaOperacao: "Prestação de serviço de transporte",
        finalidade: "0",
        tipoOperacao: null,
        ambiente: "1",
        digVal: null,
        protocolo: {
          numero: "135260000000009",
          dataRecebimento: "2026-11-19T18:40:09-03:00",
          cStat: "100",
          xMotivo: "Autorizado o uso",
          alertas: [],
          defeitos: [],
          digVal: "abc=",
          chaveAcesso: chave,
        },
        itens: [],
        informacoesComplementares: "Entregar pela manhã",
        comercio: null,
        transporte: {
          modal: "rodoviario",
          origem: { codigo: "3550308", municipio: "São Paulo", uf: "SP" },
          destino: { codigo: "3106200", municipio: "Belo Horizonte", uf: "MG" },
          percurso: [],
          produto: "Café torrado",
          valorCarga: "18432.50",
          medidas: [
            { unidade: "KG", tipo: "PESO BRUTO", quantidade: "1250.5000" },
            { unidade: "UNIDADE", tipo: "CAIXAS", quantidade: "64.0000" },
          ],
          componentes: [
            { nome: "Frete peso", valor: "1643.27" },
            { nome: "Pedágio", valor: "200.00" },
          ],
          valorReceber: "1800.00",
          documentos: [{ chaveAcesso: makeChaveNfe(7), descricao: null }],
          referencias: [],
          veiculos: [],
          condutores: [],
          rntrc: "12345678",
          ibsCbs: { base: "1622.08", ibs: "1.62", ibsUf: "1.62", ibsMunicipio: "0.00", cbs: "14.60" },
        },
      },
    });
  });

  const outras =
    party("exped", "enderExped", {
      nome: "Armazém Norte",
      cnpj: "33444555000161",
      uf: "SP",
      cidade: "Osasco",
    }) +
    party("receb", "enderReceb", { nome: "Armazém Sul", cnpj: "44555666000161", uf: "MG", cidade: "Betim" });
  const own = party("toma4", "enderToma", {
    nome: "Quem Paga",
    cnpj: "66777888000161",
    uf: "RJ",
    cidade: "Niterói",
  });

  test.each([
    ["the remetente", "<toma3><toma>0</toma></toma3>", "Padaria Ação"],
    ["the expedidor", "<toma3><toma>1</toma></toma3>", "Armazém Norte"],
    ["the recebedor", "<toma3><toma>2</toma></toma3>", "Armazém Sul"],
    ["the destinatario", "<toma3><toma>3</toma></toma3>", "Mercado do Bairro"],
    ["the remetente, before 4.00", "<toma03><toma>0</toma></toma03>", "Padaria Ação"],
    ["another party", own.replace("<toma4>", "<toma4><toma>4</toma>"), "Quem Paga"],
    ["a code without a party", "<toma3><toma>9</toma></toma3>", undefined],
  ])("the tomador of a CT-e is %s", (_who, toma, name) => {
    expect(readNotaOf(makeCte({ toma, outras })).tomador?.nome).toBe(name);
  });

  test("a CT-e has no tomador when the party of its code is absent", () => {
    expect(readNotaOf(makeCte({ toma: "<toma3><toma>1</toma></toma3>" })).tomador).toBeNull();
  });

  test.each([
    ["02", "aereo"],
    ["03", "aquaviario"],
    ["04", "ferroviario"],
    ["05", "dutoviario"],
    ["06", "multimodal"],
    ["77", null],
  ])("a CT-e has the modal of code %s: %s", (modal, name) => {
    expect(transporteOf({ modal })?.modal).toBe(name);
  });

  test.each([
    ["00", "M3"],
    ["02", "TON"],
    ["04", "LITROS"],
    ["05", "MMBTU"],
    ["99", "99"],
  ])("the unit of code %s has the name %s", (cUnid, unidade) => {
    const carga = `<infCarga><infQ><cUnid>${cUnid}</cUnid><tpMed>X</tpMed><qCarga>2.0000</qCarga></infQ></infCarga>`;
    expect(transporteOf({ carga })?.medidas).toEqual([{ unidade, tipo: "X", quantidade: "2.0000" }]);
  });

  test("a CT-e lists its cargo documents, including paper ones and those of earlier carriers", () => {
    const infDoc =
      "<infDoc><infNF><mod>01</mod><serie>3</serie><nDoc>55</nDoc></infNF>" +
      "<infOutros><tpDoc>99</tpDoc><descOutros>Romaneio</descOutros><nDoc>9</nDoc></infOutros></infDoc>";
    const docAnt =
      `<docAnt><emiDocAnt><idDocAnt><idDocAntEle><chCTe>${chave}</chCTe></idDocAntEle></idDocAnt>` +
      "<idDocAnt><idDocAntPap><tpDoc>07</tpDoc><serie>1</serie><nDoc>12</nDoc></idDocAntPap></idDocAnt></emiDocAnt></docAnt>";
    expect(transporteOf({ infDoc, docAnt })?.documentos).toEqual([
      { chaveAcesso: null, descricao: "Nota fiscal, modelo 01, série 3, nº 55" },
      { chaveAcesso: null, descricao: "Romaneio, tipo 99, nº 9" },
      { chaveAcesso: chave, descricao: null },
      { chaveAcesso: null, descricao: "Documento anterior, tipo 07, série 1, nº 12" },
    ]);
  });

  test.each([
    ["complements", `<infCteComp><chCTe>${chave}</chCTe></infCteComp>`, "1"],
    ["complements, before 4.00,", `<infCteComp><chave>${chave}</chave></infCteComp>`, "1"],
    ["annuls", `<infCteAnu><chCte>${chave}</chCte><dEmi>2026-11-01</dEmi></infCteAnu>`, "2"],
    ["replaces", `<infCTeNorm><infCteSub><chCte>${chave}</chCte></infCteSub></infCTeNorm>`, "3"],
  ])("a CT-e that %s another one has a reference to it", (_what, corpo, tpCTe) => {
    const nota = readNotaOf(makeCte({ corpo, tpCTe }));
    expect(nota.finalidade).toBe(tpCTe);
    expect(nota.transporte?.referencias).toEqual([{ chaveAcesso: chave, descricao: null }]);
  });

  test("a CT-e of layout 3.00 has vehicles and drivers", () => {
    const infModal =
      '<infModal versaoModal="3.00"><rodo><RNTRC>87654321</RNTRC><veic><placa>ABC1234</placa><UF>PR</UF></veic>' +
      "<moto><xNome>Ana Estrada</xNome><CPF>52998224725</CPF></moto></rodo></infModal>";
    expect(transporteOf({ versao: "3.00", infModal, imp: "<imp/>" })).toMatchObject({
      rntrc: "87654321",
      veiculos: [{ placa: "ABC1234", uf: "PR" }],
      condutores: [{ nome: "Ana Estrada", cpf: "52998224725" }],
      ibsCbs: null,
    });
  });

  test("a CT-e of layout 1.04 has its notas in the sender's group, and dates without an offset", () => {
    const rem = party("rem", "enderReme", {
      nome: "Padaria Ação",
      cnpj: REMETENTE,
      uf: "SP",
      cidade: "Santos",
    });
    const old = makeCte({
      versao: "1.04",
      rem: rem.replace("</rem>", `<infNFe><chave>${makeChaveNfe(5)}</chave></infNFe></rem>`),
      infDoc: "",
      carga: "<infCarga><vMerc>99.90</vMerc><proPred>Pão</proPred></infCarga>",
    }).replace(EMISSAO_TRANSPORTE, "2011-07-15T10:00:00");
    expect(readNotaOf(old)).toMatchObject({
      dataEmissao: "2011-07-15T10:00:00-03:00",
      transporte: {
        valorCarga: "99.90",
        documentos: [{ chaveAcesso: makeChaveNfe(5), descricao: null }],
      },
    });
  });

  test("a CT-e is read without its optional groups, and with unknown ones", () => {
    const bare = makeCte({ compl: "", rem: "", dest: "", imp: "", corpo: "", autXML: "", rota: "" });
    expect(readNotaOf(bare)).toMatchObject({
      remetente: null,
      destinatario: null,
      tomador: null,
      autorizados: [],
      informacoesComplementares: null,
      transporte: { origem: null, destino: null, documentos: [], valorCarga: null, rntrc: null },
    });
    const newer = makeCte({ autXML: "<gNovidade><vNovo>1</vNovo></gNovidade>" });
    expect(readNotaOf(newer).valorTotal).toBe("1843.27");
  });

  test("a CT-e with two remarks keeps both", () => {
    const compl = "<compl><xObs>Frágil</xObs><xObs>Não empilhar</xObs></compl>";
    expect(readNotaOf(makeCte({ compl })).informacoesComplementares).toBe("Frágil\nNão empilhar");
  });

  test.each([
    ["campo-ausente", "without a price", { vPrest: "" }, "total"],
    [
      "campo-invalido",
      "with a price in words",
      { vPrest: "<vPrest><vTPrest>mil</vTPrest></vPrest>" },
      "vTPrest",
    ],
    ["estrutura", "with two senders", { outras: "<rem/>" }, "rem"],
    [
      "campo-invalido",
      "with a price below zero",
      { vPrest: "<vPrest><vTPrest>-1.00</vTPrest></vPrest>" },
      "vTPrest",
    ],
  ])("a CT-e is unreadable: %s, %s", (motivo, _what, parties, detalhe) => {
    expect(read(makeCte(parties))).toEqual({
      kind: "ilegivel",
      motivo,
      detalhe,
      raiz: "CTe",
      modelo: "57",
      chaveAcesso: chave,
    });
  });

  test("a CT-e is unreadable when its model does not match its root element", () => {
    expect(read(makeCte().replace("<mod>57", "<mod>67"))).toMatchObject({
      motivo: "campo-invalido",
      detalhe: "mod",
    });
    expect(read(makeCte().replace("/cte", "/nfe"))).toMatchObject({
      motivo: "estrutura",
      detalhe: "CTe/@xmlns",
    });
  });
});

describe("reading a CT-e OS", () => {
  const OS_PROC = { ...CTE_PROC, proc: "cteOSProc" };

  test("a CT-e OS has a tomador, a percurso, a service and a vehicle", () => {
    expect(read(wrapTransporte(makeCteOs(), OS_PROC))).toMatchObject({
      raiz: "cteOSProc",
      nota: {
        tipoNota: "CTeOS",
        modelo: "67",
        chaveAcesso: makeChaveTransporte({ modelo: "67" }),
        valorTotal: "950.00",
        tomador: { nome: "Escola Viva", documento: DESTINATARIO, uf: "SP", municipio: "Santos" },
        destinatario: null,
        protocolo: { numero: "135260000000009" },
        transporte: {
          percurso: ["RJ"],
          produto: "Fretamento",
          medidas: [{ unidade: "", tipo: null, quantidade: "42.0000" }],
          documentos: [{ chaveAcesso: null, descricao: "Documento, série 1, nº 77" }],
          veiculos: [{ placa: "ABC1D23", uf: "SP" }],
          rntrc: null,
        },
      },
    });
  });

  test("a CT-e OS is read without a tomador", () => {
    expect(readNotaOf(makeCteOs({ toma: "" })).tomador).toBeNull();
  });
});

describe("reading a simplified CT-e", () => {
  test("a simplified CT-e combines the route, the price and the documents of all its services", () => {
    expect(read(wrapTransporte(makeCteSimp(), { ...CTE_PROC, proc: "cteSimpProc" }))).toMatchObject({
      raiz: "cteSimpProc",
      nota: {
        tipoNota: "CTe",
        modelo: "57",
        finalidade: "5",
        valorTotal: "1233.33",
        tomador: { nome: "Mercado do Bairro", documento: DESTINATARIO },
        transporte: {
          origem: { codigo: "3550308", municipio: "São Paulo", uf: "SP" },
          destino: { codigo: "3106202", municipio: "Contagem", uf: "MG" },
          produto: "Café torrado",
          valorCarga: "18432.50",
          valorReceber: "1200.00",
          componentes: [
            { nome: "Frete 1", valor: "600.00" },
            { nome: "Frete 2", valor: "600.00" },
          ],
          documentos: [
            { chaveAcesso: makeChaveNfe(1), descricao: null },
            { chaveAcesso: makeChaveNfe(2), descricao: null },
          ],
          rntrc: "12345678",
          ibsCbs: { cbs: "14.60" },
        },
      },
    });
  });

  test("a simplified CT-e is unreadable without a total", () => {
    expect(read(makeCteSimp({ total: "" }))).toMatchObject({ kind: "ilegivel", motivo: "campo-ausente" });
  });
});
