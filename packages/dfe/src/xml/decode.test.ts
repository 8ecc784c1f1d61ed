import { describe, expect, test } from "vitest";
import { decodeXml } from "./decode.ts";
import { XML_BYTES_MAX } from "./limits.ts";
import { parseXml } from "./parse.ts";
import { XmlError } from "./xml-error.ts";

const TEXT = "<a>São João – R$ 1,50 €</a>";

function declared(encoding: string, body: string): string {
  return `<?xml version="1.0" encoding="${encoding}"?>${body}`;
}

describe("encodings", () => {
  test("a BOM decides, then the declaration, then UTF-8", () => {
    expect(decodeXml(Buffer.from(`\ufeff${TEXT}`))).toEqual({
      text: TEXT,
      encoding: "utf-8",
      repaired: false,
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
    expect(decodeXml(Buffer.from(TEXT))).toEqual({ text: TEXT, encoding: "utf-8", repaired: false });
  });

  test("Windows-1252 keeps its 27 own characters", () => {
    const head = Buffer.from(declared("windows-1252", ""));
    const { text, repaired } = decodeXml(Buffer.concat([head, Buffer.from([0x80, 0x96, 0x99, 0xe7, 0x9f])]));
    expect([text.slice(-5), repaired]).toEqual(["€–™çŸ", false]);
  });

  test("what is not the UTF-8 it should be is read as Windows-1252, and flagged", () => {
    expect(decodeXml(Buffer.from("<a>São</a>", "latin1"))).toEqual({
      text: "<a>São</a>",
      encoding: "windows-1252",
      repaired: true,
    });
  });

  test.each(["EBCDIC-CP-BE", "UTF-7", "constructor"])("%s is refused", (encoding) => {
    expect(() => decodeXml(Buffer.from(declared(encoding, "<a/>")))).toThrow(XmlError);
  });

  test("broken UTF-16 is refused", () => {
    expect(() => decodeXml(Buffer.from([0xff, 0xfe, 0x3c, 0x00, 0x00, 0xd8]))).toThrow(XmlError);
  });
});

describe("the edges of a file", () => {
  test("blanks after it are nobody's business, end marks are a repair", () => {
    expect(parseXml(Buffer.from("<a/>\r\n"))).toMatchObject({ edgesRepaired: false });
    expect(parseXml(Buffer.from("\n<a/>"))).toMatchObject({ edgesRepaired: false });
    expect(parseXml(Buffer.from('\n<?xml version="1.0"?><a/>'))).toMatchObject({ edgesRepaired: true });
    expect(parseXml(Buffer.from("<a/>\u001a"))).toMatchObject({ edgesRepaired: true });
    expect(parseXml(Buffer.from("<a/>\0\0\0"))).toMatchObject({ edgesRepaired: true });
  });

  test("stay as they came, line ends too: they are the evidence", () => {
    const received = Buffer.from("<a>\r\n</a>\r\n");
    decodeXml(received);
    expect(received.toString()).toBe("<a>\r\n</a>\r\n");
  });

  test("10 MB are read and one byte more is not", () => {
    const padded = (size: number): Uint8Array => Buffer.from("<a/>".padEnd(size));
    expect(parseXml(padded(XML_BYTES_MAX)).root.local).toBe("a");
    expect(() => parseXml(padded(XML_BYTES_MAX + 1))).toThrow(XmlError);
  });
});
