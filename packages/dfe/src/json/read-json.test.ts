import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesOfRow, rows } from "../tests/collection.ts";
import { parseXml } from "../xml/parse.ts";
import { INVENTED } from "../xml/tests/invented-xml.ts";
import { isElement, textOf, visitDescendants, type XmlElement } from "../xml/tree.ts";
import { XmlError } from "../xml/xml-error.ts";
import { type JsonDfe, type JsonElement, readJson } from "./read-json.ts";

const jsonOf = (xml: string): unknown => JSON.parse(JSON.stringify(readJson(Buffer.from(xml))));

test.each<[string, string, unknown]>([
  ["text is a string, even digits", "<a><b>007</b></a>", { a: { b: "007" } }],
  ["an empty element is an empty string", "<a><b/><c></c></a>", { a: { b: "", c: "" } }],
  [
    "an attribute has an @ before its name",
    '<a b="1"><c d="2"/></a>',
    { a: { "@b": "1", c: { "@d": "2" } } },
  ],
  ["text next to attributes is #text", '<a b="1">x &amp; y</a>', { a: { "@b": "1", "#text": "x & y" } }],
  [
    "repeated elements are an array, in order",
    "<a><b>1</b><c/><b>2</b></a>",
    { a: { b: ["1", "2"], c: "" } },
  ],
  ["blanks between tags are dropped", "<a>\n <b> 1 </b>\n</a>", { a: { b: " 1 " } }],
  ["text between tags is kept", "<a>x<b/>y</a>", { a: { b: "", "#text": "xy" } }],
  ["CDATA is text", "<a><b><![CDATA[<1>]]> 2</b></a>", { a: { b: "<1> 2" } }],
  [
    "namespaces and prefixes are kept as written",
    '<p:a xmlns:p="urn:p" xmlns="urn:d"><b p:c="1"/></p:a>',
    { "p:a": { "@xmlns:p": "urn:p", "@xmlns": "urn:d", b: { "@p:c": "1" } } },
  ],
  [
    "comments and instructions are kept",
    "<a><!-- oi --><?x y z?></a>",
    { a: { "#comment": " oi ", "?x": "y z" } },
  ],
])("in the JSON of a document, %s", (_name, xml, json) => {
  expect(jsonOf(xml)).toEqual(json);
});

test("a tag named like an Object property is an ordinary key", () => {
  const xml = "<__proto__><__proto__><admin>1</admin></__proto__><constructor>2</constructor></__proto__>";
  const json = readJson(Buffer.from(xml));
  expect(JSON.stringify(json)).toBe('{"__proto__":{"__proto__":{"admin":"1"},"constructor":"2"}}');
  expect(Object.getPrototypeOf(json)).toBeNull();
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
});

test("a document keeps its tag order and its signature", () => {
  expect(jsonOf(INVENTED[0] ?? "")).toEqual({
    nfeProc: {
      "@xmlns": "http://www.portalfiscal.inf.br/nfe",
      "@versao": "4.00",
      NFe: {
        infNFe: {
          "@Id": "NFe35",
          "@versao": "4.00",
          ide: { cUF: "35", natOp: "Venda & remessa" },
          emit: { xNome: "Padaria Ação" },
          det: { "@nItem": "1", prod: { xProd: 'Pão 1/2"' } },
        },
        Signature: {
          "@xmlns": "http://www.w3.org/2000/09/xmldsig#",
          SignedInfo: { Reference: { "@URI": "#NFe35" } },
        },
      },
    },
  });
  const json = readJson(Buffer.from("<a><z/><b>1</b><y/><b>2</b></a>"))?.a ?? {};
  expect(Object.keys(json)).toEqual(["z", "b", "y"]);
});

test.each([
  ["text that is not XML", "nada"],
  ["a DTD", "<!DOCTYPE a><a/>"],
  ["an XML deeper than any layout", `${"<a>".repeat(65)}${"</a>".repeat(65)}`],
])("%s is not converted to JSON", (_name, text) => {
  expect(readJson(Buffer.from(text))).toBeNull();
});

/** The contents of an XML: the count of each tag and attribute, and all non-blank text. */
type Contents = { nomes: Map<string, number>; textos: string[] };

function countTree(root: XmlElement): Contents {
  const conta: Contents = { nomes: new Map(), textos: [] };
  const visit = (element: XmlElement): void => {
    count(conta, element.name.raw);
    for (const { name, value } of element.attributes) count(conta, `@${name.raw}`, value);
    for (const { prefix, uri } of element.declarations)
      count(conta, prefix ? `@xmlns:${prefix}` : "@xmlns", uri);
    if (/[^ \t\r\n]/.test(textOf(element))) conta.textos.push(textOf(element));
  };
  visit(root);
  visitDescendants(root, (node) => isElement(node) && visit(node));
  return conta;
}

function countJson(json: JsonDfe): Contents {
  const conta: Contents = { nomes: new Map(), textos: [] };
  const visitOne = (nome: string, value: JsonElement): void => {
    if (nome.startsWith("#comment") || nome.startsWith("?")) return;
    if (nome === "#text") conta.textos.push(String(value));
    else if (nome.startsWith("@")) count(conta, nome, String(value));
    else {
      count(conta, nome);
      if (typeof value === "string" && /[^ \t\r\n]/.test(value)) conta.textos.push(value);
      if (typeof value !== "string") visit(value);
    }
  };
  const visit = (object: JsonDfe): void => {
    for (const [nome, value] of Object.entries(object)) {
      for (const each of Array.isArray(value) ? value : [value]) visitOne(nome, each);
    }
  };
  visit(json);
  return conta;
}

function count(conta: Contents, nome: string, value?: string): void {
  conta.nomes.set(nome, (conta.nomes.get(nome) ?? 0) + 1);
  if (value !== undefined) conta.textos.push(value);
}

/** Expects the JSON to contain exactly the contents of the tree. */
function expectWhole(bytes: Uint8Array): void {
  const json = readJson(bytes);
  if (json === null) throw new Error("it has no JSON");
  const [ours, theirs] = [countJson(json), countTree(parseXml(bytes).root)];
  const blank = (text: string): boolean => /[^ \t\r\n]/.test(text);
  expect(Object.fromEntries(ours.nomes)).toEqual(Object.fromEntries(theirs.nomes));
  expect(ours.textos.filter(blank).toSorted()).toEqual(theirs.textos.filter(blank).toSorted());
}

describe("the JSON contains exactly the tags, attributes and texts of the document", () => {
  test.each(INVENTED.map((xml, n) => [n + 1, xml] as const))(
    "the JSON of invented document %i is complete",
    (_n, xml) => {
      expectWhole(Buffer.from(xml));
    },
  );

  test("the JSON of random documents is complete", () => {
    const nome = fc.constantFrom("a", "b", "det", "__proto__", "constructor", "toString", "x.y", "ção");
    const texto = fc.constantFrom(
      "",
      " ",
      "1",
      "\n  ",
      "x &amp; y",
      "<![CDATA[<>]]>",
      "<!-- c -->",
      "<?i d?>",
    );
    const atributo = fc.constantFrom("", ' k="v"', ' __proto__="1" z="&quot;"', ' xmlns:q="urn:q" q:w=""');
    const { xml } = fc.letrec<{ xml: string }>((tie) => ({
      xml: fc
        .tuple(
          nome,
          atributo,
          fc.array(fc.oneof({ depthSize: "small" }, texto, tie("xml")), { maxLength: 5 }),
        )
        .map(([name, attributes, inside]) => `<${name}${attributes}>${inside.join("")}</${name}>`),
    }));
    fc.assert(
      fc.property(xml, (text) => expectWhole(Buffer.from(text))),
      { numRuns: 500 },
    );
  });

  test.skipIf(rows.length === 0)("the JSON of every document of the collection is complete", () => {
    let whole = 0;
    for (const row of rows) {
      const bytes = bytesOfRow(row);
      if (!isReadable(bytes)) continue;
      expectWhole(bytes);
      whole += 1;
    }
    expect(whole).toBeGreaterThan(rows.length / 2);
  });
});

function isReadable(bytes: Uint8Array): boolean {
  try {
    parseXml(bytes);
    return true;
  } catch (error) {
    if (error instanceof XmlError) return false;
    throw error;
  }
}
