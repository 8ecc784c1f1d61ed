import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENVELOPE_RULES, readEnvelope, readEnvelopeHead } from "./envelope.ts";
import { parseXml } from "./parse.ts";
import { attributeOf, elementsOf, textOf } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

const read = (xml: string, rules = ENVELOPE_RULES) => readEnvelope(Buffer.from(xml), rules);

function faultOf(run: () => unknown): string {
  try {
    run();
    return "none";
  } catch (error) {
    return error instanceof XmlError ? error.fault : "other error";
  }
}

describe("an envelope", () => {
  test("a message may have namespaces of any text, and a document may not, also after the message", () => {
    const xml = '<p:a xmlns:p="u" p:b="1"><p:c/></p:a>';
    const { root } = read(xml);
    expect([root.namespace, attributeOf(root, "b", "u"), attributeOf(root, "b")]).toEqual(["u", "1", null]);
    expect(faultOf(() => parseXml(Buffer.from(xml)))).toBe("malformado");
    expect(read(xml).root.namespace).toBe("u");
  });

  test("a prefix without declaration is read only by rules for any namespace", () => {
    const xml = '<p:a xmlns:q="urn:q"><q:b p:c="1" c="2"/></p:a>';
    expect(faultOf(() => read(xml))).toBe("malformado");
    const { root } = read(xml, { ...ENVELOPE_RULES, namespaces: "any" });
    const [b] = elementsOf(root);
    expect([root.namespace, b?.namespace, b && attributeOf(b, "c")]).toEqual(["p", "urn:q", "2"]);
    expect(faultOf(() => read(xml))).toBe("malformado");
  });

  test.each([
    ["a DOCTYPE", "<!DOCTYPE a><a/>"],
    ["a DOCTYPE in lower case", "<!doctype a><a/>"],
    ["an entity declaration in CDATA", '<a><![CDATA[<!ENTITY b "c">]]></a>'],
    ["an element declaration in a comment", "<a><!-- <!ELEMENT b> --></a>"],
  ])("%s is refused as a DTD", (_what, xml) => {
    expect(faultOf(() => read(xml))).toBe("dtd");
  });

  test.each([
    ["declared as Latin-1", Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a/>')],
    ["with bytes that are not UTF-8", Buffer.from("<a>\u00e7</a>", "latin1")],
    ["in UTF-16", Buffer.from("\ufeff<a/>", "utf16le")],
  ])("a message %s is refused where only UTF-8 is allowed", (_what, bytes) => {
    expect(faultOf(() => readEnvelope(bytes, ENVELOPE_RULES))).toBe("codificacao");
  });

  test("XML 1.1 is read as 1.0 in a message, XML 2.0 is refused", () => {
    expect(read('<?xml version="1.1"?><a>b</a>').root.local).toBe("a");
    expect(faultOf(() => read('<?xml version="2.0"?><a>b</a>'))).toBe("versao");
    expect(faultOf(() => parseXml(Buffer.from('<?xml version="1.1"?><a>b</a>')))).toBe("versao");
  });

  test("a text has LF line ends, and the slice of an element keeps its own", () => {
    const line = fc.constantFrom("\r", "\n", "\r\n", "\r\r\n", "\u00e7", "", " ");
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 12 }), (before, inside) => {
        const element = `<b>${inside.join("")}</b>`;
        const { root, sliceOf } = read(`<a>${before.join("")}${element}\r\n</a>`);
        const [b] = elementsOf(root);
        expect(b && sliceOf(b)).toBe(element);
        expect(b && textOf(b)).toBe(inside.join("").replaceAll(/\r\n?/g, "\n"));
      }),
    );
  });

  test("an element that is not in canonical form is sliced as written", () => {
    const written = "<b c='1' ><!-- > --><d/></b >";
    const { root, sliceOf } = read(`<a>${written}<e/></a>`);
    expect(elementsOf(root).map(sliceOf)).toEqual([written, "<e/>"]);
  });

  test("the head of a message is its root with the first child, and needs no more of its bytes", () => {
    const head = Buffer.from("<a><!-- x --><b><c/>\u00e7</b><d>\u00e7");
    const root = readEnvelopeHead(head.subarray(0, -1), ENVELOPE_RULES);
    expect(elementsOf(root).map(({ local }) => local)).toEqual(["b"]);
    expect(faultOf(() => readEnvelopeHead(Buffer.from("<a><b><c/>"), ENVELOPE_RULES))).toBe("malformado");
  });
});
