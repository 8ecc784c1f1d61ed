import { BOX_MARGIN, drawBox, fitFontSize, isTruncated } from "../../page/box.ts";
import { type Area, type Page, widthOf } from "../../page/page.ts";
import type { Space } from "../../page/space.ts";
import { joinWith } from "../formats.ts";
import type { Cell } from "./value-frames.ts";

const CELL_HEIGHT = 4.2;
const CELL_WIDTH = 40;
const CELL_FONT_SIZE = 8;

/** Draws duplicatas or payments in a row, each with a left, middle and right part. Returns the y below
 * them. */
export function drawCells({ page, x, y, width: availableWidth }: Space, cells: readonly Cell[]): number {
  const columns = columnsOf(availableWidth);
  const width = availableWidth / columns;
  cells.forEach((measuredCell, at) => {
    const cell = {
      x: x + (at % columns) * width,
      y: y + Math.floor(at / columns) * CELL_HEIGHT,
      width,
      height: CELL_HEIGHT,
    };
    page.border(cell);
    drawCell(page, cell, measuredCell);
  });
  return y + cellsHeight(cells.length, availableWidth);
}

export function cellsHeight(count: number, availableWidth: number): number {
  return Math.ceil(count / columnsOf(availableWidth)) * CELL_HEIGHT;
}

/** The full text of the cells that are truncated. */
export function findTruncated(cells: readonly Cell[], availableWidth: number): string[] {
  const width = availableWidth / columnsOf(availableWidth);
  return cells
    .filter((measuredCell) => {
      const { fontSize, start } = shareCell(measuredCell, width);
      return isTruncated(
        { text: measuredCell[0], fontSize, minFontSize: fontSize },
        { width: start, height: CELL_HEIGHT },
      );
    })
    .map((measuredCell) => joinWith(" ", measuredCell));
}

/** Draws the three parts in one font size; the left one is truncated first. */
function drawCell(page: Page, cell: Area, parts: Cell): void {
  const [left, middle, right] = parts;
  const { fontSize, start, centre, end } = shareCell(parts, cell.width);
  const set = { fontSize, vertical: "middle", border: null } as const;
  drawBox(page, { ...cell, width: start }, { ...set, text: left });
  if (centre > 0) drawBox(page, { ...cell, x: cell.x + start, width: centre }, { ...set, text: middle });
  const x = cell.x + cell.width - end;
  drawBox(page, { ...cell, x, width: end }, { ...set, text: right, align: "right" });
}

/** The font size of a cell's text, and the widths of its three parts. */
function shareCell(
  parts: Cell,
  availableWidth: number,
): { fontSize: number; start: number; centre: number; end: number } {
  const [left, middle, right] = parts;
  const fontSize = fitFontSize(parts.join(" "), availableWidth - 4 * BOX_MARGIN, {
    fontSize: CELL_FONT_SIZE,
  });
  const end = widthOf(right, "normal", fontSize) + 2 * BOX_MARGIN + 0.1;
  const centre = middle === "" ? 0 : widthOf(middle, "normal", fontSize) + 2 * BOX_MARGIN + 0.1;
  const rest = availableWidth - end;
  const start =
    middle === ""
      ? rest
      : Math.max((rest - centre) / 2, Math.min(rest - centre, widthOf(left, "normal", fontSize) + 2));
  return { fontSize, start, centre, end };
}

function columnsOf(availableWidth: number): number {
  return Math.max(1, Math.floor(availableWidth / CELL_WIDTH));
}
