import { widthOf } from "../../page/page.ts";
import { CELL_MARGIN, type Column, type Table } from "../../page/table.ts";
import { breakText, linesHeight } from "../../page/text.ts";

/** A column of the items table. Without `maximum` it is as wide as its widest line. */
export type ItemColumn = Omit<Column, "width"> & {
  minimum: number;
  maximum?: number;
  /** Exactly as wide as its content. */
  isFixed?: boolean;
};

/** A candidate layout of a table: its font size in points, columns and rows. */
export type TableLayout = {
  fontSize: number;
  cells: readonly ItemColumn[];
  lines: readonly (readonly string[])[];
};

/** The column that takes the remaining width. */
const DESCRICAO = 1;
/** Added to the width of a cell besides its margins, in millimetres. */
const SLACK = 0.2;
const DESCRICAO_SHARE = 0.35;
const AIR_MAX = 4;
/** A wider column holds amounts. */
const WIDE = 11;
/** Blank above and below a row, and height of the column heads: the values of drawTable. */
const ROW_MARGIN = 0.35;

/** The limits that a table must fit, in millimetres. */
type Measurements = {
  width: number;
  /** Minimum width of the description. */
  minWidth: number;
  /** Blank on each side of a cell. */
  margin?: number;
  /** The start of each description. */
  descriptions: readonly string[];
};
type FittedLayout = TableLayout & { widths: number[] };

/** Returns the first candidate that leaves the description its minimum width; if none does, the last one,
 * with its numbers broken. */
export function fitColumns(
  candidates: Iterable<TableLayout>,
  { width, minWidth, margin = CELL_MARGIN, descriptions }: Measurements,
): FittedLayout {
  const slack = 2 * margin + SLACK;
  let last: FittedLayout | null = null;
  for (const candidate of candidates) {
    const { fontSize, cells, lines } = candidate;
    const widths = cells.map((cell, at) => {
      const textos = lines.map((line) => line[at] ?? "");
      return at === DESCRICAO ? 0 : naturalWidth(cell, { fontSize, textos, slack });
    });
    last = { ...candidate, widths };
    const rest = width - sum(widths);
    if (rest < minWidth) continue;
    widths[DESCRICAO] = rest;
    const wanted = Math.max(0, ...descriptions.map((text) => widthOf(text, "normal", fontSize))) + slack;
    return { ...last, widths: spread(last, Math.max(wanted, width * DESCRICAO_SHARE)) };
  }
  if (!last) throw new RangeError("no candidate layout for the items");
  const squeezed = { ...last, widths: squeeze(last, { width, minWidth }) };
  return { ...squeezed, lines: last.lines.map((line) => breakNumbers(line, squeezed, slack)) };
}

function sum(list: readonly number[]): number {
  return list.reduce((total, each) => total + each, 0);
}

/** Breaks numbers only when they are longer than any real nota has. Codes keep their width. */
function squeeze(
  { cells, widths }: FittedLayout,
  { width, minWidth }: Pick<Measurements, "width" | "minWidth">,
): number[] {
  const isWide = (at: number): boolean => (widths[at] ?? 0) > WIDE && !cells[at]?.isFixed;
  const wide = sum(widths.filter((_, at) => isWide(at)));
  const share = (width - minWidth - (sum(widths) - wide)) / wide;
  return widths.map((each, at) => (at === DESCRICAO ? minWidth : isWide(at) ? each * share : each));
}

/** Breaks numbers wider than their column after a thousands dot or the comma, never within a group of
 * digits. */
function breakNumbers(
  line: readonly string[],
  { cells, widths, fontSize }: FittedLayout,
  slack: number,
): string[] {
  return line.map((text, at) => {
    const { align, isFixed } = cells[at] ?? {};
    return align === "right" && !isFixed ? breakNumber(text, (widths[at] ?? 0) - slack, fontSize) : text;
  });
}

function breakNumber(text: string, width: number, fontSize: number): string {
  const lines = [""];
  for (const part of text.split(/(?<=[.,\n])/)) {
    const line = lines.at(-1) ?? "";
    const isOver = line !== "" && widthOf(`${line}${part}`.trimEnd(), "normal", fontSize) > width;
    if (isOver && !line.endsWith("\n")) lines.push(part);
    else lines[lines.length - 1] = line + part;
  }
  return lines.join("\n");
}

/** Gives the surplus width of the description to the number columns, which read better with space between
 * them. */
function spread({ widths, cells }: FittedLayout, descricao: number): number[] {
  const over = (widths[DESCRICAO] ?? 0) - descricao;
  if (over <= 0) return [...widths];
  const count = cells.filter(({ isFixed }, at) => at !== DESCRICAO && !isFixed).length;
  const each = Math.min(over / count, AIR_MAX);
  return widths.map((width, at) => {
    if (at === DESCRICAO) return width - each * count;
    return cells[at]?.isFixed ? width : width + each;
  });
}

function naturalWidth(
  { minimum, maximum = Number.POSITIVE_INFINITY }: ItemColumn,
  { fontSize, textos, slack }: { fontSize: number; textos: readonly string[]; slack: number },
): number {
  let widest = minimum;
  for (const text of textos) {
    for (const line of text.split("\n")) {
      // A digit is narrower than half the font size, so most cells need no measuring.
      if (line.length * fontSize * 0.36 + slack <= widest && /^[0-9.,]*$/.test(line)) continue;
      widest = Math.max(widest, widthOf(line, "normal", fontSize) + slack);
    }
  }
  return Math.min(widest, maximum);
}

/** The height of a table's rows in millimetres, or any value above `limit` if they need more. */
export function measureRows(
  { columns, lines, textLayout = {}, margin = CELL_MARGIN }: Table,
  limit: number,
): number {
  let height = 0;
  const widths = columns.map(({ width }) => width - 2 * margin);
  for (const line of lines) {
    const counts = line.map((text, at) => breakText(text, widths[at] ?? 1, textLayout).length);
    height += linesHeight(Math.max(1, ...counts), textLayout) + 2 * ROW_MARGIN;
    if (height > limit) return height;
  }
  return height;
}
