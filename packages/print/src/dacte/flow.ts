import { BOX_MARGIN } from "../page/box.ts";
import type { NextPage, Space } from "../page/space.ts";
import { drawTable } from "../page/table.ts";
import { breakText, drawLines, linesHeight, linesWithin } from "../page/text.ts";
import { BAR_HEIGHT, type Block, drawTitleBar } from "./block.ts";
import type { Column, Section } from "./sections.ts";

const COLUMN_HEADS_HEIGHT = 3.4;
/** The minimum space for a section: its bar, its heads and two rows. */
const SECTION_MIN_HEIGHT = 14;
/** Blank above and below a framed text. */
const TEXT_MARGIN = 0.5;
const ROW_RULE = { thickness: 0.2, grey: 0.55, dashes: [0.8, 0.6] } as const;
const CONTINUED = " (CONTINUAÇÃO)";

/** Draws a block, on the next page if it does not fit this one; a block higher than a page is split over
 * several. */
export function flowBlock(start: Space, block: Block, nextPage: NextPage): Space {
  if (hasRoom(start, block)) return drawBlock(start, block);
  let space = nextPage(start);
  let rest = block;
  while (!hasRoom(space, rest)) {
    const parts = rest.split?.(space.bottom - space.y);
    if (!parts) break;
    drawBlock(space, parts[0]);
    rest = parts[1];
    space = nextPage(space);
  }
  return drawBlock(space, rest);
}

function hasRoom({ y, bottom }: Space, { height }: Block): boolean {
  return y + height <= bottom + 0.01;
}

function drawBlock(space: Space, { height, draw }: Block): Space {
  const { page, x, y, width } = space;
  draw(page, { x, y, width, height });
  return { ...space, y: y + height };
}

/** Draws a table with its title over as many pages as it needs. */
export function flowSection(start: Space, section: Section, nextPage: NextPage): Space {
  const columns = section.columns.map(({ title, parte, align }) => ({
    title,
    width: parte * start.width,
    align,
  }));
  const next: NextPage = (isFull) => openSection(nextPage(isFull), section.title + CONTINUED);
  const isFull = start.bottom - start.y < SECTION_MIN_HEIGHT;
  if (isFull) drawRemainder(start, []);
  return drawTable(
    openSection(isFull ? nextPage(start) : start, section.title),
    {
      columns,
      lines: section.lines,
      textLayout: { fontSize: 7.2, lineHeight: 1.06 },
      titleSize: 5.5,
      titleHeight: COLUMN_HEADS_HEIGHT,
      rowRule: ROW_RULE,
    },
    next,
  );
}

/** Draws a long text below a title over as many pages as it needs. */
export function flowNotes(
  start: Space,
  { title, text }: { title: string; text: string },
  nextPage: NextPage,
): Space {
  const style = { fontSize: 7.5, lineHeight: 1.1 };
  let lines = breakText(text, start.width - 2 * BOX_MARGIN, style);
  let space = start.bottom - start.y < SECTION_MIN_HEIGHT ? nextPage(start) : start;
  for (;;) {
    const { page, x, y, width, bottom } = openSection(space, title);
    const count = Math.max(1, Math.min(lines.length, linesWithin(bottom - y - 2 * TEXT_MARGIN, style)));
    const height = linesHeight(count, style) + 2 * TEXT_MARGIN;
    const inside = { x: x + BOX_MARGIN, y: y + TEXT_MARGIN, width: width - 2 * BOX_MARGIN, height };
    page.border({ x, y, width, height });
    drawLines(page, inside, { ...style, lines: lines.slice(0, count) });
    lines = lines.slice(count);
    space = { ...space, y: y + height };
    if (lines.length === 0) return space;
    space = nextPage(space);
  }
}

/** Extends the empty frame of a table to the bottom of its space. */
export function drawRemainder({ page, x, y, width, bottom }: Space, columns: readonly Column[]): void {
  if (bottom - y <= 0.01) return;
  page.border({ x, y, width, height: bottom - y });
  let at = x;
  for (const { parte } of columns) {
    at += parte * width;
    if (at < x + width - 0.01) page.vertical({ x: at, y }, bottom - y);
  }
}

function openSection(space: Space, title: string): Space {
  const { page, x, y, width } = space;
  drawTitleBar(page, { x, y, width, height: BAR_HEIGHT }, title);
  return { ...space, y: y + BAR_HEIGHT };
}
