import { readPrintedForm } from "@malote/dfe";
import { checkDigit } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { makeCte, makeCteOs, makeCteSimp } from "../dacte/tests/make-cte.ts";
import { makeMdfe } from "../damdfe/tests/make-mdfe.ts";
import { makeEvento } from "../evento/tests/make-evento.ts";
import { printDfe } from "../print-dfe.ts";
import { sortLetters, watermarksOf } from "../sections/tests/watermarks.ts";
import { hasPdftotext, joinedWordsOf } from "./external-tools.ts";
import { findDefects } from "./find-defects.ts";

const EVENTO = { tpEvento: "110111", descricao: "Cancelamento" };
const DOCUMENTOS: [string, string][] = [
  ["CT-e", makeCte()],
  ["CT-e, landscape", makeCte({ tpImp: "2" })],
  ["CT-e OS", makeCteOs()],
  ["CT-e simplificado", makeCteSimp(2)],
  ["MDF-e", makeMdfe()],
];
const EVENTOS: [string, string][] = (["nfe", "cte", "mdfe"] as const).map((familia) => [
  `evento of a ${familia}`,
  makeEvento({ ...EVENTO, family: familia }),
]);
const ALL = [...DOCUMENTOS, ...EVENTOS];
const FOREIGN = "PROTOCOLO NÃO CORRESPONDE A ESTE DOCUMENTO";
/** A protocol number and its time. */
const AUTHORIZED = /[0-9]{15} - [0-9]{2}\/11\/2026/;

/** The same document with a changed response. */
function answer(xml: string, change: (response: string) => string): string {
  const at = xml.search(/<(prot(CTe|MDFe)|retEvento\w*) /);
  expect(at).toBeGreaterThan(0);
  const changed = change(xml.slice(at));
  expect(changed).not.toBe(xml.slice(at));
  return xml.slice(0, at) + changed;
}

function print(xml: string): Uint8Array {
  const form = readPrintedForm(Buffer.from(xml));
  if (!form) throw new Error("no printed form");
  const { pdf } = printDfe({ form });
  expect(findDefects(pdf)).toEqual([]);
  return pdf;
}

/** Expects the text and the watermark of a missing authorization. */
function expectSemAutorizacao(xml: string, words: string): void {
  const pdf = print(xml);
  const text = joinedWordsOf(pdf);
  expect(text).toContain(words);
  expect(text).not.toMatch(AUTHORIZED);
  for (const watermark of watermarksOf(pdf)) expect(watermark).toBe(sortLetters("SEM AUTORIZAÇÃO"));
}

/** The key of another document of the same issuer. */
function otherChave(chave: string): string {
  const body = `${chave.slice(0, 42)}${(Number(chave[42]) + 1) % 10}`;
  return `${body}${checkDigit(body)}`;
}

describe.skipIf(!hasPdftotext)("a document whose SEFAZ response authorizes nothing (pdftotext)", () => {
  test.each(ALL)("an authorized %s has no watermark", (_, xml) => {
    const pdf = print(xml);
    expect(watermarksOf(pdf).join("")).toBe("");
    expect(joinedWordsOf(pdf)).toMatch(AUTHORIZED);
  });

  test.each(ALL)("the %s with the response of another document says that it is not authorized", (_, xml) => {
    const other = answer(xml, (response) =>
      response.replace(/(<ch\w+>)(\w{44})/, (_all, tag: string, chave: string) => tag + otherChave(chave)),
    );
    expectSemAutorizacao(other, FOREIGN);
    expectSemAutorizacao(
      answer(xml, (response) => response.replace("<tpAmb>1", "<tpAmb>2")),
      FOREIGN,
    );
  });

  test.each(DOCUMENTOS)(
    "the %s whose signature has another digest says that it is not authorized",
    (_, xml) => {
      const signed = xml.replace(
        /<\/(CTe|CTeOS|CTeSimp|MDFe)>/,
        '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><Reference><DigestValue>ab c=</DigestValue></Reference></SignedInfo></Signature>$&',
      );
      expect(watermarksOf(print(signed)).join("")).toBe("");
      expectSemAutorizacao(
        answer(signed, (response) => response.replace("<digVal>abc=", "<digVal>xyz=")),
        FOREIGN,
      );
    },
  );

  test.each(EVENTOS)(
    "the %s with the response of another type or sequence says that it is not authorized",
    (_, xml) => {
      for (const [tag, amount] of [
        ["tpEvento", "110110"],
        ["nSeqEvento", "7"],
      ]) {
        const other = answer(xml, (response) =>
          response.replace(new RegExp(`<${tag}>[0-9]+`), `<${tag}>${amount}`),
        );
        expectSemAutorizacao(other, FOREIGN);
      }
    },
  );

  test.each(ALL)("the %s that SEFAZ refused says why", (_, xml) => {
    const refused = answer(xml, (response) =>
      response.replace(/<cStat>.*<\/xMotivo>/, "<cStat>573</cStat><xMotivo>Rejeicao: Duplicidade</xMotivo>"),
    );
    expectSemAutorizacao(refused, "573 Rejeicao: Duplicidade");
    expect(joinedWordsOf(print(refused))).toMatch(/SEM (AUTORIZAÇÃO|REGISTRO NA SEFAZ) - 573/);
  });

  test.each(ALL)(
    "the %s with a number without cStat, or a cStat without number, is not authorized",
    (_, xml) => {
      expectSemAutorizacao(
        answer(xml, (response) => response.replace(/<cStat>.*<\/cStat>/, "")),
        "PROTOCOLO ILEGÍVEL",
      );
      expectSemAutorizacao(
        answer(xml, (response) => response.replace(/<nProt>.*<\/nProt>/, "")),
        "PROTOCOLO ILEGÍVEL",
      );
    },
  );

  test("a closed MDF-e has its protocol, and a cancelled MDF-e its watermark", () => {
    const says = (cStat: string): Uint8Array =>
      print(answer(makeMdfe(), (response) => response.replace("<cStat>100", `<cStat>${cStat}`)));
    expect(joinedWordsOf(says("132"))).toMatch(/935260000000009 - 19\/11\/2026 18:40:09 - 132/);
    expect(watermarksOf(says("132"))).toEqual([""]);
    expect(watermarksOf(says("101"))).toEqual([sortLetters("CANCELADA")]);
    expect(watermarksOf(says("302"))).toEqual([sortLetters("SEM AUTORIZAÇÃO")]);
  });
});
