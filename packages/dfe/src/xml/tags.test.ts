import { describe, expect, test } from "vitest";
import { canonicalize } from "./c14n.ts";
import { XML_ESCAPES_MAX, XML_NAMES_MAX, XML_NODES_MAX } from "./limits.ts";
import { scanXml } from "./scan.ts";
import { elementsOf, type XmlElement } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

function faultOf(xml: string): string {
  try {
    scanXml(xml);
    return "none";
  } catch (error) {
    return error instanceof XmlError ? error.fault : "other error";
  }
}

/** Every element with its namespace and those of its attributes, in document order. */
function namespacesOf(element: XmlElement): string[] {
  const attributes = element.attributes.map(({ local, namespace }) => `${local}{${namespace}}`);
  const own = `${element.local}{${element.namespace}}${attributes.join("")}`;
  return [own, ...elementsOf(element).flatMap(namespacesOf)];
}

describe("a start tag that occurs again unchanged", () => {
  const same = `<p:x p:y="1"/>`;

  test("a repeated start tag resolves its prefixes in its own scope", () => {
    const root = scanXml(`<r xmlns:p="urn:1">${same}<s xmlns:p="urn:2">${same}</s>${same}</r>`);
    expect(namespacesOf(root)).toEqual([
      "r{}",
      "x{urn:1}y{urn:1}",
      "s{}",
      "x{urn:2}y{urn:2}",
      "x{urn:1}y{urn:1}",
    ]);
  });

  test("a repeated start tag adds its declarations each time and removes them at its end", () => {
    const declared = `<x xmlns="urn:2" z="1"><y z="1"/></x>`;
    const root = scanXml(`<r xmlns="urn:1">${declared}<y z="1"/>${declared}<y/></r>`);
    const inside = ["x{urn:2}z{}", "y{urn:2}z{}"];
    expect(namespacesOf(root)).toEqual(["r{urn:1}", ...inside, "y{urn:1}z{}", ...inside, "y{urn:1}"]);
    expect(faultOf(`<r><x xmlns:p="urn:1"/><x xmlns:p="urn:1"/><p:y/></r>`)).toBe("malformado");
  });

  test("a repeated start tag is not confused with a tag that starts alike", () => {
    const root = scanXml(`<r><x a="1"/><x a="1" b="2"/><x a="1" ></x><x a="1"></x><x a="1"/></r>`);
    expect(elementsOf(root).map(({ attributes }) => attributes.length)).toEqual([1, 2, 1, 1, 1]);
    expect(canonicalize(root)).toBe(
      `<r><x a="1"></x><x a="1" b="2"></x><x a="1"></x><x a="1"></x><x a="1"></x></r>`,
    );
    expect(faultOf(`<r><x a="1"/><x a="1"b="2"/></r>`)).toBe("malformado");
    expect(faultOf(`<r><x a="1"/><x a="1"/ ></r>`)).toBe("malformado");
  });

  test("an attribute of a repeated start tag has the value between its own quotes", () => {
    const root = scanXml(
      `<r><x xmlns="urn:a'b"/><x xmlns='urn:a'/><x xmlns="urn:a"/><x xmlns=""/><x xmlns=""/></r>`,
    );
    expect(namespacesOf(root)).toEqual(["r{}", "x{urn:a'b}", "x{urn:a}", "x{urn:a}", "x{}", "x{}"]);
  });

  test("a repeated start tag counts towards every limit", () => {
    const half = XML_NODES_MAX / 2;
    expect(faultOf(`<r>${`<x a="1"/>`.repeat(half - 1)}</r>`)).toBe("none");
    expect(faultOf(`<r>${`<x a="1"/>`.repeat(half)}</r>`)).toBe("grande-demais");
    const escaped = `<x a="&amp;&lt;"/>`;
    expect(faultOf(`<r>${escaped.repeat(XML_ESCAPES_MAX / 2)}</r>`)).toBe("none");
    expect(faultOf(`<r>${escaped.repeat(XML_ESCAPES_MAX / 2 + 1)}</r>`)).toBe("grande-demais");
    const long = `<x ${"n".repeat(65)}="1"/>`;
    expect(faultOf(`<r>${long.repeat(XML_NAMES_MAX + 1)}</r>`)).toBe("grande-demais");
  });
});
