// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import {
  expandTo,
  findLines,
  initiallyCollapsed,
  parseXmlLines,
  visibleLines,
  type XmlTreeLine,
} from "./xml-tree.ts";

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc versao="4.00"><NFe><infNFe Id="NFe1"><ide><nNF>184220</nNF></ide><det nItem="1"><prod><xProd>Queijo</xProd></prod></det></infNFe><Signature><SignedInfo><DigestValue>q7==</DigestValue></SignedInfo></Signature></NFe></nfeProc>`;

function lines(): XmlTreeLine[] {
  const read = parseXmlLines(XML);
  if (!read) throw new Error("the sample XML must be well formed");
  return read;
}

describe("the XML tree of a document", () => {
  test("the tree shows the envelope expanded and the content of each group collapsed", () => {
    const all = lines();
    const shown = visibleLines(all, initiallyCollapsed(all)).map(
      (index) => `${all[index]?.tipo} ${all[index]?.nome}`,
    );
    expect(shown).toContain("abre infNFe");
    expect(shown).toContain("abre ide");
    expect(shown).not.toContain("folha nNF");
    expect(shown).not.toContain("abre SignedInfo");
  });

  test("the tree search finds text in tags, attributes and values, ignoring case", () => {
    const all = lines();
    expect(findLines(all, "queijo").map((index) => all[index]?.nome)).toEqual(["xProd"]);
    expect(findLines(all, 'nitem="1"').map((index) => all[index]?.nome)).toEqual(["det"]);
    expect(findLines(all, "")).toEqual([]);
  });

  test("the tree expands only the elements that hide a search result", () => {
    const all = lines();
    const [target = -1] = findLines(all, "queijo");
    const collapsed = expandTo(all, initiallyCollapsed(all), target);
    const shown = visibleLines(all, collapsed);
    expect(shown).toContain(target);
    expect(shown.map((index) => all[index]?.nome)).not.toContain("SignedInfo");
  });
});

test("text that is not XML has no tree", () => {
  expect(parseXmlLines("<a><b></a>")).toBeNull();
});
