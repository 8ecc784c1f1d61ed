import { expect, test } from "vitest";
import { MalformedXmlError, readXml } from "./read-xml.ts";

test("elements inherit and override namespaces, and prefixes are resolved", () => {
  const root = readXml(
    '<?xml version="1.0"?><s:a xmlns:s="urn:s" xmlns="urn:d" k=\'1\'><b>x &amp; &#233;</b><c xmlns="urn:c"/></s:a>',
  );
  expect([root.prefixo, root.nome, root.namespace, root.atributos]).toEqual(["s", "a", "urn:s", { k: "1" }]);
  expect(root.filhos.map(({ nome, namespace, texto }) => [nome, namespace, texto])).toEqual([
    ["b", "urn:d", "x & é"],
    ["c", "urn:c", ""],
  ]);
});

test.each([
  "",
  "<a>",
  "<a></b>",
  "<a/><b/>",
  "<a/>x",
  "<p:a/>",
  "<a>&x;</a>",
  "<a>&</a>",
  '<a k="1" k="2"/>',
  "<!DOCTYPE a><a/>",
  `${"<a>".repeat(40)}${"</a>".repeat(40)}`,
])("the malformed XML %s is refused", (text) => {
  expect(() => readXml(text)).toThrow(MalformedXmlError);
});
