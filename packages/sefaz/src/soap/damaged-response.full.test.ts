import { elementsOf, textOf, type XmlElement } from "@malote/dfe";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { chaveOf, inEnvelope, procEvento, protNFe, retConsSit } from "../tests/nfe-responses.ts";
import { readResponse } from "./response-xml.ts";

const chave = chaveOf(1);
const readText = (xml: string): XmlElement => readResponse(Buffer.from(xml), "text/xml").root;
const real = inEnvelope(retConsSit({ chave, cStat: "101", inner: protNFe(chave) + procEvento(chave) }));

test("a damaged response that readResponse accepts is read as fast-xml-parser reads it", () => {
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
    reads(() => readText(xml)),
  );
  for (const xml of accepted) {
    expect(XMLValidator.validate(xml), xml).toBe(true);
    expect(shapeOf(readText(xml))).toEqual(shapeOfOther(otherParser.parse(xml)).childElements[0]);
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

/** `attributes` are sorted names and values, with namespace declarations. */
type Shape = { name: string; text: string; attributes: readonly string[]; childElements: Shape[] };

function shapeOf(element: XmlElement): Shape {
  const declared = element.declarations.map(({ prefix, uri }) => `xmlns${prefix && `:${prefix}`}=${uri}`);
  const attributes = element.attributes.map(({ name, value }) => `${name.raw}=${value}`);
  return {
    name: element.local,
    text: textOf(element),
    attributes: [...declared, ...attributes].toSorted(),
    childElements: elementsOf(element).map(shapeOf),
  };
}

function shapeOfOther(
  items: Record<string, unknown>[],
  name = "",
  attributes: Record<string, string> = {},
): Shape {
  const shape: Shape = {
    name,
    text: "",
    attributes: Object.entries(attributes)
      .map(([key, value]) => `${key}=${decoded(value).replaceAll(/[\t\n]/g, " ")}`)
      .toSorted(),
    childElements: [],
  };
  for (const item of items) {
    const [key = ""] = Object.keys(item).filter((cada) => cada !== ":@");
    const value = item[key];
    if (key === "#text") shape.text += decoded(String(value));
    else if (key === "#cdata") shape.text += (value as { "#text": string }[])[0]?.["#text"] ?? "";
    else {
      const local = key.slice(key.indexOf(":") + 1);
      const ownAttributes = (item[":@"] ?? {}) as Record<string, string>;
      shape.childElements.push(shapeOfOther(value as Record<string, unknown>[], local, ownAttributes));
    }
  }
  return shape;
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(written: string): string {
  return written.replaceAll(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, (_, decimal, hex, name) =>
    name ? (NAMED[name] ?? "") : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
