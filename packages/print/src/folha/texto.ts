import { type Fonte, largurasOf } from "../pdf/fontes.ts";
import type { Alinha, Area, Pagina } from "../pdf/pagina.ts";
import { PONTOS_POR_MM } from "../pdf/pagina.ts";
import { encodeWinAnsi } from "../pdf/win-ansi.ts";

/** How a text of several lines is set. `corpo` in points; `entrelinha` the distance of base lines, in sizes. */
export type Composicao = {
  fonte?: Fonte;
  corpo?: number;
  alinha?: Alinha;
  entrelinha?: number;
  cinza?: number;
};

export const CORPO = 8;
const ENTRELINHA = 1.12;
/** Of a size, above the base line: where the tallest accented capital ends; and below it. */
const ASCENT = 0.72;
const DESCENT = 0.22;
const SPACE = 32;
const NEWLINE = 10;

/** The height of a line in millimetres. */
export function alturaLinha({ corpo = CORPO, entrelinha = ENTRELINHA }: Composicao = {}): number {
  return (corpo * entrelinha) / PONTOS_POR_MM;
}

/** The height in millimetres that so many lines take. */
export function alturaLinhas(linhas: number, composicao: Composicao = {}): number {
  if (linhas === 0) return 0;
  const { corpo = CORPO } = composicao;
  return (linhas - 1) * alturaLinha(composicao) + ((ASCENT + DESCENT) * corpo) / PONTOS_POR_MM;
}

/** How many lines a height in millimetres holds. */
export function linhasEm(altura: number, composicao: Composicao = {}): number {
  const one = alturaLinhas(1, composicao);
  // @NOTE a hair of tolerance, or a box made to measure would hold one line less.
  return altura < one - 0.01 ? 0 : 1 + Math.floor((altura - one + 0.01) / alturaLinha(composicao));
}

/** Breaks a text into lines of at most `largura` millimetres: at its own line breaks, else between words, else within a word that is
 * wider than a line. Nothing of the text is lost but the blanks at the breaks. Lines are in WinAnsi codes. */
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
    // A blank may hang over the edge.
    if (width <= limit || code === SPACE || at === start) continue;
    const end = gap > start ? gap : at;
    lines.push(codes.slice(start, end).trimEnd());
    start = gap > start ? gap + 1 : at;
    gap = -1;
    width = 0;
    for (let each = start; each <= at; each += 1) width += table[codes.charCodeAt(each) & 0xff] ?? 0;
    if (width <= limit || start === at) continue;
    // What began after the blank is itself wider than a line by now.
    lines.push(codes.slice(start, at));
    start = at;
    width = table[code & 0xff] ?? 0;
  }
  if (start < codes.length) lines.push(codes.slice(start).trimEnd());
  return lines;
}

/** Writes lines from the top of an area down, as many as it holds, and gives the number written. */
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

/** Writes the first lines of a text from the top of an area down, whether it holds them or not. */
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
