import { type MotivoIlegivel, readDfe } from "@malote/dfe";
import { expect, test } from "vitest";
import type { Parte } from "./arquivo.ts";
import { sorteOfLeitura } from "./fate.ts";

const naoXml = { kind: "nao-dfe", motivo: "nao-xml", raiz: null } as const;

test.each([
  ["a PDF by its bytes, whatever its name", parte({ nome: "nota.bin", head: "%PDF-1.7" }), "nao-dfe", "pdf"],
  [
    "a picture of the body",
    parte({ nome: "logo.png", tipo: "image/png", embutida: true }),
    "nao-dfe",
    "imagem-do-corpo",
  ],
  ["a picture", parte({ nome: "foto.jpg", tipo: "image/jpeg" }), "nao-dfe", "imagem"],
  [
    "what a Mac packs beside a file, whatever its name",
    parte({ nome: "._nota.xml", head: "\x00\x05\x16\x07\x00\x02" }),
    "nao-dfe",
    "arquivo-do-mac",
  ],
  [
    "what a Mac packs beside a folder",
    parte({ nome: ".DS_Store", head: "\x00\x00\x00\x01Bud1" }),
    "nao-dfe",
    "arquivo-do-mac",
  ],
  ["a file that only has such a name", parte({ nome: "._nota.xml" }), "erro", "xml-mal-formado"],
  ["a spreadsheet", parte({ nome: "lista.xlsx" }), "nao-dfe", "tipo-sem-leitura"],
  ["a file sold as XML that is none", parte({ nome: "nota.XML" }), "erro", "xml-mal-formado"],
  ["the same by its type", parte({ tipo: "text/xml; charset=utf-8" }), "erro", "xml-mal-formado"],
])("%s", (_what, part, destino, motivo) => {
  expect(sorteOfLeitura(naoXml, part)).toMatchObject({ destino, motivo });
});

test.each<[MotivoIlegivel, string]>([
  ["malformado", "xml-mal-formado"],
  ["dtd", "xml-com-dtd"],
  ["versao", "xml-de-outra-versao"],
  ["campo-ausente", "xml-sem-campos"],
])("an XML that is %s says so, with the detail for a technician", (motivo, sentence) => {
  const leitura = {
    kind: "ilegivel",
    motivo,
    detalhe: "linha 3",
    modelo: null,
    chaveAcesso: null,
    raiz: null,
  } as const;
  expect(sorteOfLeitura(leitura, parte({}))).toEqual({
    destino: "erro",
    motivo: sentence,
    detalhe: "linha 3",
  });
});

test("a document of another kind is kept under its root", () => {
  const leitura = {
    kind: "outro-dfe",
    raiz: "nfcomProc",
    namespace: "http://www.portalfiscal.inf.br/nfcom",
    modelo: "62",
    chaveAcesso: null,
  } as const;
  expect(sorteOfLeitura(leitura, parte({}))).toMatchObject({ destino: "outro-dfe", detalhe: "nfcomProc" });
});

test("a summary of SEFAZ's, and its other messages, are told apart from documents", () => {
  const mensagem = readDfe(
    Buffer.from(
      `<retConsSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><cStat>100</cStat></retConsSitNFe>`,
    ),
  );
  if (mensagem.kind !== "mensagem") throw new Error(JSON.stringify(mensagem));
  expect(sorteOfLeitura(mensagem, parte({}))).toEqual({
    destino: "nao-dfe",
    motivo: "xml-resposta-sefaz",
    detalhe: "retConsSitNFe",
  });
  const resNFe = `<resNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>31261127391485000148550010001842201600727477</chNFe><CNPJ>27391485000148</CNPJ><xNome>X</xNome><IE>1</IE><dhEmi>2026-11-20T09:42:00-03:00</dhEmi><tpNF>1</tpNF><vNF>1.00</vNF><cSitNFe>1</cSitNFe></resNFe>`;
  const resumo = readDfe(Buffer.from(resNFe));
  if (resumo.kind !== "resumo") throw new Error(JSON.stringify(resumo));
  expect(sorteOfLeitura(resumo, parte({}))).toMatchObject({ destino: "nao-dfe", motivo: "resumo-sefaz" });
});

function parte(o: { nome?: string; tipo?: string; embutida?: boolean; head?: string }): Parte {
  return {
    caminho: "1",
    nome: o.nome ?? null,
    tipo: o.tipo ?? "application/octet-stream",
    embutida: o.embutida ?? false,
    contentId: null,
    bytes: Buffer.from(o.head ?? "qualquer coisa", "latin1"),
  };
}
