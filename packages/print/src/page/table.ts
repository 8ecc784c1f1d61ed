import type { Font } from "../pdf/fonts.ts";
import { BOX_MARGIN } from "./box.ts";
import type { Align, Area, Page, Stroke } from "./page.ts";
import type { NextPage, Space } from "./space.ts";
import {
  breakText,
  drawLines,
  lineHeightOf,
  linesHeight,
  linesWithin,
  type TextLayout,
  writeLines,
} from "./text.ts";

/** A column: its width in millimetres and the format of its cells. `isSubcolumn` puts it below the title
 * of the previous column; `dividerLine` is then the line between both, none if absent. */
export type Column = {
  title: string;
  width: number;
  align?: Align;
  isSubcolumn?: boolean;
  dividerLine?: Stroke;
};

/** A table over as many pages as it needs. A cell may have line breaks. `rowRule` is the line between
 * rows. With `isFilled`, the frame on the last page also extends to the bottom of its space. */
export type Table = {
  columns: readonly Column[];
  lines: Iterable<readonly string[]>;
  textLayout?: TextLayout;
  titleSize?: number;
  titleHeight?: number;
  titleFont?: Font;
  /** Blank on each side of a cell, in millimetres. */
  margin?: number;
  rowRule?: Stroke | null;
  isFilled?: boolean;
};

const ITEM_FONT_SIZE = 6.5;
const COLUMN_FONT_SIZE = 5;
const TITLE_HEIGHT = 5;
export const CELL_MARGIN = 0.5;
const ROW_MARGIN = 0.5;
/** A row of fewer lines is moved to the next page instead of being broken. */
const FULL_ROWS_MAX = 12;

/** Draws a table, continued on the next page if needed: heads are repeated, and a row longer than the rest
 * of the page is broken. Returns the space below it. */
export function drawTable(start: Space, table: Table, nextPage: NextPage): Space {
  const drawing = new Drawing(start, table, nextPage);
  for (const line of table.lines) drawing.row(line);
  return drawing.finish();
}

class Drawing {
  readonly #table: Table;
  readonly #nextPage: NextPage;
  readonly #textLayout: TextLayout;
  /** `textLayout` with the alignment of each column. */
  readonly #byColumn: readonly TextLayout[];
  readonly #margin: number;
  readonly #xs: number[] = [];
  #space: Space;
  #top = 0;
  #y = 0;
  #isFirstRow = true;

  constructor(start: Space, table: Table, nextPage: NextPage) {
    this.#table = table;
    this.#nextPage = nextPage;
    this.#textLayout = { fontSize: ITEM_FONT_SIZE, lineHeight: 1.08, ...table.textLayout };
    this.#byColumn = table.columns.map(({ align }) => ({ ...this.#textLayout, align }));
    this.#margin = table.margin ?? CELL_MARGIN;
    this.#space = start;
    this.#open(start);
  }

  row(line: readonly string[]): void {
    const { columns } = this.#table;
    let cells = columns.map(({ width }, at) =>
      breakText(line[at] ?? "", width - 2 * this.#margin, this.#textLayout),
    );
    let rest = Math.max(1, ...cells.map((lines) => lines.length));
    if (rest > this.#room() && rest <= FULL_ROWS_MAX && !this.#isFirstRow) this.#turn();
    for (;;) {
      const count = Math.min(rest, Math.max(this.#room(), this.#isFirstRow ? 1 : 0));
      if (count > 0) this.#drawCells(cells, count);
      rest -= count;
      if (rest <= 0) return;
      cells = cells.map((lines) => lines.slice(count));
      this.#turn();
    }
  }

  finish(): Space {
    this.#close(this.#table.isFilled ? this.#space.bottom : this.#y);
    return { ...this.#space, y: this.#table.isFilled ? this.#space.bottom : this.#y };
  }

  #room(): number {
    return linesWithin(this.#space.bottom - this.#y - 2 * ROW_MARGIN, this.#textLayout);
  }

  #turn(): void {
    this.#close(this.#space.bottom);
    this.#open(this.#nextPage(this.#space));
  }

  #open(space: Space): void {
    const { columns, titleSize: fontSize = COLUMN_FONT_SIZE, titleFont: font } = this.#table;
    const height = this.#titleHeight;
    const { page, y } = space;
    this.#space = space;
    this.#top = y;
    this.#xs.length = 0;
    let { x } = space;
    columns.forEach(({ title, width, isSubcolumn }, at) => {
      this.#xs.push(x);
      const area = { x, y, width: widthOfHead(columns, at), height: height };
      if (!isSubcolumn) drawHead(page, area, { title, fontSize, font });
      x += width;
    });
    this.#xs.push(x);
    this.#y = y + height;
    this.#isFirstRow = true;
    page.horizontal({ x: space.x, y: this.#y }, x - space.x);
  }

  #close(bottom: number): void {
    const { page } = this.#space;
    const [first = 0, last = 0] = [this.#xs[0], this.#xs.at(-1)];
    page.horizontal({ x: first, y: this.#top }, last - first);
    page.horizontal({ x: first, y: bottom }, last - first);
    this.#xs.forEach((x, at) => {
      const { isSubcolumn, dividerLine } = this.#table.columns[at] ?? {};
      const y = isSubcolumn ? this.#top + this.#titleHeight : this.#top;
      if (!isSubcolumn || dividerLine) page.vertical({ x, y }, bottom - y, dividerLine);
    });
  }

  get #titleHeight(): number {
    return this.#table.titleHeight ?? TITLE_HEIGHT;
  }

  #drawCells(cells: readonly string[][], count: number): void {
    const { columns, rowRule } = this.#table;
    const { page, x } = this.#space;
    const end = this.#xs.at(-1) ?? x;
    if (rowRule && !this.#isFirstRow) page.horizontal({ x, y: this.#y }, end - x, rowRule);
    const height = linesHeight(count, this.#textLayout);
    columns.forEach(({ width }, at) => {
      const [lines, textLayout] = [cells[at], this.#byColumn[at]];
      if (!lines || !textLayout || lines.length === 0) return;
      const area = {
        x: (this.#xs[at] ?? 0) + this.#margin,
        y: this.#y + ROW_MARGIN,
        width: width - 2 * this.#margin,
      };
      writeLines(page, area, { lines: lines, count, textLayout });
    });
    this.#y += height + 2 * ROW_MARGIN;
    this.#isFirstRow = false;
  }
}

/** The width of a column's title, with the subcolumns after it. */
function widthOfHead(columns: readonly Column[], at: number): number {
  let width = columns[at]?.width ?? 0;
  for (let next = at + 1; columns[next]?.isSubcolumn; next += 1) width += columns[next]?.width ?? 0;
  return width;
}

/** Draws a column's title in the middle of its head, on as many lines as needed; smaller if a word is
 * wider than the column. */
function drawHead(
  page: Page,
  area: Area,
  { title, fontSize, font }: { title: string; fontSize: number; font?: Font },
): void {
  const room = area.width - BOX_MARGIN;
  for (let size = fontSize; ; size -= 0.25) {
    const textLayout: TextLayout = { font, fontSize: size, align: "center", lineHeight: 1.05 };
    const lines = breakText(title, room, textLayout);
    const height = linesHeight(lines.length, textLayout);
    const words = title.split(/\s/).length;
    if (size > 3.5 && (height > area.height || lines.length > words)) continue;
    const y = area.y + Math.max(0, (area.height - height) / 2);
    drawLines(
      page,
      { x: area.x + BOX_MARGIN / 2, y, width: room, height: height + lineHeightOf() },
      { ...textLayout, lines: lines },
    );
    return;
  }
}
