import { describe, expect, test } from "vitest";
import { decodeXml } from "./decode.ts";
import { XML_BYTES_MAX } from "./limits.ts";
import { parseXml } from "./parse.ts";
import { XmlError } from "./xml-error.ts";

const TEXT = "<a>São João – R$ 1,50 €</a>";

function declared(encoding: string, body: string): string {
  return `<?xml version="1.0" encoding="${encoding}"?>${body}`;
}

describe("decoding each encoding", () => {
  test("a BOM takes precedence over the declaration; the default is UTF-8", () => {
    expect(decodeXml(Buffer.from(`\ufeff${TEXT}`))).toEqual({
      text: TEXT,
      encoding: "utf-8",
      repaired: null,
    });
    expect(decodeXml(Buffer.from(`\ufeff${TEXT}`, "utf16le"))).toMatchObject({
      text: TEXT,
      encoding: "utf-16le",
    });
    expect(decodeXml(Buffer.from(`\ufeff${TEXT}`, "utf16le").swap16())).toMatchObject({
      encoding: "utf-16be",
    });
    expect(decodeXml(Buffer.from(TEXT, "utf16le"))).toMatchObject({ text: TEXT, encoding: "utf-16le" });
    const latin = declared("ISO-8859-1", "<a>São João</a>");
    expect(decodeXml(Buffer.from(latin, "latin1"))).toMatchObject({ text: latin, encoding: "iso-8859-1" });
    expect(decodeXml(Buffer.from(TEXT))).toEqual({ text: TEXT, encoding: "utf-8", repaired: null });
  });

  test("decodes the 27 characters of Windows-1252 that Latin-1 lacks", () => {
    const head = Buffer.from(declared("windows-1252", ""));
    const { text, repaired } = decodeXml(Buffer.concat([head, Buffer.from([0x80, 0x96, 0x99, 0xe7, 0x9f])]));
    expect([text.slice(-5), repaired]).toEqual(["€–™çŸ", null]);
  });

  test("decodes invalid UTF-8 as Windows-1252 and flags it", () => {
    expect(decodeXml(Buffer.from("<a>São</a>", "latin1"))).toEqual({
      text: "<a>São</a>",
      encoding: "windows-1252",
      repaired: "bytes",
    });
  });

  test("flags non-ASCII bytes under an ASCII declaration", () => {
    const bytes = Buffer.from(declared("US-ASCII", "<a>São</a>"));
    expect(decodeXml(bytes)).toMatchObject({ encoding: "utf-8", repaired: "declaracao" });
    expect(decodeXml(Buffer.from(declared("US-ASCII", "<a>Sao</a>")))).toMatchObject({ repaired: null });
  });

  test("flags UTF-16 that neither a BOM nor a declaration announces", () => {
    expect(decodeXml(Buffer.from(`\ufeff${TEXT}`, "utf16le"))).toMatchObject({ repaired: null });
    expect(decodeXml(Buffer.from(declared("UTF-16", TEXT), "utf16le"))).toMatchObject({ repaired: null });
    expect(decodeXml(Buffer.from(TEXT, "utf16le"))).toMatchObject({ repaired: "declaracao" });
  });

  test.each([
    ["UTF-8 with a BOM", "utf-8", Buffer.from(`\ufeff${declared("ISO-8859-1", TEXT)}`)],
    ["UTF-8 with a BOM", "utf-8", Buffer.from(`\ufeff${declared("EBCDIC-CP-BE", TEXT)}`)],
    ["UTF-16 with a BOM", "utf-16le", Buffer.from(`\ufeff${declared("UTF-8", TEXT)}`, "utf16le")],
    ["UTF-16 without a BOM", "utf-16be", Buffer.from(declared("UTF-8", TEXT), "utf16le").swap16()],
    ["UTF-8 without a BOM", "utf-8", Buffer.from(declared("UTF-16", TEXT))],
  ])("%s under another declaration is decoded by its bytes and flagged", (_what, encoding, bytes) => {
    const decoded = decodeXml(bytes);
    expect(decoded).toMatchObject({ encoding, repaired: "declaracao" });
    expect(decoded.text).toContain(TEXT);
  });

  test("decodes invalid UTF-8 that declares UTF-16 as Windows-1252 and flags the guess", () => {
    const bytes = Buffer.from(declared("UTF-16", "<a>São</a>"), "latin1");
    expect(decodeXml(bytes)).toMatchObject({ encoding: "windows-1252", repaired: "bytes" });
  });

  test("decodes the 8 characters of ISO-8859-15 that Latin-1 lacks", () => {
    const head = Buffer.from(declared("ISO-8859-15", ""));
    const { text, repaired } = decodeXml(
      Buffer.concat([head, Buffer.from([0xa4, 0xa6, 0xa8, 0xb4, 0xb8, 0xbc, 0xbd, 0xbe, 0xe7])]),
    );
    expect([text.slice(-9), repaired]).toEqual(["€ŠšŽžŒœŸç", null]);
  });

  test("turns every line end into LF, without changing the input bytes", () => {
    const xml = "<a>1\r\n2\r3\r\r\n4\n</a>\r";
    for (const encoding of ["utf8", "utf16le"] as const) {
      const bytes = Buffer.from(xml, encoding);
      expect(decodeXml(bytes).text).toBe("<a>1\n2\n3\n\n4\n</a>\n");
      expect(bytes).toEqual(Buffer.from(xml, encoding));
    }
  });

  test("turns every sequence of CR and LF into the right line ends", () => {
    for (let number = 0; number < 3 ** 5; number += 1) {
      const marks = Array.from(number.toString(3), (digit) => "x\r\n"[Number(digit)]).join("");
      const xml = `<a>${marks}</a>`;
      const expected = xml.replace(/\r\n?/g, "\n");
      expect(decodeXml(Buffer.from(xml)).text).toBe(expected);
      expect(decodeXml(Buffer.from(xml, "utf16le")).text).toBe(expected);
    }
  });

  test.each(["EBCDIC-CP-BE", "UTF-7", "constructor"])("the encoding %s is refused", (encoding) => {
    expect(() => decodeXml(Buffer.from(declared(encoding, "<a/>")))).toThrow(XmlError);
  });

  test("refuses invalid UTF-16", () => {
    expect(() => decodeXml(Buffer.from([0xff, 0xfe, 0x3c, 0x00, 0x00, 0xd8]))).toThrow(XmlError);
  });
});

test.each([
  ["a DOCTYPE", '<!DOCTYPE a SYSTEM "x"><a/>'],
  ["an ENTITY", "<a><!ENTITY x 'y'></a>"],
  ["a DOCTYPE in a comment, which another parser may read", "<!-- <!DOCTYPE a> --><a/>"],
])("%s is refused before anything is decoded, in every encoding", (_what, xml) => {
  const wide = Buffer.from(`\ufeff${xml}`, "utf16le");
  const broken = Buffer.concat([Buffer.from(xml), Buffer.from([0xff])]);
  for (const bytes of [Buffer.from(xml), wide, Buffer.from(wide).swap16(), broken]) {
    expect(() => decodeXml(bytes)).toThrow(expect.objectContaining({ fault: "dtd" }));
  }
  expect(decodeXml(Buffer.from("<a>&lt;!DOCTYPE a></a>")).text).toContain("!DOCTYPE");
});

describe("bytes around the document", () => {
  test("trailing blanks after the document are legal; end marks count as a repair", () => {
    expect(parseXml(Buffer.from("<a/>\r\n"))).toMatchObject({ edgesRepaired: false });
    expect(parseXml(Buffer.from("\n<a/>"))).toMatchObject({ edgesRepaired: false });
    expect(parseXml(Buffer.from('\n<?xml version="1.0"?><a/>'))).toMatchObject({ edgesRepaired: true });
    expect(parseXml(Buffer.from("<a/>\u001a"))).toMatchObject({ edgesRepaired: true });
    expect(parseXml(Buffer.from("<a/>\0\0\0"))).toMatchObject({ edgesRepaired: true });
    expect(parseXml(Buffer.from("\ufeff\ufeff<a/>"))).toMatchObject({ edgesRepaired: true });
    expect(parseXml(Buffer.from('\u00a0\ufeff<?xml version="1.0"?><a/>'))).toMatchObject({
      edgesRepaired: true,
    });
    expect(parseXml(Buffer.from("\ufeff<a/>\r\n\t"))).toMatchObject({ edgesRepaired: false });
  });

  test("decoding leaves the received bytes unchanged, as evidence", () => {
    const received = Buffer.from("<a>\r\n</a>\r\n");
    decodeXml(received);
    expect(received.toString()).toBe("<a>\r\n</a>\r\n");
  });

  test("a document of 10 MB is read, and one byte more is refused", () => {
    const padded = (size: number): Uint8Array => Buffer.from("<a/>".padEnd(size));
    expect(parseXml(padded(XML_BYTES_MAX)).root.local).toBe("a");
    expect(() => parseXml(padded(XML_BYTES_MAX + 1))).toThrow(XmlError);
  });
});
