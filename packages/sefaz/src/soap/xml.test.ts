import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { canonicalize, hasXmllint } from "../tests/external-checks.ts";
import { chaveOf, inEnvelope, procEvento, protNFe, retConsSit } from "../tests/nfe-responses.ts";
import { SefazOutage } from "../transport/outage.ts";
import { attribute, child, children, descendant, parseXml, sliceOf, text, type XmlElement } from "./xml.ts";

const chave = chaveOf(1);
const real = inEnvelope(retConsSit({ chave, cStat: "101", inner: protNFe(chave) + procEvento(chave) }));

const ACCEPTED: [string, string][] = [
  ["a real answer", real],
  ["an empty element", "<a/>"],
  ["a byte order mark before it", "\uFEFF<a/>"],
  ["a declaration of another charset", `<?xml version='1.0' encoding="ISO-8859-1" standalone='yes'?><a/>`],
  ["comments, instructions and spaces around the root", " <!-- x - y --> <?p q?><a/><!----> <?p?>\n"],
  ["optional spaces", "<a  b = \"1\"\tc='2' ><d\n/></a >"],
  ["every reference", "<a b='&quot;&#65;'>&amp;&lt;&gt;&apos;&#x41;&#x1F600;</a>"],
  ["CDATA", "<a><![CDATA[<b>&]]]]><![CDATA[>]]></a>"],
  ["names of every alphabet", "<ação:é.1-x/>"],
  ["the quotes of the other kind inside an attribute", `<a b="'" c='"'/>`],
  ["a > in a text and in an attribute", `<a b=">">></a>`],
];

const REFUSED: [string, string][] = [
  ["nothing", ""],
  ["only a comment", "<!-- x -->"],
  ["text alone", "texto"],
  ["an element that is not closed", "<a><b></b>"],
  ["end tags in the wrong order", "<a><b></a></b>"],
  ["an end tag that is too long", "<a></ab>"],
  ["an end tag without start tag", "</a>"],
  ["two roots", "<a/><b/>"],
  ["text before the root", "x<a/>"],
  ["text after the root", "<a/>x"],
  ["CDATA outside the root", "<a/><![CDATA[x]]>"],
  ["a DOCTYPE", "<!DOCTYPE a><a/>"],
  ["a DOCTYPE with an entity", `<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>`],
  ["a bare ampersand", "<a>R&D</a>"],
  ["an undeclared entity", "<a>&nbsp;</a>"],
  ["a bare ampersand in an attribute", "<a b='R&D'/>"],
  ["an attribute twice", "<a b='1' b='2'/>"],
  ["an attribute without quotes", "<a b=1/>"],
  ["an attribute without value", "<a b/>"],
  ["attributes without a space between", "<a b='1'c='2'/>"],
  ["a < in an attribute", "<a b='<'/>"],
  ["a stray <", "<a>1 < 2</a>"],
  ["a name that begins with a digit", "<1a/>"],
  ["]]> in a text", "<a>]]></a>"],
  ["-- in a comment", "<!-- a -- b --><a/>"],
  ["a comment that is not closed", "<a/><!-- x"],
  ["CDATA that is not closed", "<a><![CDATA[x</a>"],
  ["an instruction that is not closed", "<a/><?p q"],
  ["a space before the declaration", " <?xml version='1.0'?><a/>"],
  ["a declaration without its version", "<?xml encoding='UTF-8'?><a/>"],
  ["a second declaration", "<a/><?xml version='1.0'?>"],
  ["a forbidden character", "<a>\u0001</a>"],
  ["a null", "<a>\u0000</a>"],
];

describe("parseXml", () => {
  test.each(ACCEPTED)("parseXml reads %s", (_case, xml) => {
    expect(parseXml(xml).childElements).toHaveLength(1);
  });

  test.each(REFUSED)("parseXml refuses %s", (_case, xml) => {
    expect(() => parseXml(xml)).toThrow(SefazOutage);
  });

  // libxml2 judges the same cases; the only difference is the DTD, which this parser refuses.
  test.skipIf(!hasXmllint).each([...ACCEPTED, ...REFUSED])(
    "parseXml agrees with libxml2 about %s",
    (testCase, xml) => {
      const oursReads = reads(() => parseXml(xml));
      const libxml2Reads = reads(() =>
        canonicalize(xml.replace('encoding="ISO-8859-1"', 'encoding="UTF-8"')),
      );
      expect(oursReads).toBe(libxml2Reads && !testCase.includes("DOCTYPE"));
    },
  );

  test("parseXml accepts 100 levels, 250 000 elements and 64 attributes, and refuses one more of each", () => {
    const withAttributes = (n: number) => `<a${Array.from({ length: n }, (_, i) => ` b${i}=""`).join("")}/>`;
    expect(reads(() => parseXml(withAttributes(64)))).toBe(true);
    expect(() => parseXml(withAttributes(65))).toThrow("resposta-ilegivel");
    const deep = (n: number) => "<a>".repeat(n) + "</a>".repeat(n);
    const wide = (n: number) => `<a>${"<b/>".repeat(n - 1)}</a>`;
    expect(reads(() => parseXml(deep(100)))).toBe(true);
    expect(() => parseXml(deep(101))).toThrow("resposta-ilegivel");
    expect(reads(() => parseXml(wide(250_000)))).toBe(true);
    expect(() => parseXml(wide(250_001))).toThrow("resposta-grande-demais");
  });

  test("parseXml reads children, texts and attributes by local name, whatever the prefixes", () => {
    const document = parseXml(`<s:a xmlns:s="x"><t:b xmlns:t="y">1</t:b><c d="&lt;2" e=""/><f/><f/></s:a>`);
    const a = child(document, "a");
    expect([text(a, "b"), text(a, "c"), text(a, "f"), text(a, "g")]).toEqual(["1", null, null, null]);
    expect([attribute(child(a, "c"), "d"), attribute(child(a, "c"), "e")]).toEqual(["<2", null]);
    expect(children(a, "f")).toHaveLength(2);
    expect(descendant(document, "b", 1)?.rawText).toBe("1");
    expect(descendant(document, "b", 0)).toBeNull();
  });

  test("parseXml treats an element named __proto__ like any other", () => {
    const a = child(parseXml("<a><__proto__><poluido>1</poluido></__proto__></a>"), "a");
    expect(text(child(a, "__proto__"), "poluido")).toBe("1");
    expect(({} as Record<string, unknown>).poluido).toBeUndefined();
  });

  test("parseXml keeps the position of each element in the text", () => {
    const [evento] = children(descendant(parseXml(real), "retConsSitNFe", 3) as XmlElement, "procEventoNFe");
    expect(sliceOf(evento as XmlElement, real)).toBe(procEvento(chave));
  });
});

// fast-xml-parser shares no code with this parser: both must read the same names, texts and attributes.
test("a damaged response that parseXml accepts is read as fast-xml-parser reads it", () => {
  const otherParser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    cdataPropName: "#cdata",
  });
  const accepted = Array.from({ length: 3_000 }, (_, i) => damage(real, i)).filter((xml) =>
    reads(() => parseXml(xml)),
  );
  for (const xml of accepted) {
    expect(XMLValidator.validate(xml), xml).toBe(true);
    expect(shapeOf(parseXml(xml))).toEqual(shapeOfOther(otherParser.parse(xml)));
  }
  expect(accepted.length).toBeGreaterThan(300);
});

// Replaces a few characters by a slice of the text or an XML delimiter; the same seed gives the same
// damage.
function damage(xml: string, seed: number): string {
  let state = seed * 2_654_435_761 + 1;
  const next = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % n;
  };
  const delimiters = [
    "<",
    ">",
    "/",
    "&",
    '"',
    "'",
    "=",
    " ",
    "x",
    "1",
    "&amp;",
    "<a>",
    "</a>",
    "<b/>",
    "<!-- -->",
  ];
  const start = next(xml.length);
  const piece =
    next(3) === 0 ? xml.slice(start, start + next(40)) : (delimiters[next(delimiters.length)] ?? "");
  const cut = next(xml.length);
  return xml.slice(0, cut) + piece + xml.slice(cut + next(4));
}

type Shape = { name: string; rawText: string; attributes: readonly string[]; childElements: Shape[] };

function shapeOf({ name, rawText, attributes, childElements }: XmlElement): Shape {
  return {
    name,
    rawText: rawText.replaceAll(/\r\n?/g, "\n"),
    attributes,
    childElements: childElements.map(shapeOf),
  };
}

function shapeOfOther(
  items: Record<string, unknown>[],
  name = "",
  attributes: Record<string, string> = {},
): Shape {
  const shape: Shape = {
    name,
    rawText: "",
    attributes: Object.entries(attributes).flat(),
    childElements: [],
  };
  for (const item of items) {
    const [key = ""] = Object.keys(item).filter((cada) => cada !== ":@");
    const value = item[key];
    if (key === "#text") shape.rawText += String(value);
    else if (key === "#cdata") shape.rawText += escaped((value as { "#text": string }[])[0]?.["#text"] ?? "");
    else {
      const local = key.slice(key.indexOf(":") + 1);
      const ownAttributes = (item[":@"] ?? {}) as Record<string, string>;
      shape.childElements.push(shapeOfOther(value as Record<string, unknown>[], local, ownAttributes));
    }
  }
  return shape;
}

function escaped(rawText: string): string {
  return rawText.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
