import { BOX_MARGIN, drawBox, fitFontSize, isTruncated } from "../../page/box.ts";
import type { Space } from "../../page/space.ts";
import { type Area, type Page, widthOf } from "../../pdf/page.ts";
import { joinWith } from "../formats.ts";
import type { Cell } from "./value-frames.ts";

const CELL_HEIGHT = 4.2;
const CELL_WIDTH = 40;
const CELL_FONT_SIZE = 8;

/** Draws duplicatas or payments in a row, each with a left, middle and right part. Returns the y below
 * them. */
export function drawCells({ page, x, y, width: largura }: Space, cells: readonly Cell[]): number {
  const columns = columnsOf(largura);
  const width = largura / columns;
  cells.forEach((celula, at) => {
    const cell = {
      x: x + (at % columns) * width,
      y: y + Math.floor(at / columns) * CELL_HEIGHT,
      width,
      height: CELL_HEIGHT,
    };
    page.border(cell);
    drawCell(page, cell, celula);
  });
  return y + cellsHeight(cells.length, largura);
}

export function cellsHeight(count: number, largura: number): number {
  return Math.ceil(count / columnsOf(largura)) * CELL_HEIGHT;
}

/** The full text of the cells that are truncated. */
export function findTruncated(cells: readonly Cell[], largura: number): string[] {
  const width = largura / columnsOf(largura);
  return cells
    .filter((celula) => {
      const { fontSize, start } = shareCell(celula, width);
      return isTruncated(
        { text: celula[0], fontSize, minFontSize: fontSize },
        { width: start, height: CELL_HEIGHT },
      );
    })
    .map((celula) => joinWith(" ", celula));
}

/** Draws the three parts in one font size; the left one is truncated first. */
function drawCell(page: Page, cell: Area, partes: Cell): void {
  const [left, middle, right] = partes;
  const { fontSize, start, centre, end } = shareCell(partes, cell.width);
  const set = { fontSize, vertical: "middle", border: null } as const;
  drawBox(page, { ...cell, width: start }, { ...set, text: left });
  if (centre > 0) drawBox(page, { ...cell, x: cell.x + start, width: centre }, { ...set, text: middle });
  const x = cell.x + cell.width - end;
  drawBox(page, { ...cell, x, width: end }, { ...set, text: right, align: "right" });
}

/** The font size of a cell's text, and the widths of its three parts. */
function shareCell(
  partes: Cell,
  largura: number,
): { fontSize: number; start: number; centre: number; end: number } {
  const [left, middle, right] = partes;
  const fontSize = fitFontSize(partes.join(" "), largura - 4 * BOX_MARGIN, { fontSize: CELL_FONT_SIZE });
  const end = widthOf(right, "normal", fontSize) + 2 * BOX_MARGIN + 0.1;
  const centre = middle === "" ? 0 : widthOf(middle, "normal", fontSize) + 2 * BOX_MARGIN + 0.1;
  const rest = largura - end;
  const start =
    middle === ""
      ? rest
      : Math.max((rest - centre) / 2, Math.min(rest - centre, widthOf(left, "normal", fontSize) + 2));
  return { fontSize, start, centre, end };
}

function columnsOf(largura: number): number {
  return Math.max(1, Math.floor(largura / CELL_WIDTH));
}
