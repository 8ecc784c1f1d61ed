import { BOX_MARGIN, type Field as CampoDaFaixa, drawRow, shareWidth, TITLE_FONT_SIZE } from "../page/box.ts";
import type { Page, Stroke } from "../page/page.ts";
import { flowText, type NextPage, type Space } from "../page/space.ts";
import { drawTable } from "../page/table.ts";
import { breakText, linesHeight, type TextLayout } from "../page/text.ts";
import type { Block, Field, Section } from "./section.ts";
import { writeTitle } from "./write-values.ts";

const SECTION_HEIGHT = 4.2;
const SECTION_FONT_SIZE = 6.5;
const SECTION_GREY = 0.9;
const FIELD_FONT_SIZE = 8.5;
const EMPHASIS_FONT_SIZE = 10;
const TITLE_BOTTOM = 2.45;
/** A field with more lines is drawn as a text block, which may continue on the next page. */
const FIELD_LINES_MAX = 6;
const TEXT: TextLayout = { fontSize: 8.5, lineHeight: 1.15 };
const TEXT_MARGIN = 1.2;
const TABLE: TextLayout = { fontSize: 8, lineHeight: 1.1 };
const ROW_RULE: Stroke = { thickness: 0.15, grey: 0.55 };
/** Space that a title needs below it on its page, in millimetres: the head of a table and its first row. */
const BELOW_TITLE_MIN = 10;
const CONTINUED = " (continuação)";

/** Draws sections from top to bottom, over as many pages as they need; each continued section repeats its
 * title. Returns the space below them. */
export function drawSections(start: Space, sections: readonly Section[], nextPage: NextPage): Space {
  let space = start;
  for (const section of sections) {
    if (space.bottom - space.y < SECTION_HEIGHT + BELOW_TITLE_MIN) space = nextPage(space);
    space = drawTitle(space, section.title);
    const next: NextPage = (isFull) => drawTitle(nextPage(isFull), `${section.title}${CONTINUED}`);
    for (const block of section.blocks) space = drawBlock(space, block, next);
  }
  return space;
}

function drawTitle(space: Space, title: string): Space {
  const { page, x, y, width } = space;
  const area = { x, y, width, height: SECTION_HEIGHT };
  page.under((below) => {
    below.fill(area, SECTION_GREY);
  });
  page.border(area);
  const base = { x: x + BOX_MARGIN, y: y + SECTION_HEIGHT - 1.3 };
  page.text(writeTitle(title), base, { font: "bold", fontSize: SECTION_FONT_SIZE });
  return { ...space, y: y + SECTION_HEIGHT };
}

function drawBlock(space: Space, block: Block, nextPage: NextPage): Space {
  switch (block.kind) {
    case "campos":
      return drawFields(space, block.fields, nextPage);
    case "texto":
      return drawText(space, block.text, nextPage);
    case "tabela": {
      const start = space.bottom - space.y < BELOW_TITLE_MIN ? nextPage(space) : space;
      const widths = shareWidth(start.width, block.columns);
      const columns = block.columns.map(({ title, align }, at) => ({
        title: writeTitle(title),
        align,
        width: widths[at] ?? 0,
      }));
      const { lines, fontSize = TABLE.fontSize } = block;
      const table = {
        columns,
        lines,
        textLayout: { ...TABLE, fontSize },
        titleHeight: 3.4,
        rowRule: ROW_RULE,
      };
      return drawTable(start, table, nextPage);
    }
  }
}

function drawFields(start: Space, fields: readonly Field[], nextPage: NextPage): Space {
  const widths = shareWidth(start.width, fields);
  const lines = fields.map(
    ({ valor }, at) =>
      breakText(valor, (widths[at] ?? 0) - 2 * BOX_MARGIN, { fontSize: FIELD_FONT_SIZE }).length,
  );
  const count = Math.max(...lines);
  if (count > FIELD_LINES_MAX) return drawLongFields(start, { fields, lines }, nextPage);
  const height = TITLE_BOTTOM + linesHeight(count, { fontSize: FIELD_FONT_SIZE }) + BOX_MARGIN + 0.6;
  const space = start.bottom - start.y < height ? nextPage(start) : start;
  const { page, x, y, width } = space;
  drawRow(page, { x, y, width, height }, fields.map(toRow));
  return { ...space, y: y + height };
}

function toRow({ label, valor, weight, align, isEmphasized = false }: Field): CampoDaFaixa {
  return {
    title: writeTitle(label),
    titleSize: TITLE_FONT_SIZE,
    text: valor,
    vertical: "base",
    weight,
    align,
    fontSize: isEmphasized ? EMPHASIS_FONT_SIZE : FIELD_FONT_SIZE,
    font: isEmphasized ? "bold" : "normal",
  };
}

/** Draws the short fields in one row, and each long field below with the full width. */
function drawLongFields(
  start: Space,
  { fields, lines }: { fields: readonly Field[]; lines: readonly number[] },
  nextPage: NextPage,
): Space {
  const isShort = (_: Field, at: number): boolean => (lines[at] ?? 0) <= FIELD_LINES_MAX;
  const short = fields.filter(isShort);
  let space = short.length === 0 ? start : drawFields(start, short, nextPage);
  for (const field of fields.filter((each, at) => !isShort(each, at))) {
    space = drawText(space, `${field.label}: ${field.valor}`, nextPage);
  }
  return space;
}

/** Draws a framed text over as many pages as it needs. */
function drawText(start: Space, text: string, nextPage: NextPage): Space {
  const inner = (space: Space): Space => ({
    ...space,
    x: space.x + TEXT_MARGIN,
    y: space.y + TEXT_MARGIN,
    width: space.width - 2 * TEXT_MARGIN,
    bottom: space.bottom - TEXT_MARGIN,
  });
  let outer = start;
  const end = flowText(inner(start), text, {
    ...TEXT,
    nextPage: () => {
      frame(outer.page, outer, outer.bottom);
      outer = nextPage(outer);
      return inner(outer);
    },
  });
  const y = end.y + TEXT_MARGIN;
  frame(outer.page, outer, y);
  return { ...outer, y };
}

function frame(page: Page, { x, y, width }: Space, bottom: number): void {
  page.border({ x, y, width, height: bottom - y });
}
