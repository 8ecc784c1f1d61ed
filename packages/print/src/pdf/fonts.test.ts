import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { advanceOf, FONTS, type Font } from "./fonts.ts";

/** Adobe's published metrics, from pdfkit, which the benchmark's reference generator depends on. */
const AFM = path.resolve(import.meta.dirname, "../../../../node_modules/pdfkit/js/data");

/** WinAnsi characters by their names in the metrics: a sample of those in Portuguese documents. */
const GLYPHS: Readonly<Record<string, string>> = {
  space: " ",
  A: "A",
  i: "i",
  W: "W",
  zero: "0",
  nine: "9",
  comma: ",",
  period: ".",
  parenleft: "(",
  ampersand: "&",
  at: "@",
  bar: "|",
  asciitilde: "~",
  quotesingle: "'",
  grave: "`",
  Aacute: "Á",
  ccedilla: "ç",
  otilde: "õ",
  Ecircumflex: "Ê",
  udieresis: "ü",
  ordmasculine: "º",
  section: "§",
  Euro: "\x80",
  ellipsis: "\x85",
  quotedblleft: "\x93",
  endash: "\x96",
  zcaron: "\x9e",
  ydieresis: "ÿ",
};

describe("the glyph widths of the fonts", () => {
  test.skipIf(!existsSync(path.join(AFM, "Times-Roman.afm"))).each(Object.entries(FONTS))(
    "the glyph widths of %s equal Adobe's",
    (font, name) => {
      const metrics = readFileSync(path.join(AFM, `${name}.afm`), "latin1");
      const widths = new Map(
        [...metrics.matchAll(/WX (\d+) ; N (\w+)/g)].map(([, width, glyph]) => [glyph, Number(width)]),
      );
      for (const [glyph, code] of Object.entries(GLYPHS)) {
        expect([glyph, advanceOf(code, font as Font)]).toEqual([glyph, widths.get(glyph)]);
      }
    },
  );

  test("the width of a text is the sum of its glyph widths", () => {
    expect(advanceOf("Ação", "normal")).toBe(722 + 444 + 444 + 500);
    expect(advanceOf("", "bold")).toBe(0);
  });
});
