import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { FONTES, type Fonte, milesimosOf } from "./fontes.ts";

/** The metrics as Adobe publishes them come with pdfkit, which the reference of the benchmark brings. */
const AFM = path.resolve(import.meta.dirname, "../../../../node_modules/pdfkit/js/data");

/** Codes of WinAnsi by the names that the metrics use, for what a Portuguese document is written with. */
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

describe("the widths of letters", () => {
  test.skipIf(!existsSync(path.join(AFM, "Times-Roman.afm"))).each(Object.entries(FONTES))(
    "of %s are Adobe's",
    (fonte, name) => {
      const metrics = readFileSync(path.join(AFM, `${name}.afm`), "latin1");
      const widths = new Map(
        [...metrics.matchAll(/WX (\d+) ; N (\w+)/g)].map(([, width, glyph]) => [glyph, Number(width)]),
      );
      for (const [glyph, code] of Object.entries(GLYPHS)) {
        expect([glyph, milesimosOf(code, fonte as Fonte)]).toEqual([glyph, widths.get(glyph)]);
      }
    },
  );

  test("add up", () => {
    expect(milesimosOf("Ação", "normal")).toBe(722 + 444 + 444 + 500);
    expect(milesimosOf("", "negrito")).toBe(0);
  });
});
