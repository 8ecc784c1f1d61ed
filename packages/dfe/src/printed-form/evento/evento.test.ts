import { describe, expect, test } from "vitest";
import { bytesOfRow, rows } from "../../tests/collection.ts";
import { bytesOf, EMISSAO, makeChave, makeEvento, RECEBIMENTO, wrapEvento } from "../../tests/make-dfe.ts";
import { makeChaveNfe, makeChaveTransporte, TRANSPORTADORA } from "../../tests/make-transport.ts";
import { readPrintedForm } from "../read-printed-form.ts";
import { DETAILS_MAX } from "./details.ts";
import type { PrintedEvento } from "./evento.ts";

const AUTOR = "11222333000181";
const chave = makeChave({ cnpj: AUTOR });

function formOf(xml: string): PrintedEvento {
  const form = readPrintedForm(bytesOf(xml));
  if (form?.kind !== "evento") throw new Error(JSON.stringify(form));
  return form;
}

/** An evento of an invented NF-e with these fields in detEvento. */
function nfe(detail: string, request: { tpEvento?: string; nSeq?: string } = {}): string {
  return makeEvento({ chave, autor: AUTOR, ...request }).replace(
    /(<detEvento[^>]*>).*(<\/detEvento>)/,
    `$1${detail}$2`,
  );
}

/** An evento of a CT-e or MDF-e, with its fields one level deeper. */
function transporte(family: "cte" | "mdfe", group: string, detail: string): string {
  const chaveTransporte = makeChaveTransporte({ modelo: family === "cte" ? "57" : "58" });
  return makeEvento({ chave: chaveTransporte, autor: TRANSPORTADORA, family, tpEvento: "110112" }).replace(
    /(<detEvento)[^>]*>.*(<\/detEvento>)/,
    `$1 versaoEvento="3.00"><${group}>${detail}</${group}>$2`,
  );
}

describe("the printed form of an evento", () => {
  test("the printed form has autor, document, content and SEFAZ's answer", () => {
    expect(formOf(wrapEvento(makeEvento({ chave, autor: AUTOR })))).toEqual({
      kind: "evento",
      family: "nfe",
      chave,
      tpEvento: "110111",
      descricao: "Cancelamento",
      sequencia: "1",
      versao: "1.00",
      ambiente: "1",
      orgao: "35",
      autor: AUTOR,
      dataEvento: EMISSAO,
      registro: {
        protocolo: "135260000000002",
        data: RECEBIMENTO,
        cStat: "135",
        xMotivo: "Evento registrado e vinculado a NF-e",
        destinatario: null,
        email: null,
        divergencias: [],
      },
      correcao: null,
      correcoes: [],
      condicoesUso: null,
      textos: [{ rotulo: "Justificativa", texto: "Erro no pedido do cliente" }],
      detalhes: [
        {
          rotulo: "Protocolo do documento",
          valor: "135260000000001",
          tipo: "texto",
          significado: null,
          nivel: 0,
        },
      ],
      detalhesOmitidos: 0,
    });
  });

  test("the printed form lists where the registration belongs to another evento", () => {
    const own = wrapEvento(makeEvento({ chave, autor: AUTOR }));
    const [before = "", after = ""] = own.split("<retEvento ");
    const divergenciasOf = (de: string, para: string): unknown =>
      formOf(`${before}<retEvento ${after.replace(de, para)}`).registro?.divergencias;
    expect(divergenciasOf(chave, makeChave({ cnpj: AUTOR, numero: "9" }))).toEqual(["chave"]);
    expect(divergenciasOf("<tpEvento>110111", "<tpEvento>110110")).toEqual(["tpEvento"]);
    expect(divergenciasOf("<nSeqEvento>1", "<nSeqEvento>2")).toEqual(["nSeqEvento"]);
    expect(divergenciasOf("<nSeqEvento>1", "<nSeqEvento>01")).toEqual([]);
    expect(divergenciasOf("<tpAmb>1", "<tpAmb>2")).toEqual(["ambiente"]);
  });

  test("the printed form of a CC-e has the whole text and its conditions", () => {
    const text = "Onde se lê 10, leia-se 100. ".repeat(36).trim();
    const xml = nfe(
      `<descEvento>Carta de Correcao</descEvento><xCorrecao>${text}</xCorrecao><xCondUso>A Carta de Correcao e disciplinada</xCondUso>`,
      { tpEvento: "110110", nSeq: "3" },
    );
    expect(formOf(xml)).toMatchObject({
      correcao: text,
      condicoesUso: "A Carta de Correcao e disciplinada",
      sequencia: "3",
      registro: null,
      detalhes: [],
    });
  });

  test("the printed form of a CC-e of a CT-e has the non-empty corrected fields as rows", () => {
    const xml = transporte(
      "cte",
      "evCCeCTe",
      "<descEvento>Carta de Correcao</descEvento><infCorrecao><grupoAlterado>infQ</grupoAlterado><campoAlterado>qCarga</campoAlterado>" +
        "<valorAlterado>10</valorAlterado><nroItemAlterado>2</nroItemAlterado></infCorrecao><infCorrecao><grupoAlterado/><campoAlterado/></infCorrecao>" +
        "<xCondUso>Fica permitida</xCondUso>",
    );
    expect(formOf(xml)).toMatchObject({
      family: "cte",
      versao: "3.00",
      descricao: "Carta de Correcao",
      correcoes: [{ grupo: "infQ", campo: "qCarga", valor: "10", item: "2" }],
      condicoesUso: "Fica permitida",
      detalhes: [],
    });
  });

  test("an evento that adds documents to an MDF-e lists each under its group", () => {
    const doc = `<infDoc><xMunDescarga>Contagem</xMunDescarga><chNFe>${makeChaveNfe(8)}</chNFe></infDoc>`;
    const { detalhes } = formOf(
      transporte("mdfe", "evIncDFeMDFe", `<descEvento>Inclusao DF-e</descEvento>${doc}`),
    );
    expect(detalhes.map(({ rotulo, valor, tipo, nivel }) => [rotulo, valor, tipo, nivel])).toEqual([
      ["Documento incluído", null, "texto", 0],
      ["Município de descarregamento", "Contagem", "texto", 1],
      ["Chave da NF-e", makeChaveNfe(8), "chave", 1],
    ]);
  });

  test("the printed form has the meaning of codes, and formats dates and values", () => {
    const { detalhes } = formOf(
      nfe(
        "<descEvento>Aceite</descEvento><tpAutor>2</tpAutor><indAceitacao>1</indAceitacao><dPrevEntrega>2026-12-01</dPrevEntrega><vIBS>10.00</vIBS>",
      ),
    );
    expect(
      detalhes.map(({ rotulo, valor, tipo, significado }) => [rotulo, valor, tipo, significado]),
    ).toEqual([
      ["Tipo do autor", "2", "texto", "Empresa destinatária"],
      ["Aceitação", "1", "texto", "Aceito"],
      ["Previsão de entrega", "2026-12-01", "dia", null],
      ["Valor do IBS", "10.00", "valor", null],
    ]);
  });

  test("an evento of unknown type has every field under its tag name", () => {
    const { detalhes, descricao } = formOf(
      nfe(
        "<descEvento>Novidade</descEvento><gNovo><xNovo>a</xNovo><dhNovo>2026-11-20T10:00:00-03:00</dhNovo></gNovo>",
        { tpEvento: "999999" },
      ),
    );
    expect(descricao).toBe("Novidade");
    expect(detalhes.map(({ rotulo, valor, tipo, nivel }) => [rotulo, valor, tipo, nivel])).toEqual([
      ["gNovo", null, "texto", 0],
      ["xNovo", "a", "texto", 1],
      ["dhNovo", "2026-11-20T10:00:00-03:00", "instante", 1],
    ]);
  });

  test("the printed form has up to the maximum of fields, and the number omitted", () => {
    const many = "<x>1</x>".repeat(DETAILS_MAX + 3);
    const { detalhes, detalhesOmitidos } = formOf(nfe(`<descEvento>Muito</descEvento>${many}`));
    expect(detalhes).toHaveLength(DETAILS_MAX);
    expect(detalhesOmitidos).toBe(3);
  });

  test("an evento without a valid key, a date or an autor has a printed form", () => {
    const xml = makeEvento({ chave, autor: AUTOR })
      .replace(/<chNFe>.*<\/chNFe>/, "<chNFe>string</chNFe>")
      .replace(/<CNPJ>.*<\/CNPJ>/, "")
      .replace(/<dhEvento>.*<\/dhEvento>/, "");
    expect(formOf(xml)).toMatchObject({ chave: null, autor: null, dataEvento: null });
  });
});

const eventos = rows.filter(
  ({ kind, wellFormed }) =>
    wellFormed && /^(?:procEvento(?:NFe|CTe|MDFe)|evento(?:CTe|MDFe)?|envEvento)$/.test(kind),
);

test.skipIf(eventos.length === 0)("every evento of the corpus has a printed form", () => {
  const without = eventos.filter((row) => readPrintedForm(bytesOfRow(row))?.kind !== "evento");
  // Two stubs of a PHP test: a registration without its evento.
  expect(without.every(({ file }) => /CommunicationCoverageTest\.php_embedded-[45]\.xml$/.test(file))).toBe(
    true,
  );
  expect(eventos.length - without.length).toBeGreaterThan(30);
});
