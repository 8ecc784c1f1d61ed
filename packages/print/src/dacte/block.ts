import { BOX_MARGIN, drawBox, drawRow, type Field, fitFontSize, shareWidth } from "../page/box.ts";
import type { Area, Page } from "../page/page.ts";
import { widthOf } from "../page/page.ts";
import {
  breakText,
  drawLines,
  lineHeightOf,
  linesHeight,
  linesWithin,
  type TextLayout,
} from "../page/text.ts";

/** A block as wide as the page, with its height in millimetres known before it is drawn. A block that may
 * be higher than a page has `split`: it returns the part that fits a height and the rest, or null if
 * nothing fits. */
export type Block = {
  height: number;
  draw: (page: Page, area: Area) => void;
  split?: (height: number) => [Block, Block] | null;
};

/** Heights in millimetres. */
export const BAR_HEIGHT = 3.5;
export const FIELD_HEIGHT = 6.5;

/** A text of one line is shrunk down to this size; a text of several lines has LONG_TEXT_FONT_SIZE. */
const LEGIBLE_FONT_SIZE = 6;
const LONG_TEXT_FONT_SIZE = 7;
/** Height of the title in a box. */
const BOX_TITLE_HEIGHT = 2.5;
const LABEL_FONT_SIZE = 5.5;
const CARD_FONT_SIZE = 8;
const CARD_FONT_SIZE_MIN = 6.5;
const FICHA: TextLayout = { fontSize: CARD_FONT_SIZE, lineHeight: 1.08 };
const CARD_MARGIN = 0.6;
/** Marks a text that continues on another page.   @source MOC CT-e 4.00 anexo II §2.11 */
const CONTINUES = " (CONTINUA NA FOLHA SEGUINTE)";
const CONTINUED = " (CONTINUAÇÃO)";
const BAR_GREY = 0.9;
/** A row that continues on the next page has at least this many lines on each. */
const LINES_MIN = 2;

/** Draws the title of a block on a grey bar. */
export function drawTitleBar(page: Page, area: Area, title: string): void {
  page.fill(area, BAR_GREY);
  page.border(area);
  const place = { x: area.x + area.width / 2, y: area.y + area.height / 2 + 0.8 };
  page.text(title, place, { font: "bold", fontSize: 6.5, align: "center" });
}

/** Fields in a row, below an optional title. */
export function rowBlock(fields: readonly Field[], availableWidth: number, title = ""): Block {
  return rowsBlock([fields], availableWidth, title);
}

/** Rows of fields below a title, each as high as its longest text needs. */
export function rowsBlock(rows: readonly (readonly Field[])[], availableWidth: number, title = ""): Block {
  const top = title === "" ? 0 : BAR_HEIGHT;
  const heights = rows.map((fields) => rowHeight(fields, availableWidth));
  return {
    height: heights.reduce((sum, each) => sum + each, top),
    draw(page, area) {
      if (title !== "") drawTitleBar(page, { ...area, height: BAR_HEIGHT }, title);
      let y = area.y + top;
      rows.forEach((fields, at) => {
        const height = heights[at] ?? FIELD_HEIGHT;
        drawRow(page, { ...area, y, height }, fields);
        y += height;
      });
    },
    split: (height) => splitRows({ rows, width: availableWidth, title }, height),
  };
}

type RowsSpec = { rows: readonly (readonly Field[])[]; width: number; title: string };

/** Keeps the whole rows that fit, and splits the first one that does not by lines. */
function splitRows({ rows, width: availableWidth, title }: RowsSpec, height: number): [Block, Block] | null {
  let room = height - (title === "" ? 0 : BAR_HEIGHT);
  let whole = 0;
  for (const fields of rows) {
    const next = rowHeight(fields, availableWidth);
    if (next > room + 0.01) break;
    room -= next;
    whole += 1;
  }
  const cut = splitFields(rows[whole] ?? [], availableWidth, room);
  const head = cut ? [...rows.slice(0, whole), cut[0]] : rows.slice(0, whole);
  const tail = cut ? [cut[1], ...rows.slice(whole + 1)] : rows.slice(whole);
  if (head.length === 0 || tail.length === 0) return null;
  const continued = title === "" || title.endsWith(CONTINUED) ? title : title + CONTINUED;
  return [rowsBlock(head, availableWidth, title), rowsBlock(tail, availableWidth, continued)];
}

/** Splits a row of fields into two; null if fewer than two lines of the longest fit. */
function splitFields(
  fields: readonly Field[],
  availableWidth: number,
  height: number,
): [Field[], Field[]] | null {
  const widths = shareWidth(availableWidth, fields);
  const room = height - BOX_TITLE_HEIGHT - BOX_MARGIN;
  const count = linesWithin(room, { fontSize: LONG_TEXT_FONT_SIZE });
  if (count < LINES_MIN || fields.length === 0) return null;
  const parts = fields.map((field, at): [Field, Field] => {
    const { text, font = "normal" } = field;
    const lines = breakText(text ?? "", (widths[at] ?? 0) - 2 * BOX_MARGIN, {
      font,
      fontSize: LONG_TEXT_FONT_SIZE,
    });
    if (lines.length <= count) return [field, { ...field, text: "" }];
    const long = { ...field, fontSize: LONG_TEXT_FONT_SIZE, minFontSize: LONG_TEXT_FONT_SIZE, font };
    return [
      { ...long, text: lines.slice(0, count).join("\n") },
      { ...long, text: lines.slice(count).join("\n") },
    ];
  });
  return [parts.map(([head]) => head), parts.map(([, tail]) => tail)];
}

/** The height of one text line, or of several where one line would need too small a font. */
function rowHeight(fields: readonly Field[], availableWidth: number): number {
  const widths = shareWidth(availableWidth, fields);
  const heights = fields.map(({ text, font = "normal" }, at) => {
    const room = (widths[at] ?? 0) - 2 * BOX_MARGIN;
    if (!text || widthOf(text, font, LEGIBLE_FONT_SIZE) <= room) return FIELD_HEIGHT;
    const style = { font, fontSize: LONG_TEXT_FONT_SIZE };
    return BOX_TITLE_HEIGHT + linesHeight(breakText(text, room, style).length, style) + BOX_MARGIN;
  });
  return Math.max(FIELD_HEIGHT, ...heights);
}

/** A label with its text beside it, on as many lines as needed. `weight` is its share of the row. */
export type Labelled = { label: string; text: string; weight?: number; isBold?: boolean };

type Card = readonly (readonly Labelled[])[];

/** Frames of equal width in a row, each with rows of labelled texts; a long text continues on further
 * lines. */
export function cardBlock(cards: readonly Card[], availableWidth: number): Block {
  const each = availableWidth / cards.length;
  return {
    height: Math.max(...cards.map((card) => cardHeight(card, each))),
    draw(page, area) {
      cards.forEach((card, at) => {
        drawCard(page, { ...area, x: area.x + at * each, width: each }, card);
      });
    },
    split(height) {
      const parts = cards.map((card) => splitCard(card, each, height));
      if (parts.every(([head]) => head.length === 0)) return null;
      return [
        cardBlock(
          parts.map(([head]) => head),
          availableWidth,
        ),
        cardBlock(
          parts.map(([, tail]) => tail),
          availableWidth,
        ),
      ];
    },
  };
}

/** The rows that fit a height, the last one split between two lines, and the rest. */
function splitCard(card: Card, availableWidth: number, height: number): [Card, Card] {
  let room = height - 2 * CARD_MARGIN;
  const at = card.findIndex((line) => {
    const next = heightOfRow(line, availableWidth);
    if (next > room + 0.01) return true;
    room -= next;
    return false;
  });
  const cut = card[at];
  if (!cut) return [card, []];
  const count = Math.floor(room / lineHeightOf(FICHA));
  if (count < 1) return [card.slice(0, at), card.slice(at)];
  const parts = widthsOf(cut, availableWidth).map(([each, width]): [Labelled, Labelled] => {
    const { lines } = composeLabelled(each, width);
    if (lines.length <= count) return [each, { ...each, label: "", text: "" }];
    const [head, tail] = [lines.slice(0, count), lines.slice(count)];
    return [
      { ...each, text: head.join("\n") },
      { ...each, text: tail.join("\n") },
    ];
  });
  return [
    [...card.slice(0, at), parts.map(([head]) => head)],
    [parts.map(([, tail]) => tail), ...card.slice(at + 1)],
  ];
}

function cardHeight(lines: Card, availableWidth: number): number {
  const heights = lines.map((line) => heightOfRow(line, availableWidth));
  return heights.reduce((sum, each) => sum + each, 2 * CARD_MARGIN);
}

function drawCard(page: Page, area: Area, lines: Card): void {
  page.border(area);
  let y = area.y + CARD_MARGIN;
  for (const line of lines) {
    let { x } = area;
    for (const [each, availableWidth] of widthsOf(line, area.width)) {
      drawLabelled(page, { x, y, width: availableWidth, height: area.y + area.height - y }, each);
      x += availableWidth;
    }
    y += heightOfRow(line, area.width);
  }
}

function drawLabelled(page: Page, area: Area, each: Labelled): void {
  const { textLayout, lines, indent } = composeLabelled(each, area.width);
  const baseline = area.y + 2.15;
  page.text(each.label, { x: area.x + BOX_MARGIN, y: baseline }, { fontSize: LABEL_FONT_SIZE });
  const place = { ...area, x: area.x + indent, width: area.width - indent };
  drawLines(page, place, { ...textLayout, lines: lines });
}

function composeLabelled(
  { label, text, isBold = false }: Labelled,
  availableWidth: number,
): { textLayout: TextLayout; lines: string[]; indent: number } {
  const indent = BOX_MARGIN + widthOf(label, "normal", LABEL_FONT_SIZE) + 1;
  const room = availableWidth - indent - BOX_MARGIN;
  const font = isBold ? "bold" : "normal";
  // A slightly smaller font is better than two lines.
  const fitted = fitFontSize(text, room, { font, fontSize: CARD_FONT_SIZE, minFontSize: CARD_FONT_SIZE_MIN });
  const fontSize = widthOf(text, font, fitted) > room ? CARD_FONT_SIZE : fitted;
  const textLayout: TextLayout = { ...FICHA, font, fontSize };
  return { textLayout, lines: breakText(text, room, textLayout), indent };
}

function heightOfRow(line: readonly Labelled[], total: number): number {
  const lines = widthsOf(line, total).map(
    ([each, availableWidth]) => composeLabelled(each, availableWidth).lines.length,
  );
  return Math.max(1, ...lines) * lineHeightOf(FICHA);
}

function widthsOf(line: readonly Labelled[], total: number): [Labelled, number][] {
  const weights = line.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return line.map((each) => [each, (total * (each.weight ?? 1)) / weights]);
}

/** A framed text under a title, as high as the text within limits; what does not fit goes to `rest` when
 * drawn. */
export function textBlock(
  paragraphs: readonly string[],
  limits: { title: string; width: number; minimum: number; maximum: number; rest: (text: string) => void },
): Block {
  const text: TextLayout = { fontSize: 7.5, lineHeight: 1.1 };
  const { title, width: availableWidth, minimum, maximum, rest } = limits;
  const lines = paragraphs.flatMap((each) => breakText(each, availableWidth - 2 * BOX_MARGIN, text));
  const wanted = BAR_HEIGHT + linesHeight(lines.length, text) + 1.2;
  const height = Math.min(Math.max(wanted, minimum), Math.max(minimum, maximum));
  return {
    height,
    draw(page, area) {
      page.border(area);
      const inside = {
        x: area.x + BOX_MARGIN,
        y: area.y + BAR_HEIGHT + 0.5,
        width: area.width - 2 * BOX_MARGIN,
        height: area.height - BAR_HEIGHT - 0.6,
      };
      const drawn = drawLines(page, inside, { ...text, lines: lines });
      const isWhole = drawn >= lines.length;
      drawTitleBar(page, { ...area, height: BAR_HEIGHT }, isWhole ? title : `${title}${CONTINUES}`);
      if (!isWhole) rest(lines.slice(drawn).join("\n"));
    },
  };
}

const NOTICE_HEIGHT = 4;

/** The most important notices in large letters; no block if there are none. */
export function noticeBlocks(notices: readonly string[]): Block[] {
  if (notices.length === 0) return [];
  return [
    {
      height: notices.length * NOTICE_HEIGHT + 1,
      draw(page, area) {
        page.border(area);
        notices.forEach((text, at) => {
          drawBox(
            page,
            { ...area, y: area.y + 0.5 + at * NOTICE_HEIGHT, height: NOTICE_HEIGHT },
            { text, fontSize: 9.5, font: "bold", align: "center", vertical: "middle", border: null },
          );
        });
      },
    },
  ];
}
