import { type Fonte, largurasOf } from "../pdf/fontes.ts";
import type { Alinha, Area, Pagina } from "../pdf/pagina.ts";
import { PONTOS_POR_MM } from "../pdf/pagina.ts";
import { encodeWinAnsi } from "../pdf/win-ansi.ts";

/** The format of a text of several lines. `corpo` in points; `entrelinha` is the line spacing as a
 * multiple of it. */
export type Composicao = {
  fonte?: Fonte;
  corpo?: number;
  alinha?: Alinha;
  entrelinha?: number;
  cinza?: number;
};

export const CORPO = 8;
const ENTRELINHA = 1.12;
/** Shares of the font size: the top of the tallest accented capital above the base line, and the descent
 * below it. */
const ASCENT = 0.72;
const DESCENT = 0.22;
const SPACE = 32;
const NEWLINE = 10;

/** The height of a line in millimetres. */
export function alturaLinha({ corpo = CORPO, entrelinha = ENTRELINHA }: Composicao = {}): number {
  return (corpo * entrelinha) / PONTOS_POR_MM;
}

/** The height of that many lines, in millimetres. */
export function alturaLinhas(linhas: number, composicao: Composicao = {}): number {
  if (linhas === 0) return 0;
  const { corpo = CORPO } = composicao;
  return (linhas - 1) * alturaLinha(composicao) + ((ASCENT + DESCENT) * corpo) / PONTOS_POR_MM;
}

/** The number of lines that fit a height in millimetres. */
export function linhasEm(altura: number, composicao: Composicao = {}): number {
  const one = alturaLinhas(1, composicao);
  // @NOTE without a small tolerance, a box of exactly the computed height would hold one line less.
  return altura < one - 0.01 ? 0 : 1 + Math.floor((altura - one + 0.01) / alturaLinha(composicao));
}

/** Breaks a text into lines of at most `largura` millimetres: at its line breaks, else between words, else
 * within a too wide word. Only blanks at the breaks are lost. Lines are in WinAnsi codes. */
export function breakTexto(texto: string, largura: number, composicao: Composicao = {}): string[] {
  const codes = encodeWinAnsi(texto);
  const { fonte = "normal", corpo = CORPO } = composicao;
  const limit = (largura * PONTOS_POR_MM * 1000) / corpo;
  const table = largurasOf(fonte);
  const lines: string[] = [];
  let start = 0;
  let gap = -1;
  let width = 0;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes.charCodeAt(at);
    if (code === NEWLINE) {
      lines.push(codes.slice(start, at).trimEnd());
      start = at + 1;
      gap = -1;
      width = 0;
      continue;
    }
    width += table[code & 0xff] ?? 0;
    if (code === SPACE) gap = at;
    // A trailing blank may exceed the width.
    if (width <= limit || code === SPACE || at === start) continue;
    const end = gap > start ? gap : at;
    lines.push(codes.slice(start, end).trimEnd());
    start = gap > start ? gap + 1 : at;
    gap = -1;
    width = 0;
    for (let each = start; each <= at; each += 1) width += table[codes.charCodeAt(each) & 0xff] ?? 0;
    if (width <= limit || start === at) continue;
    // The word after the blank is already wider than a line.
    lines.push(codes.slice(start, at));
    start = at;
    width = table[code & 0xff] ?? 0;
  }
  if (start < codes.length) lines.push(codes.slice(start).trimEnd());
  return lines;
}

/** Draws as many lines as an area holds, from its top; returns their number. */
export function drawLinhas(
  pagina: Pagina,
  area: Area,
  pedido: Composicao & { linhas: readonly string[] },
): number {
  const { linhas } = pedido;
  const count = Math.min(linhas.length, linhasEm(area.altura, pedido));
  writeLinhas(pagina, area, { linhas, count, composicao: pedido });
  return count;
}

/** Draws the first lines of a text from the top of an area, even if they do not fit. */
export function writeLinhas(
  pagina: Pagina,
  area: Pick<Area, "x" | "y" | "largura">,
  { linhas, count, composicao }: { linhas: readonly string[]; count: number; composicao: Composicao },
): void {
  const { corpo = CORPO, alinha = "esquerda" } = composicao;
  const x = anchorOf(area, alinha);
  const step = alturaLinha(composicao);
  let y = area.y + (ASCENT * corpo) / PONTOS_POR_MM;
  for (let at = 0; at < count && at < linhas.length; at += 1) {
    pagina.text(linhas[at] ?? "", { x, y }, composicao);
    y += step;
  }
}

/** The x of an alignment within an area. */
export function anchorOf({ x, largura }: Pick<Area, "x" | "largura">, alinha: Alinha): number {
  if (alinha === "esquerda") return x;
  return alinha === "centro" ? x + largura / 2 : x + largura;
}
