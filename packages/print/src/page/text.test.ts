import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { widthOf } from "./page.ts";
import { breakText, linesHeight, linesWithin } from "./text.ts";

const WORDS = fc.array(
  fc.string({ unit: fc.constantFrom(..."ação WiM.0123,ABC"), minLength: 1, maxLength: 60 }),
  {
    maxLength: 12,
  },
);

describe("breakText", () => {
  test("breakText keeps everything but blanks, and returns no line wider than the limit", () => {
    fc.assert(
      fc.property(WORDS, fc.integer({ min: 8, max: 90 }), (words, width) => {
        const text = words.join("\n");
        const lines = breakText(text, width, { fontSize: 8 });
        expect(lines.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        for (const line of lines) expect(widthOf(line, "normal", 8)).toBeLessThanOrEqual(width + 1e-9);
      }),
    );
  });

  test("breakText breaks between words if possible, and within a word that is too wide", () => {
    expect(breakText("pão de queijo", 14, { fontSize: 10 })).toEqual(["pão de", "queijo"]);
    expect(breakText("WWWWWW", 10, { fontSize: 10 })).toEqual(["WWW", "WWW"]);
    expect(breakText("a W,aBWa", 9, { fontSize: 8 })).toEqual(["a", "W,aB", "Wa"]);
    expect(breakText("um\n\ndois", 50)).toEqual(["um", "", "dois"]);
    expect(breakText("", 50)).toEqual([]);
  });

  test("linesWithin is the inverse of linesHeight", () => {
    for (const fontSize of [5, 6.5, 8, 10]) {
      for (let lines = 0; lines < 30; lines += 1) {
        const height = linesHeight(lines, { fontSize });
        expect(linesWithin(height, { fontSize })).toBe(lines);
        if (lines > 0) expect(linesWithin(height - 0.1, { fontSize })).toBe(lines - 1);
      }
    }
  });
});
