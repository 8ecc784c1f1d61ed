// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { findLinhas, foldedAtFirst, type LinhaXml, linhasOf, unfoldTo, visible } from "./xml-linhas.ts";

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc versao="4.00"><NFe><infNFe Id="NFe1"><ide><nNF>184220</nNF></ide><det nItem="1"><prod><xProd>Queijo</xProd></prod></det></infNFe><Signature><SignedInfo><DigestValue>q7==</DigestValue></SignedInfo></Signature></NFe></nfeProc>`;

function lines(): LinhaXml[] {
  const read = linhasOf(XML);
  if (!read) throw new Error("the sample is well formed");
  return read;
}

describe("an XML in lines", () => {
  test("opens the envelope and folds what is inside each group", () => {
    const all = lines();
    const shown = visible(all, foldedAtFirst(all)).map((index) => `${all[index]?.tipo} ${all[index]?.nome}`);
    expect(shown).toContain("abre infNFe");
    expect(shown).toContain("abre ide");
    expect(shown).not.toContain("folha nNF");
    expect(shown).not.toContain("abre SignedInfo");
  });

  test("finds a text in tags, attributes and values, whatever its case", () => {
    const all = lines();
    expect(findLinhas(all, "queijo").map((index) => all[index]?.nome)).toEqual(["xProd"]);
    expect(findLinhas(all, 'nitem="1"').map((index) => all[index]?.nome)).toEqual(["det"]);
    expect(findLinhas(all, "")).toEqual([]);
  });

  test("opens just what hides a result", () => {
    const all = lines();
    const [target = -1] = findLinhas(all, "queijo");
    const folded = unfoldTo(all, foldedAtFirst(all), target);
    const shown = visible(all, folded);
    expect(shown).toContain(target);
    expect(shown.map((index) => all[index]?.nome)).not.toContain("SignedInfo");
  });
});

test("text that is not XML is not drawn as a tree", () => {
  expect(linhasOf("<a><b></a>")).toBeNull();
});
