import { readDfe, type UnreadableReason } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import type { EmailPart } from "./email-part.ts";
import { outcomeOfReading } from "./outcome.ts";

const naoXml = { kind: "nao-dfe", motivo: "nao-xml", raiz: null } as const;

test.each([
  ["a PDF, recognized by its bytes", parte({ nome: "nota.bin", head: "%PDF-1.7" }), "nao-dfe", "pdf"],
  [
    "an inline image of the body",
    parte({ nome: "logo.png", tipo: "image/png", embutida: true }),
    "nao-dfe",
    "imagem-do-corpo",
  ],
  ["an image", parte({ nome: "foto.jpg", tipo: "image/jpeg" }), "nao-dfe", "imagem"],
  [
    "macOS metadata of a file, recognized by its bytes",
    parte({ nome: "._nota.xml", head: "\x00\x05\x16\x07\x00\x02" }),
    "nao-dfe",
    "arquivo-do-mac",
  ],
  [
    "macOS metadata of a folder",
    parte({ nome: ".DS_Store", head: "\x00\x00\x00\x01Bud1" }),
    "nao-dfe",
    "arquivo-do-mac",
  ],
  ["a file with only the name of macOS metadata", parte({ nome: "._nota.xml" }), "erro", "xml-mal-formado"],
  ["a spreadsheet", parte({ nome: "lista.xlsx" }), "nao-dfe", "tipo-sem-leitura"],
  ["a file named .xml that is not XML", parte({ nome: "nota.XML" }), "erro", "xml-mal-formado"],
  [
    "a file typed as XML that is not XML",
    parte({ tipo: "text/xml; charset=utf-8" }),
    "erro",
    "xml-mal-formado",
  ],
])("the outcome of %s", (_what, part, destino, motivo) => {
  expect(outcomeOfReading(naoXml, part)).toMatchObject({ destino, motivo });
});

test.each<[UnreadableReason, string]>([
  ["malformado", "xml-mal-formado"],
  ["dtd", "xml-com-dtd"],
  ["versao", "xml-de-outra-versao"],
  ["campo-ausente", "xml-sem-campos"],
])("an XML with %s is an error with its reason and detail", (motivo, sentence) => {
  const reading = {
    kind: "ilegivel",
    motivo,
    detalhe: "linha 3",
    modelo: null,
    chaveAcesso: null,
    raiz: null,
  } as const;
  expect(outcomeOfReading(reading, parte({}))).toEqual({
    destino: "erro",
    motivo: sentence,
    detalhe: "linha 3",
  });
});

describe("the outcome of a DF-e of an unsupported model", () => {
  const outro = (modelo: string | null, raiz: string) =>
    ({
      kind: "outro-dfe",
      raiz,
      namespace: "http://www.portalfiscal.inf.br/x",
      modelo,
      chaveAcesso: null,
    }) as const;

  test.each([
    ["59", "CFe", "CF-e SAT (modelo 59), Cupom Fiscal Eletrônico"],
    ["62", "nfcomProc", "NFCom (modelo 62), Nota Fiscal Fatura de Serviço de Comunicação Eletrônica"],
    ["63", "bpeProc", "BP-e (modelo 63), Bilhete de Passagem Eletrônico"],
    ["64", "GTVeProc", "GTV-e (modelo 64), Guia de Transporte de Valores Eletrônica"],
    ["66", "nf3eProc", "NF3e (modelo 66), Nota Fiscal de Energia Elétrica Eletrônica"],
    ["75", "nfagProc", "NFAg (modelo 75), Nota Fiscal de Água e Saneamento Eletrônica"],
    ["76", "nfgasProc", "NFGas (modelo 76), Nota Fiscal de Gás Canalizado Eletrônica"],
    ["77", "NFeABI", "NF-e ABI (modelo 77), Nota Fiscal de Alienação de Bens Imóveis Eletrônica"],
    ["99", "dceProc", "DC-e (modelo 99), Declaração de Conteúdo Eletrônica"],
  ])("an unsupported DF-e is named by its model: %s", (modelo, raiz, detalhe) => {
    expect(outcomeOfReading(outro(modelo, raiz), parte({}))).toMatchObject({ destino: "outro-dfe", detalhe });
  });

  test("an unsupported DF-e of an unknown model is named by its root", () => {
    expect(outcomeOfReading(outro(null, "CompNfse"), parte({}))).toMatchObject({ detalhe: "CompNfse" });
  });
});

test("SEFAZ's summaries and other responses have their own outcomes", () => {
  const mensagem = readDfe(
    Buffer.from(
      `<retConsSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><cStat>100</cStat></retConsSitNFe>`,
    ),
  );
  if (mensagem.kind !== "mensagem") throw new Error(JSON.stringify(mensagem));
  expect(outcomeOfReading(mensagem, parte({}))).toEqual({
    destino: "nao-dfe",
    motivo: "xml-resposta-sefaz",
    detalhe: "retConsSitNFe",
  });
  const resNFe = `<resNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>31261127391485000148550010001842201600727477</chNFe><CNPJ>27391485000148</CNPJ><xNome>X</xNome><IE>1</IE><dhEmi>2026-11-20T09:42:00-03:00</dhEmi><tpNF>1</tpNF><vNF>1.00</vNF><cSitNFe>1</cSitNFe></resNFe>`;
  const resumo = readDfe(Buffer.from(resNFe));
  if (resumo.kind !== "resumo") throw new Error(JSON.stringify(resumo));
  expect(outcomeOfReading(resumo, parte({}))).toMatchObject({ destino: "nao-dfe", motivo: "resumo-sefaz" });
});

function parte(o: { nome?: string; tipo?: string; embutida?: boolean; head?: string }): EmailPart {
  return {
    caminho: "1",
    nome: o.nome ?? null,
    tipo: o.tipo ?? "application/octet-stream",
    embutida: o.embutida ?? false,
    contentId: null,
    bytes: Buffer.from(o.head ?? "qualquer coisa", "latin1"),
  };
}
