import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { code128Widths } from "./code128.ts";
import { PATTERNS, STOP_PATTERN } from "./code128-table.ts";

const NUMERIC = "35261111222333000181550010000001231123456787";
const ALPHANUMERIC = "35261112ABC34501DE35550010000001231123456788";

/** Decodes widths by the table: symbols of six widths, a verified checksum, and set switches as a scanner
 * follows them. */
function readWidths(widths: readonly number[]): { text: string; symbols: number[] } {
  const body = widths.slice(0, -7).join("");
  expect(widths.slice(-7).join("")).toBe(STOP_PATTERN);
  const symbols = (body.match(/.{6}/g) ?? []).map((pattern) => PATTERNS.indexOf(pattern));
  const check = symbols.pop() ?? -1;
  const sum = symbols.reduce((total, value, at) => total + value * Math.max(1, at), 0);
  expect([symbols.includes(-1), sum % 103]).toEqual([false, check]);
  let set = symbols[0] === 105 ? "C" : "A";
  let text = "";
  for (const value of symbols.slice(1)) {
    if (set === "C" && value === 101) set = "A";
    else if (set === "A" && value === 99) set = "C";
    else text += set === "C" ? String(value).padStart(2, "0") : String.fromCharCode(value + 32);
  }
  return { text, symbols };
}

describe("the pattern table of Code 128", () => {
  test("the table has 106 different patterns of 11 modules, with an even number of dark ones", () => {
    expect(new Set(PATTERNS).size).toBe(106);
    for (const pattern of PATTERNS) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = [...pattern].map(Number);
      expect([a + b + c + d + e + f, (a + c + e) % 2]).toEqual([11, 0]);
    }
  });
});

describe("encoding a Code 128", () => {
  test("the Code 128 of a numeric key uses set C only", () => {
    const { text, symbols } = readWidths(code128Widths(NUMERIC));
    expect(text).toBe(NUMERIC);
    expect(symbols).toHaveLength(23);
    expect(code128Widths(NUMERIC).reduce((a, b) => a + b)).toBe(24 * 11 + 13);
  });

  test("the Code 128 of a key with letters switches sets where that is shorter", () => {
    const { text, symbols } = readWidths(code128Widths(ALPHANUMERIC));
    expect(text).toBe(ALPHANUMERIC);
    // start C, 35 26 11 12, then A with the ten characters around the letters, then C with the last 26 digits
    expect(symbols).toHaveLength(1 + 4 + 1 + 10 + 1 + 13);
    expect([symbols[0], symbols[5], symbols[16]]).toEqual([105, 101, 99]);
  });

  test("the Code 128 of any text in its alphabet decodes to that text", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."0123456789012345ABZ -_"),
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, (each) => {
        expect(readWidths(code128Widths(each)).text).toBe(each);
      }),
    );
  });

  test("the Code 128 of the textbook example has its check symbol", () => {
    // PJJ123C in set A: start 103, then 48 42 42 17 18 19 35, check 54.
    const widths = code128Widths("PJJ123C").join("");
    expect(widths.slice(-13, -7)).toBe(PATTERNS[54]);
  });

  test.each(["", "abc", "ção", "a`"])("the text %j is refused", (text) => {
    expect(() => code128Widths(text)).toThrow(RangeError);
  });
});
