import type { XmlFault } from "../xml-error.ts";

/** What the scanner says of it, and how it is made. */
type Attack = readonly [fault: XmlFault | "lido", make: Make];
/** @param size bytes that the document has, about; the smallest that means the same is 2 MB */
type Make = (size: number) => Buffer;

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("");
const attributes = (count: number, attribute: (index: number) => string): string =>
  lines(count, (i) => ` ${attribute(i)}`);
const EDGES_MAX = 100;

/** As many of a unit as fit. */
const filled =
  (start: string, unit: string, end = ""): Make =>
  (size) =>
    Buffer.from(start + unit.repeat(Math.floor((size - EDGES_MAX) / Buffer.byteLength(unit))) + end);
const times = (count: number, unit: string, end = ""): Buffer =>
  Buffer.from(`<r>${unit.repeat(count)}${end}`);

/** Documents made to cost more than they weigh: what they attack → how they are made, the largest that still gets in. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  "a hundred thousand levels": ["profundo-demais", () => Buffer.from("<a>".repeat(100_000))],
  "a million siblings": ["grande-demais", filled("<r>", "<b/>", "</r>")],
  "as many siblings as may be": ["lido", () => times(199_990, "<b/>", "</r>")],
  "a million comments": ["grande-demais", filled("<r>", "<!---->", "</r>")],
  "a million references": ["grande-demais", filled("<r>", "&#65;", "</r>")],
  "references without end": ["grande-demais", filled("<a>", "&")],
  "a hundred thousand attributes": [
    "grande-demais",
    () => Buffer.from(`<a${attributes(100_000, (i) => `b${i}=""`)}/>`),
  ],
  "attributes in every element": [
    "lido",
    () => times(6000, `<a${attributes(31, (i) => `b${(i * 7) % 31}=""`)}/>`, "</r>"),
  ],
  "long namespaces in every element": [
    "lido",
    () => times(2800, `<a${attributes(31, (i) => `xmlns:b${i}="urn:${"x".repeat(100)}${i}"`)}/>`, "</r>"),
  ],
  "attributes of many namespaces": [
    "lido",
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
  "names that never come twice": [
    "grande-demais",
    () => Buffer.from(`<r>${lines(190_000, (i) => `<n${i}/>`)}</r>`),
  ],
  "one long name": ["grande-demais", filled("<", "é")],
  "a name of colons": ["grande-demais", filled("<", ":")],
  "one long attribute": ["grande-demais", filled("<a b='", "x", "'/>")],
  "attributes of blanks": ["lido", () => times(1200, `<a b='${"\t".repeat(8000)}'/>`, "</r>")],
  "a comment without end": ["malformado", filled("<a><!--", "- ")],
  "a CDATA without end": ["malformado", filled("<a><![CDATA[", "]]")],
  "an instruction without end": ["malformado", filled("<a><?x ", "?")],
  "a declaration without end": ["grande-demais", filled('<?xml version="1.0"', " ", "?>")],
  "a tag without end": ["malformado", filled("<a ", " ")],
  "an end tag of blanks": ["lido", filled("<a></a", " ", ">")],
  "only less-thans": ["malformado", filled("", "<")],
  "only greater-thans": ["grande-demais", filled("<a>", ">", "</a>")],
  "ends of CDATA in pieces": ["lido", () => times(90_000, `${"]".repeat(100)}<b/>`, "</r>")],
  "only line ends": ["lido", filled("<a>", "\r", "</a>")],
  "line ends in UTF-16": [
    "lido",
    (size) => Buffer.from(`\ufeff<a>${"\r".repeat(size / 2 - EDGES_MAX)}</a>`, "utf16le"),
  ],
  "lines before the fault": ["malformado", filled("<a>", "\n", "<b>")],
  "blanks before the document": ["lido", filled("", " ", "<a/>")],
  "NULs behind the document": ["lido", filled("<a/>", "\0")],
  "bytes that are not UTF-8": [
    "lido",
    (size) => Buffer.concat([Buffer.from("<a>"), Buffer.alloc(size - EDGES_MAX, 0x80), Buffer.from("</a>")]),
  ],
  accents: ["lido", filled("<a>", "ç", "</a>")],
  "four bytes for every letter": ["lido", filled("<a>", "😀", "</a>")],
  "what almost is a DTD": ["malformado", filled("<a>", "!DOCTYPE<!ENTIT", "</a>")],
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
