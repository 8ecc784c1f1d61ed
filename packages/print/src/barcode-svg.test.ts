import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CODE128_QUIET_MODULES, code128Widths } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { BARCODE_DANFE, chaveBarcodeSvg } from "./barcode-svg.ts";

const NUMERIC = "35261111222333000181550010000001231123456787";
const ALPHANUMERIC = "35261112ABC34501DE35550010000001231123456788";
const SCANNER = "zbarimg";
const hasScanner = spawnSync(SCANNER, ["--version"]).status === 0;

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
