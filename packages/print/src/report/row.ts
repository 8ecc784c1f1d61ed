import { widthOf } from "../page/page.ts";
import { breakText } from "../page/text.ts";
import { drawFitted } from "./fitted.ts";
import { COLUMN_PADDING, MARGIN, type Place, THIN_STROKE, ZEBRA } from "./measures.ts";
import { REPORT_WIDTH, type ReportCell, type ReportColumn } from "./report.ts";

const FONT_SIZE = 8;
/** A text that does not fit one line in this font size is broken. */
const ROW_FONT_SIZE = 7;
const SMALL_FONT_SIZE = 6.2;
const SMALL_TEXT_GREY = 0.3;
/** Line spacing in millimetres, of the main and of the small lines; then the distance to the first and
 * from the last line. */
const LINE_STEP = 2.9;
const SMALL_LINE_STEP = 2.6;
const TOP_GAP = 3.1;
const BOTTOM_GAP = 0.9;
/** Limits the lines of a cell, so that no row is higher than a page. */
const LINES_MAX = 8;

/** A row prepared for drawing: each cell with its lines. */
export type ComposedRow = { height: number; cells: { lines: string[]; below: string }[] };

/** Breaks the cells of a row into lines. */
export function composeRow(line: readonly ReportCell[], columns: readonly ReportColumn[]): ComposedRow {
  const cells = columns.map(({ width }, at) => {
    const { text = "", below = "" } = line[at] ?? {};
    return { lines: breakCell(text, width - 2 * COLUMN_PADDING), below };
  });
  const heights = cells.map(
    ({ lines, below }) => (Math.max(1, lines.length) - 1) * LINE_STEP + (below === "" ? 0 : SMALL_LINE_STEP),
  );
  return { height: TOP_GAP + Math.max(SMALL_LINE_STEP, ...heights) + BOTTOM_GAP, cells };
}

/** Draws a row from a position, with a line below it. */
export function drawRow(
  { page, y: top }: Place,
  { height, cells }: ComposedRow,
  { columns, isZebra }: { columns: readonly ReportColumn[]; isZebra: boolean },
): void {
  if (isZebra) {
    page.fill({ x: MARGIN, y: top, width: REPORT_WIDTH, height }, ZEBRA);
    // Drawn over half of the line above.
    page.horizontal({ x: MARGIN, y: top }, REPORT_WIDTH, THIN_STROKE);
  }
  let x = MARGIN;
  columns.forEach(({ width, align }, at) => {
    const { lines = [], below = "" } = cells[at] ?? {};
    const room = { x: x + COLUMN_PADDING, width: width - 2 * COLUMN_PADDING };
    let y = top + TOP_GAP;
    for (const [n, text] of lines.entries()) {
      if (n > 0) y += LINE_STEP;
      drawFitted(
        page,
        { ...room, y },
        { fontSize: lines.length > 1 ? ROW_FONT_SIZE : FONT_SIZE, text, align },
      );
    }
    const textStyle = { fontSize: SMALL_FONT_SIZE, grey: SMALL_TEXT_GREY, align };
    drawFitted(page, { ...room, y: y + SMALL_LINE_STEP }, { ...textStyle, text: below });
    x += width;
  });
  page.horizontal({ x: MARGIN, y: top + height }, REPORT_WIDTH, THIN_STROKE);
}

function breakCell(text: string, width: number): string[] {
  if (widthOf(text, "normal", ROW_FONT_SIZE) <= width) return [text];
  const lines = breakText(text, width, { fontSize: ROW_FONT_SIZE });
  if (lines.length <= LINES_MAX) return lines;
  return [...lines.slice(0, LINES_MAX - 1), lines.slice(LINES_MAX - 1).join(" ")];
}
