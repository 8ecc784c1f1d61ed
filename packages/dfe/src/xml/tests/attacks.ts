import type { XmlFault } from "../xml-error.ts";

/** The expected fault, and a function that makes the document. */
type Attack = readonly [fault: XmlFault | "read", make: Make];
/** @param size approximate bytes of the document, at least 2 MB */
type Make = (size: number) => Buffer;

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("");
const attributes = (count: number, attribute: (index: number) => string): string =>
  lines(count, (i) => ` ${attribute(i)}`);
const EDGES_MAX = 100;

/** Repeats a unit until the size is reached. */
const filled =
  (start: string, unit: string, end = ""): Make =>
  (size) =>
    Buffer.from(start + unit.repeat(Math.floor((size - EDGES_MAX) / Buffer.byteLength(unit))) + end);
const times = (count: number, unit: string, end = ""): Buffer =>
  Buffer.from(`<r>${unit.repeat(count)}${end}`);

/** Documents that cost much to read for their size, by what they attack. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  "a hundred thousand levels": ["profundo-demais", () => Buffer.from("<a>".repeat(100_000))],
  "a million siblings": ["grande-demais", filled("<r>", "<b/>", "</r>")],
  "the maximum of siblings": ["read", () => times(199_990, "<b/>", "</r>")],
  "a million comments": ["grande-demais", filled("<r>", "<!---->", "</r>")],
  "a million references": ["grande-demais", filled("<r>", "&#65;", "</r>")],
  "references without end": ["grande-demais", filled("<a>", "&")],
  "a hundred thousand attributes": [
    "grande-demais",
    () => Buffer.from(`<a${attributes(100_000, (i) => `b${i}=""`)}/>`),
  ],
  "attributes in every element": [
    "read",
    () => times(6000, `<a${attributes(31, (i) => `b${(i * 7) % 31}=""`)}/>`, "</r>"),
  ],
  "long namespaces in every element": [
    "read",
    () => times(2800, `<a${attributes(31, (i) => `xmlns:b${i}="urn:${"x".repeat(100)}${i}"`)}/>`, "</r>"),
  ],
  "attributes of many namespaces": [
    "read",
    () =>
      Buffer.from(
        `<r${attributes(30, (i) => `xmlns:b${i}="urn:${"x".repeat(100)}${i}"`)}>` +
          `${`<a${attributes(31, (i) => `b${(i * 7) % 30}:c${i}=""`)}/>`.repeat(6000)}</r>`,
      ),
  ],
  "a namespace at every level": [
    "malformado",
    () => Buffer.from(lines(63, (i) => `<a xmlns:p${i}="urn:${i}">`) + "<p0:b/>".repeat(190_000)),
  ],
  "only distinct names": ["grande-demais", () => Buffer.from(`<r>${lines(190_000, (i) => `<n${i}/>`)}</r>`)],
  "one long name": ["grande-demais", filled("<", "é")],
  "a name of colons": ["grande-demais", filled("<", ":")],
  "one long attribute": ["grande-demais", filled("<a b='", "x", "'/>")],
  "attributes of blanks": ["read", () => times(1200, `<a b='${"\t".repeat(8000)}'/>`, "</r>")],
  "a comment without end": ["malformado", filled("<a><!--", "- ")],
  "a CDATA without end": ["malformado", filled("<a><![CDATA[", "]]")],
  "an instruction without end": ["malformado", filled("<a><?x ", "?")],
  "a declaration without end": ["grande-demais", filled('<?xml version="1.0"', " ", "?>")],
  "a tag without end": ["malformado", filled("<a ", " ")],
  "an end tag of blanks": ["read", filled("<a></a", " ", ">")],
  "only less-thans": ["malformado", filled("", "<")],
  "only greater-thans": ["grande-demais", filled("<a>", ">", "</a>")],
  "ends of CDATA in pieces": ["read", () => times(90_000, `${"]".repeat(100)}<b/>`, "</r>")],
  "only line ends": ["read", filled("<a>", "\r", "</a>")],
  "line ends in UTF-16": [
    "read",
    (size) => Buffer.from(`\ufeff<a>${"\r".repeat(size / 2 - EDGES_MAX)}</a>`, "utf16le"),
  ],
  "lines before the fault": ["malformado", filled("<a>", "\n", "<b>")],
  "blanks before the document": ["read", filled("", " ", "<a/>")],
  "NULs after the document": ["read", filled("<a/>", "\0")],
  "bytes that are not UTF-8": [
    "read",
    (size) => Buffer.concat([Buffer.from("<a>"), Buffer.alloc(size - EDGES_MAX, 0x80), Buffer.from("</a>")]),
  ],
  accents: ["read", filled("<a>", "ç", "</a>")],
  "four bytes per character": ["read", filled("<a>", "😀", "</a>")],
  "text similar to a DTD": ["malformado", filled("<a>", "!DOCTYPE<!ENTIT", "</a>")],
  "entities of entities": [
    "dtd",
    () =>
      Buffer.from(
        `<!DOCTYPE a [<!ENTITY x0 "x">${lines(30, (i) => `<!ENTITY x${i + 1} "${`&x${i};`.repeat(10)}">`)}]><a>&x30;</a>`,
      ),
  ],
  "an entity of a file": [
    "dtd",
    () => Buffer.from('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
  ],
};
