import { describe, expect, test } from "vitest";
import type { Reading } from "../reading.ts";
import { bytesOf, EMISSAO, makeChave, makeNota, RECEBIMENTO, wrapNota } from "../tests/make-dfe.ts";
import { CNPJ, CNPJ_ALFA } from "../tests/trust.ts";
import { readDfe } from "./read-dfe.ts";

const NFE = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const pedida = { cnpj: CNPJ, infCpl: "Pedido 7 &lt;urgente&gt;" };

function read(xml: string): Reading {
  return readDfe(bytesOf(xml));
}

function change(from: string | RegExp, to: string): Reading {
  const xml = makeNota(pedida);
  const changed = xml.replace(from, to);
  if (changed === xml) throw new Error("the change changed nothing");
  return read(changed);
}

describe("reading an NF-e", () => {
  test("an NF-e is read field by field, with numbers as text", () => {
    expect(read(wrapNota(makeNota(pedida), { digVal: "abc=" }))).toMatchObject({
      kind: "nota",
      raiz: "nfeProc",
      nota: {
        tipoNota: "NFe",
        modelo: "55",
        versao: "4.00",
        chaveAcesso: makeChave(pedida),
        numeroNota: "123",
        serieNota: "1",
        dataEmissao: EMISSAO,
        valorTotal: "1234.50",
        emitente: { nome: "Padaria Ação & Filhos", documento: CNPJ, uf: "SP", ie: "111222333444" },
        destinatario: { nome: "Mercado do Bairro", documento: "99887766000105", uf: "MG", ie: null },
        naturezaOperacao: "Venda de mercadoria",
        finalidade: "1",
        tipoOperacao: "saida",
        ambiente: "1",
        digVal: null,
        protocolo: {
          numero: "135260000000001",
          dataRecebimento: RECEBIMENTO,
          cStat: "100",
          xMotivo: "Autorizado o uso da NF-e",
          alertas: [],
          defeitos: [],
          digVal: "abc=",
          chaveAcesso: makeChave(pedida),
        },
        itens: [
          {
            numero: "1",
            codigo: "0007",
            descricao: "Pão de queijo",
            ean: "SEM GTIN",
            ncm: "19059090",
            cfop: "6101",
            unidade: "KG",
            quantidade: "10.5000",
            valorUnitario: "117.5714285714",
            valorTotal: "1234.50",
            informacoes: null,
          },
        ],
        informacoesComplementares: "Pedido 7 <urgente>",
        transporte: null,
      },
    });
  });

  test("an NF-e is found as NFe, in nfeProc and as the only one in enviNFe", () => {
    const nota = makeNota(pedida);
    const lote = (inner: string): string =>
      `<enviNFe ${NFE} versao="4.00"><idLote>1</idLote>${inner}</enviNFe>`;
    for (const xml of [nota, wrapNota(nota), lote(nota)]) expect(read(xml).kind).toBe("nota");
    expect(read(lote(nota + nota))).toEqual({ kind: "lote", documentos: 2, raiz: "enviNFe" });
  });

  test("an NF-e is read with an alphanumeric key, with a prefix, and as an NFC-e without destinatario", () => {
    expect(read(makeNota({ cnpj: CNPJ_ALFA }))).toMatchObject({
      nota: { emitente: { documento: CNPJ_ALFA } },
    });
    const prefixed = makeNota(pedida)
      .replace('xmlns="', 'xmlns:n="')
      .replace(/<(\/?)([A-Za-z])/g, "<$1n:$2");
    expect(read(prefixed)).toMatchObject({ kind: "nota", nota: { valorTotal: "1234.50" } });
    const cupom = makeNota({ cnpj: CNPJ, modelo: "65" }).replace(/<dest>.*<\/dest>/, "");
    expect(read(cupom)).toMatchObject({ nota: { tipoNota: "NFCe", destinatario: null } });
  });

  test("an NF-e of an old layout takes the offset of its state on its date", () => {
    const emitted = (day: string): Reading => change(`<dhEmi>${EMISSAO}</dhEmi>`, `<dEmi>${day}</dEmi>`);
    expect(emitted("2012-01-15")).toMatchObject({ nota: { dataEmissao: "2012-01-15T00:00:00-02:00" } });
    expect(emitted("2012-07-15")).toMatchObject({ nota: { dataEmissao: "2012-07-15T00:00:00-03:00" } });
    expect(change("<cUF>35", "<cUF>12")).toMatchObject({ nota: { dataEmissao: EMISSAO } });
  });

  test.each([
    ["campo-ausente", "without a total", /<vNF>.*?<\/vNF>/, ""],
    ["campo-ausente", "without the emitente's CNPJ", /<emit><CNPJ>[^<]*<\/CNPJ>/, "<emit>"],
    ["campo-invalido", "with an invalid key", /Id="NFe/, 'Id="NFX'],
    ["campo-invalido", "with an impossible date", "2026-11-20T", "2026-02-30T"],
    ["campo-invalido", "with a total that is not a number", "<vNF>1234.50", "<vNF>1.234,50"],
    ["campo-invalido", "with the model of a CT-e", "<mod>55", "<mod>57"],
    ["campo-invalido", "dated in year 0", "2026-11-20T", "0000-11-20T"],
    ["campo-invalido", "with an impossible offset", "-03:00", "+99:99"],
    ["campo-invalido", "with an offset above 14 h", "-03:00", "+15:00"],
    ["campo-invalido", "with a negative total", "<vNF>1234.50", "<vNF>-5.00"],
    ["campo-invalido", "with a CNPJ that is too long", "<CNPJ>99887766000105", `<CNPJ>${"9".repeat(9_000)}`],
    ["campo-invalido", "with a UF that is too long", "<UF>MG", "<UF>MGX"],
    ["campo-invalido", "with a name that is too long", "<xNome>", `<xNome>${"x".repeat(20_001)}`],
    ["estrutura", "with two totals", "</total>", "</total><total><ICMSTot><vNF>1.00</vNF></ICMSTot></total>"],
    ["estrutura", "with an element inside a value", "<nNF>123", "<nNF>123<x/>"],
    ["estrutura", "with two signed parts", "</NFe>", '<infNFe Id="x"/></NFe>'],
  ])("an NF-e is unreadable: %s, %s", (motivo, _what, from, to) => {
    expect(change(from, to)).toMatchObject({ kind: "ilegivel", motivo });
  });
});

describe("reading a file that is not a nota", () => {
  const portal = "http://www.portalfiscal.inf.br";

  test.each([
    ["vazio", ""],
    ["vazio", " \r\n\0"],
    ["nao-xml", "%PDF-1.7"],
    ["nao-xml", "Prezado cliente, segue a nota"],
    ["nao-xml", "< 3 motivos"],
    ["html", "<!DOCTYPE html><html><p>oi<br></html>"],
    ["html", '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ["xml-alheio", '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y"><svg/>'],
    ["xml-alheio", "<pedido><item></pedido>"],
  ])("a file that is not a nota is classified as %s: %j", (motivo, text) => {
    expect(read(text)).toEqual({ kind: "nao-dfe", motivo, raiz: null });
  });

  test.each([
    ["pedido", '<pedido xmlns="urn:loja"><item/></pedido>'],
    ["evento", "<evento><nome>Festa da firma</nome></evento>"],
    ["notas", "<notas><NFe><numero>7</numero></NFe></notas>"],
  ])("a file is an unrelated XML: %s", (raiz, xml) => {
    expect(read(xml)).toEqual({ kind: "nao-dfe", motivo: "xml-alheio", raiz });
  });

  test.each([
    ["malformado", "cut in the middle", makeNota(pedida).slice(0, 900)],
    ["varias-raizes", "two in one file", makeNota(pedida) + makeNota(pedida)],
    ["dtd", "with a DTD", `<!DOCTYPE NFe>${makeNota(pedida)}`],
    ["codificacao", "in an unknown encoding", `<?xml version="1.0" encoding="UTF-7"?>${makeNota(pedida)}`],
  ])("a nota is unreadable but still identified: %s, %s", (motivo, _what, xml) => {
    const chaveAcesso = makeChave(pedida);
    expect(read(xml)).toMatchObject({ kind: "ilegivel", motivo, raiz: "NFe", modelo: "55", chaveAcesso });
  });

  test.each([
    ["dtd", "a", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ["profundo-demais", "a", "<a>".repeat(70)],
    ["malformado", "retConsSitNFe", `<retConsSitNFe xmlns="${portal}/nfe">`],
  ])("a file is unreadable and identified only by its root: %s, %s", (motivo, raiz, xml) => {
    expect(read(xml)).toMatchObject({ kind: "ilegivel", motivo, raiz, modelo: null, chaveAcesso: null });
  });
});
