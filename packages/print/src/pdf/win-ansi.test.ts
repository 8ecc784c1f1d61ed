import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeWinAnsi, escapeLiteral } from "./win-ansi.ts";

describe("encodeWinAnsi", () => {
  test.each([
    ["São João & Cia. – “Pão” … € 10", "São João & Cia. \x96 \x93Pão\x94 \x85 \x80 10"],
    ["decomposed: a\u0303o", "decomposed: ão"],
    ["no\u00a0break\tand\r\nbreak", "no break and\nbreak"],
    ["soft\u00adhyphen\u200b", "softhyphen"],
    ["≤ ≥ → ﬁ Ｆｕｌｌ", "<= >= -> fi Full"],
    ["Łódź ő", "Lódz o"],
    ["漢字 😀", "?? ?"],
    ["bell\u0007", "bell "],
  ])("encodeWinAnsi encodes %j as %j", (text, codes) => {
    expect(encodeWinAnsi(text)).toBe(codes);
  });

  test("encodeWinAnsi returns only WinAnsi codes, and is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
        const codes = encodeWinAnsi(text);
        expect(/^[\n -~\x80-\xff]*$/.test(codes)).toBe(true);
        expect(encodeWinAnsi(codes)).toBe(codes);
      }),
    );
  });

  test("escapeLiteral never ends the literal", () => {
    expect(escapeLiteral("a (b) \\ c\nd")).toBe("a \\(b\\) \\\\ c d");
  });
});
