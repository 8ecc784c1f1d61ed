import type { Area, Page, Stroke } from "./page.ts";
import { widthOf } from "./page.ts";
import { breakText, drawLines, linesHeight, linesWithin, type TextLayout } from "./text.ts";

/** A field: a small title in capitals and its content, which shrinks from `fontSize` to `minFontSize`
 * (points) until it fits, on more lines if the height allows. */
export type Content = TextLayout & {
  title?: string;
  text?: string | null;
  minFontSize?: number;
  titleSize?: number;
  isBoldTitle?: boolean;
  /** Vertical position of the content below the title; "base" unless it has several lines. */
  vertical?: "top" | "middle" | "base";
  /** The rest is drawn elsewhere, so a truncated text has no ellipsis. */
  isContinued?: boolean;
  /** No border when null. */
  border?: Stroke | null;
};

export const TITLE_FONT_SIZE = 5.5;
const BOX_FONT_SIZE = 9;
const MIN_FONT_SIZE = 5;
const LINE_STEP = 0.5;
/** Blank between border and text. */
export const BOX_MARGIN = 0.7;
const TITLE_BASE = 2;
const TITLE_BOTTOM = 2.45;
const ELLIPSIS = "\x85";

/** Draws a field in its box. Returns the lines that did not fit in the smallest font, as one text; "" if
 * all fit. */
export function drawBox(page: Page, area: Area, content: Content): string {
  const { border = {}, title, text } = content;
  if (border) page.border(area, border);
  if (title) drawTitle(page, area, content);
  return text ? drawContent(page, inside(area, title !== undefined && title !== ""), content) : "";
}

/** A field of a row. Its width is `width` in millimetres, or a share of the rest by weight (`weight`,
 * default 1). */
export type Field = Content & { width?: number; weight?: number };

/** Draws fields in a row across an area. Returns what did not fit, by position in the row. */
export function drawRow(page: Page, area: Area, fields: readonly Field[]): string[] {
  const widths = shareWidth(area.width, fields);
  let x = area.x;
  return fields.map((field, at) => {
    const availableWidth = widths[at] ?? 0;
    const rest = drawBox(page, { ...area, x, width: availableWidth }, field);
    x += availableWidth;
    return rest;
  });
}

/** The widths of fields that share a row, in millimetres. */
export function shareWidth(total: number, fields: readonly { width?: number; weight?: number }[]): number[] {
  const fixed = fields.reduce((sum, { width: availableWidth }) => sum + (availableWidth ?? 0), 0);
  const weights = fields.reduce(
    (sum, { width: availableWidth, weight }) => sum + (availableWidth === undefined ? (weight ?? 1) : 0),
    0,
  );
  return fields.map(
    ({ width: availableWidth, weight = 1 }) => availableWidth ?? ((total - fixed) * weight) / weights,
  );
}

function drawTitle(page: Page, area: Area, { title = "", titleSize, isBoldTitle }: Content): void {
  const font = isBoldTitle ? "bold" : "normal";
  const wanted = titleSize ?? TITLE_FONT_SIZE;
  const room = area.width - 2 * BOX_MARGIN;
  const fontSize = fitFontSize(title, room, { font, fontSize: wanted, minFontSize: 3.5 });
  page.text(title, { x: area.x + BOX_MARGIN, y: area.y + TITLE_BASE }, { font, fontSize });
}

/** The largest font size from `fontSize` down to `minFontSize` at which a text fits one line of `width`
 * millimetres. */
export function fitFontSize(
  text: string,
  availableWidth: number,
  {
    font = "normal",
    fontSize = BOX_FONT_SIZE,
    minFontSize = MIN_FONT_SIZE,
  }: TextLayout & { minFontSize?: number },
): number {
  const width = widthOf(text, font, fontSize);
  if (width <= availableWidth) return fontSize;
  return Math.max(minFontSize, Math.floor((fontSize * availableWidth * 10) / width) / 10);
}

function inside({ x, y, width: availableWidth, height }: Area, hasTitle: boolean): Area {
  const top = hasTitle ? TITLE_BOTTOM : BOX_MARGIN / 2;
  return {
    x: x + BOX_MARGIN,
    y: y + top,
    width: availableWidth - 2 * BOX_MARGIN,
    height: height - top - BOX_MARGIN / 2,
  };
}

/** Says whether a box of that size truncates a field even in the smallest font. */
export function isTruncated(
  content: Content,
  { width: availableWidth, height }: Pick<Area, "width" | "height">,
): boolean {
  const { title, text } = content;
  if (!text) return false;
  const area = inside(
    { x: 0, y: 0, width: availableWidth, height: height },
    title !== undefined && title !== "",
  );
  const { textLayout, lines } = compose(text, area, content);
  return lines.length > Math.max(1, linesWithin(area.height, textLayout));
}

function drawContent(page: Page, area: Area, content: Content): string {
  const { text = "", isContinued = false } = content;
  const { textLayout, lines } = compose(text ?? "", area, content);
  const capacity = Math.max(1, linesWithin(area.height, textLayout));
  const shown = lines.slice(0, capacity);
  if (lines.length > capacity && !isContinued) addEllipsis(shown, area.width, textLayout);
  const height = linesHeight(shown.length, textLayout);
  const slack = Math.max(0, area.height - height);
  const place = content.vertical ?? (shown.length > 1 ? "top" : "base");
  const y = area.y + (place === "top" ? 0 : place === "middle" ? slack / 2 : slack);
  drawLines(page, { ...area, y, height: Math.max(height, area.height) }, { ...textLayout, lines: shown });
  return lines.slice(capacity).join(" ");
}

/** Chooses the largest font size at which the whole text fits, or else the smallest. */
function compose(text: string, area: Area, content: Content): { textLayout: TextLayout; lines: string[] } {
  const {
    font = "normal",
    fontSize = BOX_FONT_SIZE,
    minFontSize = MIN_FONT_SIZE,
    align,
    lineHeight,
    grey,
  } = content;
  for (let size = fontSize; ; size -= LINE_STEP) {
    const textLayout: TextLayout = { font, fontSize: Math.max(size, minFontSize), align, lineHeight, grey };
    const lines = breakText(text, area.width, textLayout);
    if (
      size <= minFontSize ||
      (lines.length <= linesWithin(area.height, textLayout) && isWhole(lines, text))
    ) {
      return { textLayout, lines };
    }
  }
}

/** A single word is shrunk rather than broken. */
function isWhole(lines: readonly string[], text: string): boolean {
  return lines.length <= 1 || text.includes(" ") || text.includes("\n");
}

function addEllipsis(lines: string[], availableWidth: number, textLayout: TextLayout): void {
  let last = lines.at(-1) ?? "";
  const { font = "normal", fontSize = BOX_FONT_SIZE } = textLayout;
  while (last !== "" && widthOf(last + ELLIPSIS, font, fontSize) > availableWidth) last = last.slice(0, -1);
  lines[lines.length - 1] = last.trimEnd() + ELLIPSIS;
}
