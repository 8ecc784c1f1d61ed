import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BARCODE_DANFE, chaveBarcodeSvg } from "./barcode-svg.ts";
import { CODE128_QUIET_MODULES, code128Widths } from "./code128.ts";
import { PATTERNS, STOP_PATTERN } from "./code128-table.ts";

const NUMERIC = "35261111222333000181550010000001231123456787";
const ALPHANUMERIC = "35261112ABC34501DE35550010000001231123456788";
const SCANNER = "zbarimg";
const hasScanner = spawnSync(SCANNER, ["--version"]).status === 0;

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

/** The bars of the SVG as dark or light modules. */
function inkOf(svg: string): boolean[] {
  const total = Number(/viewBox="0 0 (\d+) 1"/.exec(svg)?.[1]);
  const ink = new Array<boolean>(total).fill(false);
  const bars = /fill="#000" d="([^"]+)"/.exec(svg)?.[1] ?? "";
  for (const [, x, width] of bars.matchAll(/M(\d+) 0h(\d+)v1h-\2z/g))
    ink.fill(true, Number(x), Number(x) + Number(width));
  return ink;
}

function runLengths(ink: readonly boolean[]): number[] {
  const runs: number[] = [];
  ink.forEach((dark, at) => {
    if (at > 0 && dark === ink[at - 1]) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(1);
  });
  return runs;
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

describe("the SVG of a Code 128", () => {
  test.each([NUMERIC, ALPHANUMERIC])("the SVG of %s has the widths between two quiet zones", (chave) => {
    const svg = chaveBarcodeSvg(chave);
    const runs = runLengths(inkOf(svg));
    expect(runs.slice(1, -1)).toEqual(code128Widths(chave));
    expect([runs[0], runs.at(-1)]).toEqual([CODE128_QUIET_MODULES, CODE128_QUIET_MODULES]);
    expect(BARCODE_DANFE.widthMm / inkOf(svg).length).toBeGreaterThan(0.2);
  });

  test("the SVG has the requested size, and the key as text", () => {
    const svg = chaveBarcodeSvg(NUMERIC, { widthMm: 90, heightMm: 15 });
    expect(svg).toContain('width="90mm" height="15mm"');
    expect(svg).toContain("3526 1111 2223 3300 0181 5500 1000 0001 2311 2345 6787");
    expect(() => chaveBarcodeSvg(NUMERIC, { widthMm: 0, heightMm: 15 })).toThrow(RangeError);
  });

  test.skipIf(!hasScanner).each([NUMERIC, ALPHANUMERIC])("the SVG of %s is decoded by zbarimg", (chave) => {
    const folder = mkdtempSync(path.join(tmpdir(), "malote-barcode-"));
    try {
      const file = path.join(folder, "chave.pgm");
      writeFileSync(file, rasterize(inkOf(chaveBarcodeSvg(chave))));
      const read = execFileSync(SCANNER, ["--quiet", "--raw", file], { encoding: "utf8" });
      expect(read.trim()).toBe(chave);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Three dots per module and eighty rows, as a portable graymap. */
function rasterize(ink: readonly boolean[]): Buffer {
  const row = Buffer.from(ink.flatMap((dark) => new Array<number>(3).fill(dark ? 0 : 255)));
  return Buffer.concat([Buffer.from(`P5\n${row.length} 80\n255\n`), ...new Array<Buffer>(80).fill(row)]);
}
