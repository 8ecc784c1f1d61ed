import { describe, expect, test } from "vitest";
import type { Reading } from "../reading.ts";
import { bytesOf, makeChave, makeEvento, wrapEvento } from "../tests/make-dfe.ts";
import { makeChaveTransporte } from "../tests/make-transport.ts";
import { CNPJ } from "../tests/trust.ts";
import { readDfe } from "./read-dfe.ts";

const PORTAL = "http://www.portalfiscal.inf.br";
const CHAVE = makeChave({ cnpj: CNPJ });
/** The key of the same document in another model; these tests never check its check digit. */
const chaveDe = (modelo: string): string => `${CHAVE.slice(0, 20)}${modelo}${CHAVE.slice(22)}`;

function read(xml: string): Reading {
  return readDfe(bytesOf(xml));
}

describe("identifying a DF-e of a model that is not read", () => {
  test.each([
    ["NFCom", "62", "nfcom"],
    ["nfcomProc", "62", "nfcom"],
    ["NF3e", "66", "nf3e"],
    ["nf3eProc", "66", "nf3e"],
    ["BPe", "63", "bpe"],
    ["bpeTMProc", "63", "bpe"],
    ["dceProc", "99", "dce"],
    ["procDCe", "99", "dce"],
    ["NFAg", "75", "nfag"],
    ["nfgasProc", "76", "nfgas"],
    ["NFAgProc", "75", "nfag"],
    ["BPeTA", "63", "bpe"],
    ["NFeABI", "77", "nfeabi"],
    ["evento", "77", "nfeabi"],
    ["procEventoNFCom", "62", "nfcom"],
    ["GTVe", "64", "cte"],
    ["GTVeProc", "64", "cte"],
    ["inutNFe", "55", "nfe"],
    ["procInutCTe", "57", "cte"],
    ["procCancNFe", "55", "nfe"],
    ["procCancCTe", "57", "cte"],
  ])("a DF-e is identified by its root element: %s has the model %s", (raiz, modelo, family) => {
    const namespace = `${PORTAL}/${family}`;
    expect(read(`<${raiz} xmlns="${namespace}"/>`)).toEqual({
      kind: "outro-dfe",
      raiz,
      namespace,
      modelo,
      chaveAcesso: null,
    });
  });

  test.each([
    ["NFCom", "62"],
    ["NF3e", "66"],
    ["BPe", "63"],
    ["DCe", "99"],
    ["NFGas", "76"],
    ["NFeABI", "77"],
    ["CFe", "59"],
  ])("the key of a DF-e is taken from its Id: %s", (raiz, modelo) => {
    const chaveAcesso = chaveDe(modelo);
    const xml = `<${raiz}><inf${raiz} Id="${raiz}${chaveAcesso}"/></${raiz}>`;
    expect(read(xml)).toMatchObject({ kind: "outro-dfe", modelo, chaveAcesso });
  });

  test("a DF-e without a key takes its model from ide or infInut", () => {
    const cfe = read("<inutNFe><infInut><mod>65</mod></infInut></inutNFe>");
    expect(cfe).toMatchObject({ kind: "outro-dfe", modelo: "65", chaveAcesso: null });
    const gtve = read(`<GTVe xmlns="${PORTAL}/cte"><infCte><ide><mod>64</mod></ide></infCte></GTVe>`);
    expect(gtve).toMatchObject({ modelo: "64" });
  });

  test.each([
    ["the national system", '<NFSe xmlns="http://www.sped.fazenda.gov.br/nfse"><infNFSe Id="NFS@"/></NFSe>'],
    [
      "the national system, an evento",
      '<evento xmlns="http://www.sped.fazenda.gov.br/nfse"><chNFSe>@</chNFSe></evento>',
    ],
    ["ABRASF", '<CompNfse xmlns="http://www.abrasf.org.br/nfse.xsd"/>'],
    ["a city", '<ConsultarNfseResposta xmlns="http://www.cidade.example/servicos"/>'],
    ["a city, in batches", '<EnviarLoteRpsEnvio xmlns="http://www.cidade.example/servicos"/>'],
    [
      "São Paulo",
      '<RetornoConsulta xmlns="http://www.prefeitura.sp.gov.br/nfe"><NFe xmlns=""/></RetornoConsulta>',
    ],
  ])("an NFS-e of %s is identified", (_whose, xml) => {
    const chave = "35503081211222333000181000000000012326110123456789";
    const expected = { kind: "outro-dfe", modelo: null, chaveAcesso: xml.includes("@") ? chave : null };
    expect(read(xml.replace("@", chave))).toMatchObject(expected);
  });
});

describe("identifying a message of SEFAZ's services", () => {
  const evento = makeEvento({ chave: CHAVE, autor: CNPJ });
  const [, retEvento = ""] = /(<retEvento.*<\/retEvento>)/.exec(wrapEvento(evento)) ?? [];

  test("a message has its registered eventos, in an answer, alone, in SOAP and without a namespace", () => {
    const nfe = `xmlns="${PORTAL}/nfe"`;
    const alone = retEvento.replace("<retEvento", `<retEvento ${nfe}`);
    const lote = `<retEnvEvento ${nfe}><cStat>128</cStat>${retEvento}</retEnvEvento>`;
    const soap = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><nfeResultMsg>${lote}</nfeResultMsg></s:Body></s:Envelope>`;
    for (const xml of [alone, lote, soap, lote.replace(nfe, "")]) {
      expect(read(xml)).toMatchObject({
        kind: "mensagem",
        modelo: "55",
        chaveAcesso: CHAVE,
        retornos: [{ chaveAcesso: CHAVE, tpEvento: "110111", cStat: "135", protocolo: "135260000000002" }],
      });
    }
  });

  test.each([
    ["CTe", "57"],
    ["MDFe", "58"],
  ] as const)("a message has the registered evento of a %s", (acronym, modelo) => {
    const chaveAcesso = makeChaveTransporte({ modelo });
    const answer = retEvento
      .replaceAll("chNFe", `ch${acronym}`)
      .replaceAll("retEvento", `retEvento${acronym}`);
    const xml = answer
      .replaceAll(CHAVE, chaveAcesso)
      .replace(" ", ` xmlns="${PORTAL}/${acronym.toLowerCase()}" `);
    const retornos = [{ chaveAcesso, cStat: "135" }];
    expect(read(xml)).toMatchObject({
      kind: "mensagem",
      raiz: `retEvento${acronym}`,
      modelo,
      chaveAcesso,
      retornos,
    });
  });

  test("a registered evento with an invalid date is read without the date", () => {
    const alone = retEvento.replace(/<dhRegEvento>[^<]*/, "<dhRegEvento>string");
    expect(read(alone)).toMatchObject({
      kind: "mensagem",
      chaveAcesso: CHAVE,
      retornos: [{ cStat: "135", protocoloData: null }],
    });
  });

  test.each([
    [`<consSitNFe xmlns="${PORTAL}/nfe"><chNFe>${CHAVE}</chNFe></consSitNFe>`, "consSitNFe", CHAVE],
    ["<consStatServ><xServ>STATUS</xServ></consStatServ>", "consStatServ", null],
    [`<retConsSitNFCom xmlns="${PORTAL}/nfcom"/>`, "retConsSitNFCom", null],
    ['<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>', "Body", null],
    [
      `<pesquisas><r xmlns="${PORTAL}/nfe"><resNFe><chNFe>${CHAVE}</chNFe></resNFe></r></pesquisas>`,
      "pesquisas",
      CHAVE,
    ],
  ])("a message of SEFAZ is recognized: %s", (xml, raiz, chaveAcesso) => {
    expect(read(xml)).toMatchObject({ kind: "mensagem", raiz, chaveAcesso, retornos: [] });
  });
});

describe("reading SEFAZ's summary", () => {
  test("the summary of a nota is read", () => {
    const xml =
      `<resNFe xmlns="${PORTAL}/nfe" versao="1.01"><chNFe>${CHAVE}</chNFe><CNPJ>${CNPJ}</CNPJ><xNome>Padaria Ação</xNome><IE>111222333444</IE>` +
      "<dhEmi>2026-11-20T09:53:00-03:00</dhEmi><tpNF>1</tpNF><vNF>1234.50</vNF><digVal>abc=</digVal><dhRecbto>2026-11-20T09:53:07-03:00</dhRecbto>" +
      "<nProt>135260000000001</nProt><cSitNFe>1</cSitNFe></resNFe>";
    expect(read(xml)).toEqual({
      kind: "resumo",
      raiz: "resNFe",
      resumo: {
        de: "nota",
        chaveAcesso: CHAVE,
        emitente: { nome: "Padaria Ação", documento: CNPJ, ie: "111222333444" },
        dataEmissao: "2026-11-20T09:53:00-03:00",
        tipoOperacao: "saida",
        valorTotal: "1234.50",
        digVal: "abc=",
        protocolo: "135260000000001",
        dataRecebimento: "2026-11-20T09:53:07-03:00",
        situacao: "1",
      },
    });
    expect(read(xml.replace(/<CNPJ>.*?<\/CNPJ>/, ""))).toMatchObject({
      kind: "ilegivel",
      chaveAcesso: CHAVE,
    });
  });

  test("the summary of an evento is read", () => {
    const xml =
      `<resEvento xmlns="${PORTAL}/nfe" versao="1.01"><cOrgao>91</cOrgao><CNPJ>${CNPJ}</CNPJ><chNFe>${CHAVE}</chNFe><dhEvento>2026-11-20T10:00:00-03:00</dhEvento>` +
      "<tpEvento>610600</tpEvento><nSeqEvento>1</nSeqEvento><xEvento>CT-e Autorizado</xEvento><dhRecbto>2026-11-20T10:00:01-03:00</dhRecbto><nProt>891260000000001</nProt></resEvento>";
    expect(read(xml)).toEqual({
      kind: "resumo",
      raiz: "resEvento",
      resumo: {
        de: "evento",
        chaveAcesso: CHAVE,
        autor: CNPJ,
        tpEvento: "610600",
        nSeqEvento: "1",
        descEvento: "CT-e Autorizado",
        dataEvento: "2026-11-20T10:00:00-03:00",
        protocolo: "891260000000001",
        dataRecebimento: "2026-11-20T10:00:01-03:00",
      },
    });
  });
});

describe("identifying a document that cannot be read", () => {
  test("an unreadable document is still identified by root, model and key", () => {
    const chaveAcesso = makeChaveTransporte({ modelo: "58" });
    const outcome = {
      kind: "ilegivel",
      motivo: "campo-ausente",
      raiz: "mdfeProc",
      modelo: "58",
      chaveAcesso,
    };
    const broken = `<MDFe><infMDFe Id="MDFe${chaveAcesso}" versao="3.00"/></MDFe>`;
    expect(read(`<mdfeProc xmlns="${PORTAL}/mdfe">${broken}</mdfeProc>`)).toMatchObject(outcome);
  });

  test("the key of an unreadable evento is in its Id, between type and number", () => {
    const semChave = makeEvento({ chave: CHAVE, autor: CNPJ }).replace(/<chNFe>.*?<\/chNFe>/, "");
    expect(read(semChave)).toMatchObject({ kind: "ilegivel", modelo: "55", chaveAcesso: CHAVE });
  });

  test("an unreadable document that is a template has no key", () => {
    const template = `<NFe xmlns="${PORTAL}/nfe"><infNFe Id="string" versao="string"><ide><cUF>35</cUF><mod>55</mod></ide></infNFe></NFe>`;
    expect(read(template)).toMatchObject({ kind: "ilegivel", raiz: "NFe", modelo: "55", chaveAcesso: null });
  });

  test("an unreadable document does not take its model from a referenced document", () => {
    const stub = `<NFe xmlns="${PORTAL}/nfe"><infNFe Id="x"><ide><NFref><refNF><mod>04</mod></refNF></NFref></ide></infNFe></NFe>`;
    expect(read(stub)).toMatchObject({ kind: "ilegivel", modelo: null });
  });
});
