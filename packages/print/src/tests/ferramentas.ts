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
export const hasLeitor = hasPdftotext && spawnSync(ZBARIMG, ["--version"]).status === 0;

const OUTPUT_MAX = 256 * 1024 * 1024;
/** Below this resolution, a module of a bar code has less than two dots. */
const DOTS_PER_INCH = 220;

/** Cache of the last results: a PDF is searched for many words. */
const lidos = new Map<string, string>();
const LIDOS_MAX = 50;

/** Runs pdftotext once per PDF. @param modo its layout option */
function runPdftotext(modo: "-layout" | "-bbox", pdf: Uint8Array): string {
  const key = `${modo} ${createHash("sha256").update(pdf).digest("hex")}`;
  const known = lidos.get(key);
  if (known !== undefined) return known;
  const options = { input: pdf, maxBuffer: OUTPUT_MAX };
  const text = execFileSync(PDFTOTEXT, [modo, "-enc", "UTF-8", "-", "-"], options).toString();
  const [oldest] = lidos.keys();
  if (oldest !== undefined && lidos.size >= LIDOS_MAX) lidos.delete(oldest);
  lidos.set(key, text);
  return text;
}

/** The text of a PDF in its printed layout. */
export function textoOfPdf(pdf: Uint8Array): string {
  return runPdftotext("-layout", pdf);
}

/** The words of a PDF with single spaces, to search texts that may be broken into lines. */
export function palavrasCorridas(pdf: Uint8Array): string {
  return wordsOf(pdf)
    .map(({ texto }) => texto)
    .join(" ");
}

/** A word on a page (counted from 1), with its box in points from the upper left corner. */
export type Palavra = { pagina: number; texto: string; x: number; y: number; ateX: number; ateY: number };

type PaginaLida = { largura: number; altura: number; palavras: Palavra[] };

export function wordsOf(pdf: Uint8Array): Palavra[] {
  return pagesOf(pdf).flatMap(({ palavras }) => palavras);
}

/** The pages of a PDF with their words. */
export function pagesOf(pdf: Uint8Array): PaginaLida[] {
  return runPdftotext("-bbox", pdf)
    .split("<page ")
    .slice(1)
    .map((part, at) => {
      const [, largura, altura] = /^width="([0-9.]+)" height="([0-9.]+)"/.exec(part) ?? [];
      const found = part.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g);
      const palavras = [...found].map(([, x, y, ateX, ateY, texto = ""]) => ({
        pagina: at + 1,
        texto: decode(texto),
        x: Number(x),
        y: Number(y),
        ateX: Number(ateX),
        ateY: Number(ateY),
      }));
      return { largura: Number(largura), altura: Number(altura), palavras };
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
export function codigosOf(pdf: Uint8Array, paginas = 1): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "malote-papel-"));
  try {
    const args = [
      "-r",
      String(DOTS_PER_INCH),
      "-gray",
      "-f",
      "1",
      "-l",
      String(paginas),
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
export type Risco = { x: number; y: number; ateX: number; ateY: number };

/** The uncompressed content stream of each page, as our writer wrote it. */
export function operadoresOf(pdf: Uint8Array): string[] {
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
export function riscosOf(pdf: Uint8Array): Risco[][] {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).toString("latin1");
  const heights = [...text.matchAll(/\/MediaBox\[0 0 [0-9.]+ ([0-9.]+)\]/g)].map(([, height]) =>
    Number(height),
  );
  return operadoresOf(pdf).map((operators, at) => riscosIn(operators, heights[at] ?? 0));
}

function riscosIn(operators: string, altura: number): Risco[] {
  const riscos: Risco[] = [];
  const add = (x: number, y: number, ateX: number, ateY: number): void => {
    const [left, right] = [Math.min(x, ateX), Math.max(x, ateX)];
    const [low, high] = [Math.min(y, ateY), Math.max(y, ateY)];
    riscos.push({ x: left / 100, ateX: right / 100, y: altura - high / 100, ateY: altura - low / 100 });
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
  return riscos;
}
