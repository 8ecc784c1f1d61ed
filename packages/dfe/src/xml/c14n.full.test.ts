import fc from "fast-check";
import { XmlC14NMode, XmlDocument } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { canonicalize } from "./c14n.ts";
import { parseXml } from "./parse.ts";
import { isElement, visitDescendants, type XmlElement } from "./tree.ts";

/** Every element of a document, in document order. */
function everyElement(root: XmlElement): XmlElement[] {
  const found = [root];
  visitDescendants(root, (node) => {
    if (isElement(node)) found.push(node);
  });
  return found;
}

/** The canonical form that libxml2, an independent implementation, writes for each of the same elements. */
function oracle(xml: string): string[] {
  const document = XmlDocument.fromString(xml);
  try {
    return document
      .find("//*")
      .map((node) => node.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_0, withComments: false }));
  } finally {
    document.dispose();
  }
}

function ours(xml: string): string[] {
  return everyElement(parseXml(Buffer.from(xml)).root).map(canonicalize);
}

describe("the canonical form", () => {
  test.each([
    ["expands empty elements", "<a/>", "<a></a>"],
    ["sorts attributes and quotes them alike", `<a c='1' b="2"/>`, '<a b="2" c="1"></a>'],
    [
      "turns line ends and CDATA into text",
      "<a>1\r\n<![CDATA[<&>]]>&#13;</a>",
      "<a>1\n&lt;&amp;&gt;&#xD;</a>",
    ],
    ["drops comments and keeps instructions", "<a><!-- x --><?p  q ?></a>", "<a><?p q ?></a>"],
    [
      "writes blanks in attributes as references",
      '<a b="&#9;&#10;&#13;&quot;&lt;>"/>',
      '<a b="&#x9;&#xA;&#xD;&quot;&lt;>"></a>',
    ],
    [
      "drops repeated namespace declarations",
      '<a xmlns="urn:u"><b xmlns="urn:u"/></a>',
      '<a xmlns="urn:u"><b></b></a>',
    ],
  ])("the canonical form %s", (_what, xml, canonical) => {
    expect(canonicalize(parseXml(Buffer.from(xml)).root)).toBe(canonical);
    expect(ours(xml)).toEqual(oracle(xml));
  });

  test("the canonical form of a subset takes the namespaces and xml:* attributes of its ancestors", () => {
    const xml =
      '<a xmlns="urn:u" xmlns:p="urn:v" xml:lang="pt" xml:space="preserve"><b xml:lang="en"><p:c p:d="1" e="2"/></b></a>';
    expect(ours(xml)[2]).toBe(
      '<p:c xmlns="urn:u" xmlns:p="urn:v" e="2" xml:lang="en" xml:space="preserve" p:d="1"></p:c>',
    );
    expect(ours(xml)).toEqual(oracle(xml));
  });
});

test("the canonical form of every element of random documents equals that of libxml2", () => {
  const name = fc.constantFrom("a", "b", "infNFe", "ação");
  const uri = fc.constantFrom("urn:u", "urn:v", "http://www.portalfiscal.inf.br/nfe");
  const content = fc.constantFrom(
    "",
    "x",
    " 1 ",
    "&amp;&lt;",
    ">",
    "&#13;",
    "\n\t",
    "ç€😀",
    "<![CDATA[a&b]]>",
    "<!-- c -->",
    "<?p d?>",
  );
  // Most elements of a real document have no declarations and no attributes.
  const some = fc.array(fc.tuple(fc.constantFrom("", ":p", ":q"), uri), { maxLength: 3 });
  const declarations = fc.oneof(
    { weight: 3, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 1, arbitrary: some },
  );
  const attributes: fc.Arbitrary<string[]> = fc.oneof(
    fc.constant<string[]>([]),
    fc.uniqueArray(fc.constantFrom("z", "Id", "xml:lang", "r:k", "s:k", "ÿ"), { maxLength: 4 }),
  );
  const node = fc.letrec<{ node: string }>((tie) => ({
    node: fc
      .record({
        name: fc.tuple(fc.constantFrom("", "", "r:", "s:"), name),
        declarations,
        undeclare: fc.boolean(),
        attributes,
        value: fc.constantFrom("1", "&#9;&quot;", "é", "a\nb", "&amp;", ">"),
        // Equivalent spellings: blanks before an attribute, around "=", inside the end of a tag; either
        // quote.
        written: fc.record({
          before: fc.constantFrom(" ", " ", " ", "\n", "  "),
          equals: fc.constantFrom("=", "=", "=", " ="),
          quote: fc.constantFrom('"', '"', '"', "'"),
          ends: fc.tuple(fc.constantFrom("", "", "", " "), fc.constantFrom("", "", "", "\n")),
          closesItself: fc.boolean(),
        }),
        children: fc.array(fc.oneof({ maxDepth: 4 }, content, tie("node")), { maxLength: 4 }),
      })
      .map((each) => {
        const tag = each.name.join("");
        const declared = new Map<string, string>(each.declarations);
        if (each.undeclare && each.name[0] !== "") declared.set("", "");
        const parts = [...declared].map(([suffix, value]) => ` xmlns${suffix}="${value}"`);
        const { before, equals, quote, ends, closesItself } = each.written;
        const rest = each.attributes.map((one) => `${before}${one}${equals}${quote}${each.value}${quote}`);
        const start = `<${tag}${parts.join("")}${rest.join("")}${ends[0]}`;
        const inside = each.children.join("");
        return closesItself && inside === "" ? `${start}/>` : `${start}>${inside}</${tag}${ends[1]}>`;
      }),
  })).node;
  fc.assert(
    fc.property(node, (inner) => {
      const xml = `<root xmlns:r="urn:r" xmlns:s="urn:s" xml:space="preserve">${inner}</root>`;
      expect(ours(xml)).toEqual(oracle(xml));
    }),
    { numRuns: 1_500 },
  );
});
