import { textOf, type XmlElement } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { canonicalize, hasXmllint } from "../tests/external-checks.ts";
import { chaveOf, inEnvelope, procEvento, protNFe, retConsSit } from "../tests/nfe-responses.ts";
import { SefazOutage } from "../transport/outage.ts";
import { attribute, child, children, descendant, text } from "./elements.ts";
import { readResponse } from "./response-xml.ts";

const chave = chaveOf(1);
const readText = (xml: string): XmlElement => readResponse(Buffer.from(xml), "text/xml").root;
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

describe("readResponse", () => {
  test.each(ACCEPTED)("readResponse reads %s", (_case, xml) => {
    expect(readText(xml).parent).toBeNull();
  });

  test.each(REFUSED)("readResponse refuses %s", (_case, xml) => {
    expect(() => readText(xml)).toThrow(SefazOutage);
  });

  // libxml2 judges the same cases; the only difference is the DTD, which our reader refuses.
  test.skipIf(!hasXmllint).each([...ACCEPTED, ...REFUSED])(
    "readResponse agrees with libxml2 about %s",
    (testCase, xml) => {
      const oursReads = reads(() => readText(xml));
      const libxml2Reads = reads(() =>
        canonicalize(xml.replace('encoding="ISO-8859-1"', 'encoding="UTF-8"')),
      );
      expect(oursReads).toBe(libxml2Reads && !testCase.includes("DOCTYPE"));
    },
  );

  test("readResponse accepts 100 levels, 250 000 elements and 64 attributes, and refuses one more of each", () => {
    const withAttributes = (n: number) => `<a${Array.from({ length: n }, (_, i) => ` b${i}=""`).join("")}/>`;
    expect(reads(() => readText(withAttributes(64)))).toBe(true);
    expect(() => readText(withAttributes(65))).toThrow("resposta-ilegivel");
    const deep = (n: number) => "<a>".repeat(n) + "</a>".repeat(n);
    const wide = (n: number) => `<a>${"<b/>".repeat(n - 1)}</a>`;
    expect(reads(() => readText(deep(100)))).toBe(true);
    expect(() => readText(deep(101))).toThrow("resposta-ilegivel");
    expect(reads(() => readText(wide(250_000)))).toBe(true);
    expect(() => readText(wide(250_001))).toThrow("resposta-grande-demais");
  });

  test("readResponse reads children, texts and attributes by local name, whatever the prefixes", () => {
    const a = readText(
      `<s:a xmlns:s="x"><u:g><t:b xmlns:t="y">1</t:b></u:g><c d="&lt;2" e=""/><f/><f/></s:a>`,
    );
    const g = child(a, "g");
    expect([text(g, "b"), text(a, "c"), text(a, "f"), text(a, "h")]).toEqual(["1", null, null, null]);
    const [c] = children(a, "c");
    expect(c && [attribute(c, "d"), attribute(c, "e")]).toEqual(["<2", null]);
    expect(children(a, "f")).toHaveLength(2);
    expect(descendant(a, "b", 1)).toBe(child(g, "b"));
    expect(descendant(a, "b", 0)).toBeNull();
  });

  test("readResponse treats an element named __proto__ like any other", () => {
    const a = readText("<a><__proto__><poluido>1</poluido></__proto__></a>");
    expect(text(child(a, "__proto__"), "poluido")).toBe("1");
    expect(({} as Record<string, unknown>).poluido).toBeUndefined();
  });

  test("readResponse keeps the position of each element in the text", () => {
    const { root, sliceOf } = readResponse(Buffer.from(real), "text/xml");
    const evento = descendant(root, "procEventoNFe", 3);
    expect(evento && sliceOf(evento)).toBe(procEvento(chave));
  });

  test("readResponse reads Latin-1 only if the XML or the HTTP header declares it", () => {
    const written = (declared: string) =>
      Buffer.from(`<?xml version="1.0"${declared}?><a>\u00e7</a>`, "latin1");
    const textBy = (declared: string, type: string) => textOf(readResponse(written(declared), type).root);
    expect(textBy(' encoding="ISO-8859-1"', "text/xml")).toBe("\u00e7");
    expect(textBy("", "text/xml; charset=iso-8859-1")).toBe("\u00e7");
    expect(() => textBy("", "text/xml")).toThrow("not utf-8");
    expect(() => textBy(' encoding="utf-8"', "text/xml; charset=iso-8859-1")).toThrow("not utf-8");
  });
});

// fast-xml-parser shares no code with our reader: both must read the same names, texts and attributes.
function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
