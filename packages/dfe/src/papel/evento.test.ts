import { describe, expect, test } from "vitest";
import { bytesOfRow, rows } from "../tests/colecao.ts";
import { bytesOf, EMISSAO, makeChave, makeEvento, RECEBIMENTO, wrapEvento } from "../tests/make-dfe.ts";
import { makeChaveNfe, makeChaveTransporte, TRANSPORTADORA } from "../tests/make-transporte.ts";
import type { PapelEvento } from "./evento.ts";
import { DETALHES_MAX } from "./evento-detalhes.ts";
import { readPapel } from "./read-papel.ts";

const AUTOR = "11222333000181";
const chave = makeChave({ cnpj: AUTOR });

function papelOf(xml: string): PapelEvento {
  const papel = readPapel(bytesOf(xml));
  if (papel?.kind !== "evento") throw new Error(JSON.stringify(papel));
  return papel;
}

/** An evento of an invented NF-e with these fields in its detEvento. */
function nfe(detalhe: string, pedido: { tpEvento?: string; nSeq?: string } = {}): string {
  return makeEvento({ chave, autor: AUTOR, ...pedido }).replace(
    /(<detEvento[^>]*>).*(<\/detEvento>)/,
    `$1${detalhe}$2`,
  );
}

/** The same of a CT-e or MDF-e, its fields one level deeper. */
function transporte(familia: "cte" | "mdfe", grupo: string, detalhe: string): string {
  const chaveTransporte = makeChaveTransporte({ modelo: familia === "cte" ? "57" : "58" });
  return makeEvento({ chave: chaveTransporte, autor: TRANSPORTADORA, familia, tpEvento: "110112" }).replace(
    /(<detEvento)[^>]*>.*(<\/detEvento>)/,
    `$1 versaoEvento="3.00"><${grupo}>${detalhe}</${grupo}>$2`,
  );
}

describe("the paper of an evento", () => {
  test("says who said what of which document, and what SEFAZ answered", () => {
    expect(papelOf(wrapEvento(makeEvento({ chave, autor: AUTOR })))).toEqual({
      kind: "evento",
      familia: "nfe",
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

  test("says where the registration beside it is another evento's", () => {
    const own = wrapEvento(makeEvento({ chave, autor: AUTOR }));
    const [before = "", after = ""] = own.split("<retEvento ");
    const divergenciasOf = (de: string, para: string): unknown =>
      papelOf(`${before}<retEvento ${after.replace(de, para)}`).registro?.divergencias;
    expect(divergenciasOf(chave, makeChave({ cnpj: AUTOR, numero: "9" }))).toEqual(["chave"]);
    expect(divergenciasOf("<tpEvento>110111", "<tpEvento>110110")).toEqual(["tpEvento"]);
    expect(divergenciasOf("<nSeqEvento>1", "<nSeqEvento>2")).toEqual(["nSeqEvento"]);
    expect(divergenciasOf("<nSeqEvento>1", "<nSeqEvento>01")).toEqual([]);
    expect(divergenciasOf("<tpAmb>1", "<tpAmb>2")).toEqual(["ambiente"]);
  });

  test("of a correction letter has the whole text and its conditions", () => {
    const texto = "Onde se lê 10, leia-se 100. ".repeat(36).trim();
    const xml = nfe(
      `<descEvento>Carta de Correcao</descEvento><xCorrecao>${texto}</xCorrecao><xCondUso>A Carta de Correcao e disciplinada</xCondUso>`,
      { tpEvento: "110110", nSeq: "3" },
    );
    expect(papelOf(xml)).toMatchObject({
      correcao: texto,
      condicoesUso: "A Carta de Correcao e disciplinada",
      sequencia: "3",
      registro: null,
      detalhes: [],
    });
  });

  test("of a CT-e's correction letter has its fields as rows, empty ones left out", () => {
    const xml = transporte(
      "cte",
      "evCCeCTe",
      "<descEvento>Carta de Correcao</descEvento><infCorrecao><grupoAlterado>infQ</grupoAlterado><campoAlterado>qCarga</campoAlterado>" +
        "<valorAlterado>10</valorAlterado><nroItemAlterado>2</nroItemAlterado></infCorrecao><infCorrecao><grupoAlterado/><campoAlterado/></infCorrecao>" +
        "<xCondUso>Fica permitida</xCondUso>",
    );
    expect(papelOf(xml)).toMatchObject({
      familia: "cte",
      versao: "3.00",
      descricao: "Carta de Correcao",
      correcoes: [{ grupo: "infQ", campo: "qCarga", valor: "10", item: "2" }],
      condicoesUso: "Fica permitida",
      detalhes: [],
    });
  });

  test("that includes documents in a MDF-e names each under its group", () => {
    const doc = `<infDoc><xMunDescarga>Contagem</xMunDescarga><chNFe>${makeChaveNfe(8)}</chNFe></infDoc>`;
    const { detalhes } = papelOf(
      transporte("mdfe", "evIncDFeMDFe", `<descEvento>Inclusao DF-e</descEvento>${doc}`),
    );
    expect(detalhes.map(({ rotulo, valor, tipo, nivel }) => [rotulo, valor, tipo, nivel])).toEqual([
      ["Documento incluído", null, "texto", 0],
      ["Município de descarregamento", "Contagem", "texto", 1],
      ["Chave da NF-e", makeChaveNfe(8), "chave", 1],
    ]);
  });

  test("tells what codes, days and values mean", () => {
    const { detalhes } = papelOf(
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

  test("that nobody knows yet shows every field under its own name", () => {
    const { detalhes, descricao } = papelOf(
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

  test("keeps so many fields, and says how many it left out", () => {
    const many = "<x>1</x>".repeat(DETALHES_MAX + 3);
    const { detalhes, detalhesOmitidos } = papelOf(nfe(`<descEvento>Muito</descEvento>${many}`));
    expect(detalhes).toHaveLength(DETALHES_MAX);
    expect(detalhesOmitidos).toBe(3);
  });

  test("without a key that is one, a date or an author is a paper all the same", () => {
    const xml = makeEvento({ chave, autor: AUTOR })
      .replace(/<chNFe>.*<\/chNFe>/, "<chNFe>string</chNFe>")
      .replace(/<CNPJ>.*<\/CNPJ>/, "")
      .replace(/<dhEvento>.*<\/dhEvento>/, "");
    expect(papelOf(xml)).toMatchObject({ chave: null, autor: null, dataEvento: null });
  });
});

const eventos = rows.filter(
  ({ kind, wellFormed }) =>
    wellFormed && /^(?:procEvento(?:NFe|CTe|MDFe)|evento(?:CTe|MDFe)?|envEvento)$/.test(kind),
);

test.skipIf(eventos.length === 0)("every evento of the collection has a paper", () => {
  const without = eventos.filter((row) => readPapel(bytesOfRow(row))?.kind !== "evento");
  // Two shells of a PHP test: a registration without the evento that it registers.
  expect(without.every(({ file }) => /CommunicationCoverageTest\.php_embedded-[45]\.xml$/.test(file))).toBe(
    true,
  );
  expect(eventos.length - without.length).toBeGreaterThan(30);
});
