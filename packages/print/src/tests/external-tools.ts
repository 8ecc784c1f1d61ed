import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inflateSync } from "node:zlib";

const PDFTOTEXT = "pdftotext";
const PDFTOPPM = "pdftoppm";
const ZBARIMG = "zbarimg";

/** External programs that read PDFs back; a test that needs a missing one is skipped. */
export const hasPdftotext = spawnSync(PDFTOTEXT, ["-v"]).status === 0;
export const hasScanner = hasPdftotext && spawnSync(ZBARIMG, ["--version"]).status === 0;

const OUTPUT_MAX = 256 * 1024 * 1024;
/** Below this resolution, a module of a bar code has less than two dots. */
const DOTS_PER_INCH = 220;

/** Cache of the last results: a PDF is searched for many words. */
const cache = new Map<string, string>();
const CACHE_MAX = 50;

/** Runs pdftotext once per PDF. @param mode its layout option */
function runPdftotext(mode: "-layout" | "-bbox", pdf: Uint8Array): string {
  const key = `${mode} ${createHash("sha256").update(pdf).digest("hex")}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const options = { input: pdf, maxBuffer: OUTPUT_MAX };
  const text = execFileSync(PDFTOTEXT, [mode, "-enc", "UTF-8", "-", "-"], options).toString();
  const [oldest] = cache.keys();
  if (oldest !== undefined && cache.size >= CACHE_MAX) cache.delete(oldest);
  cache.set(key, text);
  return text;
}

/** The text of a PDF in its printed layout. */
export function textOfPdf(pdf: Uint8Array): string {
  return runPdftotext("-layout", pdf);
}

/** The words of a PDF with single spaces, to search texts that may be broken into lines. */
export function joinedWordsOf(pdf: Uint8Array): string {
  return wordsOf(pdf)
    .map(({ text }) => text)
    .join(" ");
}

/** A word on a page (counted from 1), with its box in points from the upper left corner. */
export type Word = { page: number; text: string; x: number; y: number; endX: number; endY: number };

type PageText = { width: number; height: number; words: Word[] };

export function wordsOf(pdf: Uint8Array): Word[] {
  return pagesOf(pdf).flatMap(({ words }) => words);
}

/** The pages of a PDF with their words. */
export function pagesOf(pdf: Uint8Array): PageText[] {
  return runPdftotext("-bbox", pdf)
    .split("<page ")
    .slice(1)
    .map((part, at) => {
      const [, width, height] = /^width="([0-9.]+)" height="([0-9.]+)"/.exec(part) ?? [];
      const found = part.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g);
      const words = [...found].map(([, x, y, endX, endY, text = ""]) => ({
        page: at + 1,
        text: decode(text),
        x: Number(x),
        y: Number(y),
        endX: Number(endX),
        endY: Number(endY),
      }));
      return { width: Number(width), height: Number(height), words };
    });
}

function decode(text: string): string {
  return text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/&amp;/g, "&");
}

/** Pages as images, by pdftoppm with these arguments. */
export function rasterizePdf(pdf: Uint8Array, args: readonly string[]): Buffer {
  return execFileSync(PDFTOPPM, args, { input: pdf, maxBuffer: OUTPUT_MAX });
}

/** The bar codes and QR codes that zbarimg finds on the first pages of a PDF. */
export function codesOf(pdf: Uint8Array, pages = 1): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "malote-papel-"));
  try {
    const args = [
      "-r",
      String(DOTS_PER_INCH),
      "-gray",
      "-f",
      "1",
      "-l",
      String(pages),
      "-",
      path.join(folder, "p"),
    ];
    rasterizePdf(pdf, args);
    // zbarimg exits with 4 if it finds nothing, and warns about uncertain codes.
    const run = spawnSync("sh", [
      "-c",
      'exec "$0" --quiet --raw -Sdatabar.disable "$1"/*.pgm',
      ZBARIMG,
      folder,
    ]);
    return run.stdout
      .toString()
      .split("\n")
      .filter((line) => line !== "");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The vertical and horizontal lines of a page, in points from its upper left corner. */
export type Rule = { x: number; y: number; endX: number; endY: number };

/** The uncompressed content stream of each page, as our writer wrote it. */
export function operatorsOf(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
  const streams = [
    ...file.toString("latin1").matchAll(/<<\/Filter\/FlateDecode\/Length ([0-9]+)>>\nstream\n/g),
  ];
  return streams.map((match) => {
    const start = match.index + match[0].length;
    return inflateSync(file.subarray(start, start + Number(match[1]))).toString("latin1");
  });
}

/** Reads the lines and borders that our writer draws, by page. */
export function rulesOf(pdf: Uint8Array): Rule[][] {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).toString("latin1");
  const heights = [...text.matchAll(/\/MediaBox\[0 0 [0-9.]+ ([0-9.]+)\]/g)].map(([, height]) =>
    Number(height),
  );
  return operatorsOf(pdf).map((operators, at) => rulesIn(operators, heights[at] ?? 0));
}

function rulesIn(operators: string, height: number): Rule[] {
  const rules: Rule[] = [];
  const add = (x: number, y: number, endX: number, endY: number): void => {
    const [left, right] = [Math.min(x, endX), Math.max(x, endX)];
    const [low, high] = [Math.min(y, endY), Math.max(y, endY)];
    rules.push({ x: left / 100, endX: right / 100, y: height - high / 100, endY: height - low / 100 });
  };
  for (const line of operators.split("\n")) {
    const [a = 0, b = 0, , c = 0, d = 0] = line.split(" ").map(Number);
    if (/ m .* l S$/.test(line)) add(a, b, c, d);
    if (!/ re S$/.test(line)) continue;
    const [x = 0, y = 0, w = 0, h = 0] = line.split(" ").map(Number);
    add(x, y, x + w, y);
    add(x, y + h, x + w, y + h);
    add(x, y, x, y + h);
    add(x + w, y, x + w, y + h);
  }
  return rules;
}
