import { readFileSync } from "node:fs";
import path from "node:path";
import { readPrintedForm } from "@malote/dfe";
import { formatChave } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import type { PrintedPdf } from "../print-request.ts";
import { sortLetters, watermarksOf } from "../sections/tests/watermarks.ts";
import {
  codesOf,
  hasPdftotext,
  hasScanner,
  joinedWordsOf,
  pagesOf,
  textOfPdf,
} from "../tests/external-tools.ts";
import { findDefects } from "../tests/find-defects.ts";
import {
  type EventoRequestLine,
  makeChaveDocumento,
  printedEvento,
  printedNota,
} from "./tests/make-evento.ts";

const PAPELARIA = path.resolve(import.meta.dirname, "../fixtures/papelaria");
const CONDICOES = "A Carta de Correção é disciplinada pelo § 1º-A do art. 7º do Convênio S/N";
const CARTA: EventoRequestLine = {
  tpEvento: "110110",
  descricao: "Carta de Correcao",
  nSeq: "3",
  detalhe: `<xCorrecao>Onde se lê doca 3, leia-se doca 4.</xCorrecao><xCondUso>${CONDICOES}</xCondUso>`,
};

function print(spec: EventoRequestLine): PrintedPdf {
  return printDfe({ form: printedEvento(spec) });
}

test("an equal evento is printed as equal bytes", () => {
  expect(Buffer.compare(print(CARTA).pdf, print(CARTA).pdf)).toBe(0);
  expect(Buffer.compare(print(CARTA).pdf, print({ ...CARTA, nSeq: "4" }).pdf)).not.toBe(0);
});

describe.skipIf(!hasPdftotext)("the text of a printed evento (pdftotext)", () => {
  test("a CC-e has the correction, the parties of the document and the conditions", async () => {
    const { pdf, pages } = printDfe({ form: printedEvento(CARTA), doDocumento: printedNota() });
    expect(pages).toBe(1);
    expect(findDefects(pdf)).toEqual([]);
    const lines = textOfPdf(pdf).replace(/ +/g, " ").split("\n");
    const said = lines.map((line) => line.trim()).filter((line) => line !== "");
    await expect(`${said.join("\n")}\n`).toMatchFileSnapshot("./tests/carta-de-correcao.txt");
  });

  test("an evento without its document has the data in the key", () => {
    const text = joinedWordsOf(print(CARTA).pdf);
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
  ] as const)("the evento of a %s has the parties and the value of its document", (family, name, said) => {
    const doDocumento = readPrintedForm(readFileSync(path.join(PAPELARIA, `${name}.xml`)));
    if (doDocumento === null || doDocumento.kind === "evento" || doDocumento.chave === null)
      throw new Error(name);
    const { chave } = doDocumento;
    const form = printedEvento({ family, chave, tpEvento: "110111", descricao: "Cancelamento" });
    const text = textOfPdf(printDfe({ form, doDocumento }).pdf).replace(/\s+/g, " ");
    for (const each of said) expect(text).toContain(each);
  });

  test("an evento has no data of a document that it is not about", () => {
    const form = printedEvento({ ...CARTA, cnpj: "99887766000105" });
    expect(joinedWordsOf(printDfe({ form, doDocumento: printedNota() }).pdf)).not.toContain("Padaria");
  });

  test.each([1_000, 20_000])(
    "a correction of %i characters is printed in full, on several pages",
    (length) => {
      const words = Array.from({ length: length / 10 }, (_, at) => `c${String(at).padStart(8, "0")}`);
      const detalhe = `<xCorrecao>${words.join(" ")}</xCorrecao><xCondUso>${CONDICOES}</xCondUso>`;
      const { pdf, pages } = print({ ...CARTA, detalhe });
      const found = joinedWordsOf(pdf).match(/c[0-9]{8}/g);
      expect(found).toEqual(words);
      expect(pages > 1).toBe(length > 1_000);
      expect(joinedWordsOf(pdf)).toContain(CONDICOES);
      pagesOf(pdf).forEach(({ words }, at) => {
        expect(words.map(({ text }) => text)).toContain(`${at + 1}/${pages}`);
      });
      expect(findDefects(pdf)).toEqual([]);
    },
  );

  test("the CC-e of a CT-e has each corrected field", () => {
    const correcao = (group: string, field: string, amount: string, item: string): string =>
      `<infCorrecao><grupoAlterado>${group}</grupoAlterado><campoAlterado>${field}</campoAlterado><valorAlterado>${amount}</valorAlterado>` +
      `<nroItemAlterado>${item}</nroItemAlterado></infCorrecao>`;
    const detalhe = `${correcao("infQ", "qCarga", "10,0000", "2")}${correcao("enderRem", "fone", "1133445566", "1")}<xCondUso>Fica permitida</xCondUso>`;
    const { pdf } = print({ family: "cte", tpEvento: "110110", descricao: "Carta de Correcao", detalhe });
    const text = textOfPdf(pdf).replace(/ +/g, " ");
    expect(text).toContain("infQ 2 qCarga 10,0000");
    expect(text).toContain("enderRem 1 fone 1133445566");
    expect(text).toContain("CARTA DE CORREÇÃO ELETRÔNICA");
    expect(findDefects(pdf)).toEqual([]);
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
  ] as const)(
    "the evento of a %s, type %s (%s), has its data",
    (family, tpEvento, descricao, detalhe, said) => {
      const { pdf } = print({ family, tpEvento, descricao, detalhe });
      const text = textOfPdf(pdf).replace(/\s+/g, " ");
      for (const each of said) expect(text).toContain(each);
      expect(findDefects(pdf)).toEqual([]);
    },
  );

  test("the printed form says that an evento is not registered, and that it is a test", () => {
    const text = joinedWordsOf(print({ ...CARTA, isRegistrado: false, ambiente: "2" }).pdf);
    expect(text).toContain("SEM REGISTRO NA SEFAZ");
    expect(text).toContain("2 - Homologação");
    expect(watermarksOf(print({ ...CARTA, ambiente: "2" }).pdf)).toEqual([sortLetters("SEM VALOR FISCAL")]);
    expect(watermarksOf(print(CARTA).pdf)).toEqual([""]);
  });

  test("an evento has the maximum number of fields, and says how many more the XML has", () => {
    const { pdf, pages } = print({ ...CARTA, detalhe: "<campo>1</campo>".repeat(403) });
    expect(pages).toBeGreaterThan(5);
    expect(joinedWordsOf(pdf)).toContain("E mais 3 campos");
    expect(findDefects(pdf)).toEqual([]);
  });
});

test.skipIf(!hasScanner)("a scanner (zbarimg) decodes the document's key, also with letters", () => {
  const spec = { ...CARTA, cnpj: "12ABC34501DE35" };
  expect(codesOf(print(spec).pdf)).toContain(makeChaveDocumento(spec));
});
