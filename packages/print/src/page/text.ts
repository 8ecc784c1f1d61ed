import { type Font, widthsByCode } from "../pdf/fonts.ts";
import { encodeWinAnsi } from "../pdf/win-ansi.ts";
import type { Align, Area, Page } from "./page.ts";
import { POINTS_PER_MM } from "./page.ts";

/** The format of a text of several lines. `fontSize` in points; `lineHeight` is the line spacing as a
 * multiple of it. */
export type TextLayout = {
  font?: Font;
  fontSize?: number;
  align?: Align;
  lineHeight?: number;
  grey?: number;
};

export const FONT_SIZE = 8;
const LINE_HEIGHT = 1.12;
/** Shares of the font size: the top of the tallest accented capital above the base line, and the descent
 * below it. */
const ASCENT = 0.72;
const DESCENT = 0.22;
const SPACE = 32;
const NEWLINE = 10;

/** The height of a line in millimetres. */
export function lineHeightOf({ fontSize = FONT_SIZE, lineHeight = LINE_HEIGHT }: TextLayout = {}): number {
  return (fontSize * lineHeight) / POINTS_PER_MM;
}

/** The height of that many lines, in millimetres. */
export function linesHeight(lines: number, textLayout: TextLayout = {}): number {
  if (lines === 0) return 0;
  const { fontSize = FONT_SIZE } = textLayout;
  return (lines - 1) * lineHeightOf(textLayout) + ((ASCENT + DESCENT) * fontSize) / POINTS_PER_MM;
}

/** The number of lines that fit a height in millimetres. */
export function linesWithin(height: number, textLayout: TextLayout = {}): number {
  const one = linesHeight(1, textLayout);
  // @NOTE without a small tolerance, a box of exactly the computed height would hold one line less.
  return height < one - 0.01 ? 0 : 1 + Math.floor((height - one + 0.01) / lineHeightOf(textLayout));
}

/** Breaks a text into lines of at most `width` millimetres: at its line breaks, else between words, else
 * within a too wide word. Only blanks at the breaks are lost. Lines are in WinAnsi codes. */
export function breakText(text: string, availableWidth: number, textLayout: TextLayout = {}): string[] {
  const codes = encodeWinAnsi(text);
  const { font = "normal", fontSize = FONT_SIZE } = textLayout;
  const limit = (availableWidth * POINTS_PER_MM * 1000) / fontSize;
  const table = widthsByCode(font);
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
export function drawLines(page: Page, area: Area, spec: TextLayout & { lines: readonly string[] }): number {
  const { lines } = spec;
  const count = Math.min(lines.length, linesWithin(area.height, spec));
  writeLines(page, area, { lines: lines, count, textLayout: spec });
  return count;
}

/** Draws the first lines of a text from the top of an area, even if they do not fit. */
export function writeLines(
  page: Page,
  area: Pick<Area, "x" | "y" | "width">,
  { lines, count, textLayout }: { lines: readonly string[]; count: number; textLayout: TextLayout },
): void {
  const { fontSize = FONT_SIZE, align = "left" } = textLayout;
  const x = anchorOf(area, align);
  const step = lineHeightOf(textLayout);
  let y = area.y + (ASCENT * fontSize) / POINTS_PER_MM;
  for (let at = 0; at < count && at < lines.length; at += 1) {
    page.text(lines[at] ?? "", { x, y }, textLayout);
    y += step;
  }
}

/** The x of an alignment within an area. */
export function anchorOf({ x, width: availableWidth }: Pick<Area, "x" | "width">, align: Align): number {
  if (align === "left") return x;
  return align === "center" ? x + availableWidth / 2 : x + availableWidth;
}
