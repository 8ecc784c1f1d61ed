import { describe, expect, test } from "vitest";
import { examineDfe } from "../../examine.ts";
import {
  bytesOf,
  makeChave,
  makeEvento,
  makeNota,
  sign,
  wrapEvento,
  wrapNota,
} from "../../tests/make-dfe.ts";
import { CNPJ, CONFIANCA, empresa } from "../../tests/trust.ts";
import { readDfe } from "../read-dfe.ts";

const NFE = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const chave = makeChave({ cnpj: CNPJ });
const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa));
const evento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa));
const dhRecbto = /(?<=<dhRecbto>)[^<]+/;

describe("a partly unreadable answer of SEFAZ", () => {
  test.each([
    ["a date with a blank instead of T", nota.replace(dhRecbto, "2026-11-20 09:53:07"), ["dhRecbto"]],
    ["a Brazilian date", nota.replace(dhRecbto, "20/11/2026 09:53"), ["dhRecbto"]],
    ["a repeated number", nota.replace(/<nProt>.*<\/nProt>/, "$&$&"), ["nProt"]],
    ["an element for a status", nota.replace("<cStat>100", "<cStat><x/>"), ["cStat"]],
    ["a second answer", nota.replace(/<protNFe.*<\/protNFe>/, "$&$&"), ["protNFe"]],
    ["a second part", nota.replace(/<infProt>.*<\/infProt>/, "$&$&"), ["infProt"]],
    [
      "no status and a second part",
      nota.replace(/<infProt>.*<\/infProt>/, "<infProt/><infProt/>"),
      ["infProt"],
    ],
  ])(
    "a defect of the answer leaves the signature of the nota valid, and is listed: %s",
    (_what, xml, defeitos) => {
      const examination = examineDfe(bytesOf(xml), CONFIANCA);
      expect(examination.reading).toMatchObject({
        kind: "nota",
        nota: { chaveAcesso: chave, protocolo: { defeitos } },
      });
      expect(examination.assinatura).toEqual({ estado: "valida", motivos: [] });
    },
  );

  test("an answer with a defect keeps its readable fields", () => {
    expect(readDfe(bytesOf(nota))).toMatchObject({ nota: { protocolo: { defeitos: [] } } });
    expect(readDfe(bytesOf(nota.replace(dhRecbto, "ontem")))).toMatchObject({
      nota: {
        protocolo: { dataRecebimento: "", numero: "135260000000001", cStat: "100", chaveAcesso: chave },
      },
    });
  });

  test.each([
    ["a Brazilian date", evento.replace(/(?<=<dhRegEvento>)[^<]+/, "20/11/2026"), ["dhRegEvento"]],
    ["a repeated status", evento.replace("<cStat>135</cStat>", "$&$&"), ["cStat"]],
    ["a second answer", evento.replace(/<retEvento.*<\/retEvento>/, "$&$&"), ["retEvento"]],
  ])("a defect of the answer leaves the signature of the evento valid: %s", (_what, xml, defeitos) => {
    const examination = examineDfe(bytesOf(xml), CONFIANCA);
    expect(examination.reading).toMatchObject({ kind: "evento", evento: { chaveAcesso: chave, defeitos } });
    expect(examination.assinatura).toEqual({ estado: "valida", motivos: [] });
  });

  test("a defect of the answer does not change the kind of a message or a summary", () => {
    const retorno = /<retEvento.*<\/retEvento>/.exec(evento)?.[0].replace(/(?<=<dhRegEvento>)[^<]+/, "ontem");
    expect(examineDfe(bytesOf(`<retEnvEvento ${NFE}>${retorno}</retEnvEvento>`), CONFIANCA)).toMatchObject({
      reading: { kind: "mensagem", retornos: [{ cStat: "135", protocoloData: null }] },
      veredito: null,
      achados: [],
    });
    const many = (n: number, one: string): string => one.repeat(n);
    // SEFAZ answers 20 at a time; a message with thousands is not genuine, however it is structured.
    expect(
      readDfe(
        bytesOf(`<retEnvEvento ${NFE}>${many(1_000, "<retEvento><infEvento/></retEvento>")}</retEnvEvento>`),
      ).kind,
    ).toBe("mensagem");
    for (const xml of [
      many(1_001, "<retEvento><infEvento/></retEvento>"),
      `<retEvento>${many(190_000, "<infEvento/>")}</retEvento>`,
    ]) {
      expect(readDfe(bytesOf(`<retEnvEvento ${NFE}>${xml}</retEnvEvento>`))).toMatchObject({
        kind: "ilegivel",
        motivo: "grande-demais",
        detalhe: "retEvento",
      });
    }
    const resumo = `<resNFe ${NFE}><chNFe>${chave}</chNFe><CNPJ>${CNPJ}</CNPJ><dhEmi>20/11/2026</dhEmi><vNF>1.00</vNF><dhRecbto>x</dhRecbto></resNFe>`;
    expect(examineDfe(bytesOf(resumo), CONFIANCA)).toMatchObject({
      reading: { kind: "resumo", resumo: { dataEmissao: null, dataRecebimento: null, valorTotal: "1.00" } },
      veredito: null,
      achados: [],
    });
  });
});
