import { readFileSync } from "node:fs";
import fc from "fast-check";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import {
  XML_ATTRIBUTE_MAX,
  XML_ATTRIBUTES_MAX,
  XML_DECLARATION_MAX,
  XML_DEPTH_MAX,
  XML_ESCAPES_MAX,
  XML_NAME_MAX,
  XML_NAMES_MAX,
  XML_NAMESPACE_MAX,
  XML_NODES_MAX,
} from "./limits.ts";
import { hasInheritedXml } from "./namespaces.ts";
import { parseXml } from "./parse.ts";
import { scanXml } from "./scan.ts";
import { attributeOf, elementsOf, textOf, type XmlElement } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

const malformed = readFileSync(new URL("../fixtures/xml.malformed.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" | "))
  .map(([fault, what, xml]) => [
    fault ?? "",
    what ?? "",
    JSON.parse(`"${(xml ?? "").replaceAll('"', '\\"')}"`),
  ]);

function faultOf(xml: string): string {
  try {
    scanXml(xml);
    return "none";
  } catch (error) {
    return error instanceof XmlError ? error.fault : "other error";
  }
}

function onlyChild(element: XmlElement): XmlElement {
  const [child] = elementsOf(element);
  if (!child) throw new Error("no child");
  return child;
}

describe("an invalid XML", () => {
  test.each(malformed)("an invalid XML is refused as %s: %s", (fault, _what, xml) => {
    expect(faultOf(xml)).toBe(fault);
  });
});

describe("the limits of the scanner", () => {
  const nested = (depth: number): string => "<a>".repeat(depth) + "</a>".repeat(depth);
  const attributes = (count: number): string =>
    `<a ${Array.from({ length: count }, (_, i) => `b${i}=""`).join(" ")}/>`;

  test("the scanner allows the maximum depth and refuses one level more", () => {
    expect(faultOf(nested(XML_DEPTH_MAX))).toBe("none");
    expect(faultOf(nested(XML_DEPTH_MAX + 1))).toBe("profundo-demais");
  });

  test("the scanner allows the maximum of nodes and refuses one more", () => {
    expect(faultOf(`<a>${"<b/>".repeat(XML_NODES_MAX - 1)}</a>`)).toBe("none");
    expect(faultOf(`<a>${"<b/>".repeat(XML_NODES_MAX)}</a>`)).toBe("grande-demais");
  });

  test("the scanner allows the maximum of attributes and refuses one more", () => {
    expect(faultOf(attributes(XML_ATTRIBUTES_MAX))).toBe("none");
    expect(faultOf(attributes(XML_ATTRIBUTES_MAX + 1))).toBe("grande-demais");
  });

  test("the scanner allows the longest namespace and refuses one character more", () => {
    const declared = (size: number): string => `<a xmlns="${"urn:".padEnd(size, "x")}"/>`;
    expect(faultOf(declared(XML_NAMESPACE_MAX))).toBe("none");
    expect(faultOf(declared(XML_NAMESPACE_MAX + 1))).toBe("grande-demais");
  });

  test("the scanner allows the longest name and refuses one character more", () => {
    expect(faultOf(`<${"a".repeat(XML_NAME_MAX)}/>`)).toBe("none");
    expect(faultOf(`<${"a".repeat(XML_NAME_MAX + 1)}/>`)).toBe("grande-demais");
  });

  test("the scanner allows the maximum of distinct names and refuses one more", () => {
    // Names that no other test uses: cached names do not count.
    const named = (count: number): string =>
      `<a>${Array.from({ length: count }, (_, index) => `<limit-${count}-${index}/>`).join("")}</a>`;
    expect(faultOf(named(XML_NAMES_MAX - 1))).toBe("none");
    expect(faultOf(named(XML_NAMES_MAX + 1))).toBe("grande-demais");
  });

  test.each([
    ["references", "&#65;", ""],
    ["escaped characters in texts", ">", ""],
    ["escaped characters in CDATA", "<", "<![CDATA["],
  ])("the scanner allows the maximum of %s and refuses one more", (_what, mark, start) => {
    const marked = (count: number): string => `<a>${start}${mark.repeat(count)}${start && "]]>"}</a>`;
    expect(faultOf(marked(XML_ESCAPES_MAX))).toBe("none");
    expect(faultOf(marked(XML_ESCAPES_MAX + 1))).toBe("grande-demais");
  });

  test("the scanner refuses a declaration too long for the decoder to see its encoding", () => {
    const declared = (blanks: number): string =>
      `<?xml version="1.0"${" ".repeat(blanks)}encoding="ISO-8859-1"?><a/>`;
    expect(faultOf(declared(XML_DECLARATION_MAX - 42))).toBe("none");
    expect(faultOf(declared(XML_DECLARATION_MAX - 41))).toBe("grande-demais");
  });

  test("the scanner allows the longest attribute and refuses one character more", () => {
    expect(faultOf(`<a b="${"x".repeat(XML_ATTRIBUTE_MAX)}"/>`)).toBe("none");
    expect(faultOf(`<a b="${"x".repeat(XML_ATTRIBUTE_MAX + 1)}"/>`)).toBe("grande-demais");
  });
});

test.each([
  ["blanks in an end tag", `<a></a${" ".repeat(2_000_000)}x>`],
  ["blanks in a declaration", `<?xml version="1.0"${" ".repeat(2_000_000)}x?><a/>`],
  ["blanks in an instruction", `<a><?x${" ".repeat(2_000_000)}?></a`],
  ["one long name", `<${"é".repeat(2_000_000)}`],
  ["ampersands", `<a>${"&amp;".repeat(400_000)}`],
  [
    "namespaces at every depth",
    `<a xmlns:p="urn:u">${"<b xmlns:p='urn:u'>".repeat(63)}${"<p:c/>".repeat(190_000)}`,
  ],
])("a very long run of %s is refused in linear time", (_what, xml) => {
  const start = performance.now();
  expect(faultOf(xml)).not.toBe("none");
  expect(performance.now() - start).toBeLessThan(10_000);
});

describe("a scanned document", () => {
  test("a scanned document has its references, CDATA and line ends resolved", () => {
    const { root } = parseXml(
      Buffer.from('<a b=" x\r\n&#10;&quot; ">\r\r\n&#13;<!-- no -->001&#x41;<![CDATA[<&]]></a>'),
    );
    expect(textOf(root)).toBe("\n\n\r001A<&");
    expect(attributeOf(root, "b")).toBe(' x \n" ');
  });

  test("a scanned element inherits, replaces and removes namespaces", () => {
    const root = scanXml('<a xmlns="urn:u" xmlns:p="urn:v"><p:b c="1" p:c="2"><d xmlns=""/></p:b></a>');
    const b = onlyChild(root);
    expect([root.namespace, b.namespace, onlyChild(b).namespace]).toEqual(["urn:u", "urn:v", ""]);
    expect(b.attributes.map((each) => each.namespace)).toEqual(["", "urn:v"]);
    expect(faultOf('<a><b xmlns:p="urn:u"/><p:c/></a>')).toBe("malformado");
  });

  test("the scanner reports an xml:* attribute of an ancestor, but not the element's own", () => {
    const root = scanXml('<a><b xml:lang="pt"><c/></b><d/></a>');
    const [b, d] = elementsOf(root);
    expect([b && hasInheritedXml(onlyChild(b)), b && hasInheritedXml(b), d && hasInheritedXml(d)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("the scanner accepts accented names", () => {
    expect(scanXml("<ação/>").local).toBe("ação");
  });

  test("the scanner reports the line of a fault", () => {
    expect(() => scanXml("<a>\n<b>\n</c>\n</a>")).toThrow("</c> (linha 3)");
  });
});

test("libxml2 accepts every random document that the scanner accepts", () => {
  const pieces = fc.constantFrom(
    ...'<a> </a> <b/> <p:c> </p:c> xmlns:p="urn:u" xmlns="" a="1" b=\'2\' &amp; &#65; &x; & <!-- --> -- <![CDATA[ ]]> <? ?> <?x y?> > < / = " \' texto'.split(
      " ",
    ),
    " ",
    "\n",
  );
  const document = fc.array(pieces, { maxLength: 12 }).map((parts) => `<r>${parts.join("")}</r>`);
  let accepted = 0;
  fc.assert(
    fc.property(document, (xml) => {
      if (faultOf(xml) !== "none") return;
      accepted += 1;
      XmlDocument.fromString(xml).dispose();
    }),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(50);
});
