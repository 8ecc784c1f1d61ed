import { readFileSync } from "node:fs";
import path from "node:path";
import { readPapel } from "@malote/dfe";
import { formatChave } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { marcasOf, sortLetters } from "../blocos/tests/marcas.ts";
import type { Impresso } from "../impressao.ts";
import { printDfe } from "../print-dfe.ts";
import { findDefeitos } from "../tests/conferir.ts";
import {
  codigosOf,
  hasLeitor,
  hasPdftotext,
  pagesOf,
  palavrasCorridas,
  textoOfPdf,
} from "../tests/ferramentas.ts";
import { makeChaveDocumento, type PedidoEvento, papelEvento, papelNota } from "./tests/make-evento.ts";

const PAPELARIA = path.resolve(import.meta.dirname, "../fixtures/papelaria");
const CONDICOES = "A Carta de Correção é disciplinada pelo § 1º-A do art. 7º do Convênio S/N";
const CARTA: PedidoEvento = {
  tpEvento: "110110",
  descricao: "Carta de Correcao",
  nSeq: "3",
  detalhe: `<xCorrecao>Onde se lê doca 3, leia-se doca 4.</xCorrecao><xCondUso>${CONDICOES}</xCondUso>`,
};

function print(pedido: PedidoEvento): Impresso {
  return printDfe({ papel: papelEvento(pedido) });
}

test("prints equal bytes for an equal evento", () => {
  expect(Buffer.compare(print(CARTA).pdf, print(CARTA).pdf)).toBe(0);
  expect(Buffer.compare(print(CARTA).pdf, print({ ...CARTA, nSeq: "4" }).pdf)).not.toBe(0);
});

describe.skipIf(!hasPdftotext)("the text of a printed evento (pdftotext)", () => {
  test("of a correction letter has the correction, the parties of the document and the conditions", async () => {
    const { pdf, paginas } = printDfe({ papel: papelEvento(CARTA), doDocumento: papelNota() });
    expect(paginas).toBe(1);
    expect(findDefeitos(pdf)).toEqual([]);
    const lines = textoOfPdf(pdf).replace(/ +/g, " ").split("\n");
    const said = lines.map((line) => line.trim()).filter((line) => line !== "");
    await expect(`${said.join("\n")}\n`).toMatchFileSnapshot("./tests/carta-de-correcao.txt");
  });

  test("has the data in the key if the document is missing", () => {
    const text = palavrasCorridas(print(CARTA).pdf);
    expect(text).toContain(formatChave(makeChaveDocumento()));
    expect(text).toContain("11.222.333/0001-81");
    expect(text).toContain("000.000.123");
  });

  test.each([
    [
      "cte",
      "cte-rodoviario",
      ["TOMADOR", "Mercado Ipê do Largo", "90,85", "Documento auxiliar de evento de CT-e"],
    ],
    ["mdfe", "mdfe", ["Transportes Rio Vagaroso Ltda", "VALOR DA CARGA (R$)", "37.602,39"]],
  ] as const)("of a %s has the parties and the value of its document", (familia, nome, said) => {
    const doDocumento = readPapel(readFileSync(path.join(PAPELARIA, `${nome}.xml`)));
    if (doDocumento === null || doDocumento.kind === "evento" || doDocumento.chave === null)
      throw new Error(nome);
    const { chave } = doDocumento;
    const papel = papelEvento({ familia, chave, tpEvento: "110111", descricao: "Cancelamento" });
    const text = textoOfPdf(printDfe({ papel, doDocumento }).pdf).replace(/\s+/g, " ");
    for (const each of said) expect(text).toContain(each);
  });

  test("has no data of another document", () => {
    const papel = papelEvento({ ...CARTA, cnpj: "99887766000105" });
    expect(palavrasCorridas(printDfe({ papel, doDocumento: papelNota() }).pdf)).not.toContain("Padaria");
  });

  test.each([1_000, 20_000])("has all of a correction of %i characters, on several pages", (length) => {
    const words = Array.from({ length: length / 10 }, (_, at) => `c${String(at).padStart(8, "0")}`);
    const detalhe = `<xCorrecao>${words.join(" ")}</xCorrecao><xCondUso>${CONDICOES}</xCondUso>`;
    const { pdf, paginas } = print({ ...CARTA, detalhe });
    const found = palavrasCorridas(pdf).match(/c[0-9]{8}/g);
    expect(found).toEqual(words);
    expect(paginas > 1).toBe(length > 1_000);
    expect(palavrasCorridas(pdf)).toContain(CONDICOES);
    pagesOf(pdf).forEach(({ palavras }, at) => {
      expect(palavras.map(({ texto }) => texto)).toContain(`${at + 1}/${paginas}`);
    });
    expect(findDefeitos(pdf)).toEqual([]);
  });

  test("has each corrected field of a CT-e", () => {
    const correcao = (grupo: string, campo: string, valor: string, item: string): string =>
      `<infCorrecao><grupoAlterado>${grupo}</grupoAlterado><campoAlterado>${campo}</campoAlterado><valorAlterado>${valor}</valorAlterado>` +
      `<nroItemAlterado>${item}</nroItemAlterado></infCorrecao>`;
    const detalhe = `${correcao("infQ", "qCarga", "10,0000", "2")}${correcao("enderRem", "fone", "1133445566", "1")}<xCondUso>Fica permitida</xCondUso>`;
    const { pdf } = print({ familia: "cte", tpEvento: "110110", descricao: "Carta de Correcao", detalhe });
    const text = textoOfPdf(pdf).replace(/ +/g, " ");
    expect(text).toContain("infQ 2 qCarga 10,0000");
    expect(text).toContain("enderRem 1 fone 1133445566");
    expect(text).toContain("CARTA DE CORREÇÃO ELETRÔNICA");
    expect(findDefeitos(pdf)).toEqual([]);
  });

  test.each([
    [
      "nfe",
      "110111",
      "Cancelamento",
      "<nProt>135</nProt><xJust>Erro no pedido</xJust>",
      ["CANCELAMENTO", "JUSTIFICATIVA", "Erro no pedido"],
    ],
    [
      "nfe",
      "210240",
      "Operacao nao Realizada",
      "<xJust>Carga devolvida na porta</xJust>",
      ["OPERAÇÃO NÃO REALIZADA", "Carga devolvida na porta"],
    ],
    ["nfe", "210210", "Ciencia da Operacao", "", ["CIÊNCIA DA OPERAÇÃO"]],
    [
      "nfe",
      "110140",
      "EPEC",
      "<tpAutor>1</tpAutor><dhEmi>2026-11-20T09:00:00-03:00</dhEmi><dest><UF>MG</UF><vNF>10.00</vNF></dest>",
      ["EPEC", "1 - Empresa emitente", "20/11/2026 09:00:00", "Valor da NF-e 10,00"],
    ],
    [
      "cte",
      "610110",
      "Prestacao do Servico em Desacordo",
      "<indDesacordoOper>1</indDesacordoOper><xObs>Chegou molhado</xObs>",
      ["EM DESACORDO", "1 - Sim", "Chegou molhado"],
    ],
    [
      "mdfe",
      "110112",
      "Encerramento",
      "<nProt>9</nProt><dtEnc>2026-11-21</dtEnc><cUF>31</cUF>",
      ["ENCERRAMENTO", "Data do encerramento", "21/11/2026"],
    ],
    [
      "mdfe",
      "110114",
      "Inclusao Condutor",
      "<condutor><xNome>Ana Volante</xNome><CPF>52998224725</CPF></condutor>",
      ["INCLUSÃO DE CONDUTOR", "Ana Volante", "529.982.247-25"],
    ],
    [
      "mdfe",
      "310620",
      "Registro de Passagem",
      "<cUFTransito>31</cUFTransito><dhPas>2026-11-21T10:00:00-03:00</dhPas>",
      ["REGISTRO DE PASSAGEM", "21/11/2026 10:00:00"],
    ],
    [
      "nfe",
      "112110",
      "Informação de efetivo pagamento integral",
      "<indQuitacao>1</indQuitacao>",
      ["PAGAMENTO INTEGRAL", "Quitação integral"],
    ],
    [
      "nfe",
      "987654",
      "Evento que ainda não existe",
      "<gNovo><xNovo>valor novo</xNovo></gNovo>",
      ["EVENTO QUE AINDA NÃO EXISTE", "gNovo", "xNovo", "valor novo"],
    ],
  ] as const)("of a %s, type %s (%s), has its data", (familia, tpEvento, descricao, detalhe, said) => {
    const { pdf } = print({ familia, tpEvento, descricao, detalhe });
    const text = textoOfPdf(pdf).replace(/\s+/g, " ");
    for (const each of said) expect(text).toContain(each);
    expect(findDefeitos(pdf)).toEqual([]);
  });

  test("says that it is not registered, and that it is a test", () => {
    const text = palavrasCorridas(print({ ...CARTA, isRegistrado: false, ambiente: "2" }).pdf);
    expect(text).toContain("SEM REGISTRO NA SEFAZ");
    expect(text).toContain("2 - Homologação");
    expect(marcasOf(print({ ...CARTA, ambiente: "2" }).pdf)).toEqual([sortLetters("SEM VALOR FISCAL")]);
    expect(marcasOf(print(CARTA).pdf)).toEqual([""]);
  });

  test("has the maximum number of fields, and says how many more the XML has", () => {
    const { pdf, paginas } = print({ ...CARTA, detalhe: "<campo>1</campo>".repeat(403) });
    expect(paginas).toBeGreaterThan(5);
    expect(palavrasCorridas(pdf)).toContain("E mais 3 campos");
    expect(findDefeitos(pdf)).toEqual([]);
  });
});

test.skipIf(!hasLeitor)("a scanner (zbarimg) decodes the document's key, also with letters", () => {
  const pedido = { ...CARTA, cnpj: "12ABC34501DE35" };
  expect(codigosOf(print(pedido).pdf)).toContain(makeChaveDocumento(pedido));
});
