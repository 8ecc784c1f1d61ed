import { type Page, widthOf } from "../page/page.ts";
import type { PageFormat, PageSet } from "../page/page-set.ts";
import { breakText, drawLines, linesHeight, type TextLayout } from "../page/text.ts";

/** The paper of a receipt printer: 80 mm wide, with 72 mm printable. */
export const ROLL_WIDTH = 80;
export const ROLL_MARGIN = 4;
export const PRINTABLE_WIDTH = ROLL_WIDTH - 2 * ROLL_MARGIN;

/** A PDF page has at most 14 400 points, 5 080 mm; a longer coupon continues on another page.   @source
 * ISO 32000-1, annex C */
const HEIGHT_MAX = 4_900;
const VERTICAL_MARGIN = 4;
/** Between a name and its value. */
const GAP = 1.5;

/** An unbreakable part of a coupon: its height in millimetres, and a function that draws it from a y down. */
export type Block = { height: number; draw(page: Page, y: number): void };

/** Puts the blocks on pages that are as long as their content. Returns the pages. */
export function unroll(pageSet: PageSet, blocks: readonly Block[]): Page[] {
  const room = HEIGHT_MAX - 2 * VERTICAL_MARGIN;
  const parts: Block[][] = [[]];
  let used = 0;
  for (const block of blocks) {
    if (used > 0 && used + block.height > room) {
      parts.push([]);
      used = 0;
    }
    parts.at(-1)?.push(block);
    used += block.height;
  }
  return parts.map((part) => drawPart(pageSet, part));
}

function drawPart(pageSet: PageSet, blocks: readonly Block[]): Page {
  const height = blocks.reduce((sum, block) => sum + block.height, 2 * VERTICAL_MARGIN);
  const pageFormat: PageFormat = { width: ROLL_WIDTH, height };
  const page = pageSet.add(pageFormat);
  let y = VERTICAL_MARGIN;
  for (const block of blocks) {
    block.draw(page, y);
    y += block.height;
  }
  return page;
}

/** The lines of a text with the full width, centred by default. Each line is a block, so the text may have
 * any length. */
export function textBlocks(text: string | null | undefined, textLayout: TextLayout = {}): Block[] {
  if (!text) return [];
  const set: TextLayout = { align: "center", fontSize: 8, ...textLayout };
  const height = linesHeight(1, set) + 0.35;
  return breakText(text, PRINTABLE_WIDTH, set).map((line) => ({
    height,
    draw: (page, y) => {
      drawLines(page, { x: ROLL_MARGIN, y, width: PRINTABLE_WIDTH, height }, { ...set, lines: [line] });
    },
  }));
}

/** A name on the left and its value on the right of one line, or of the next line if they would overlap. */
export function pairBlock(name: string, amount: string, textLayout: TextLayout = {}): Block[] {
  const set: TextLayout = { fontSize: 8, ...textLayout };
  const { font = "normal", fontSize = 8 } = set;
  const width = widthOf(amount, font, fontSize);
  const lines = breakText(name, PRINTABLE_WIDTH * 0.66, set);
  const wanted = Math.max(0, ...lines.map((line) => widthOf(line, font, fontSize)));
  if (wanted + GAP + width > PRINTABLE_WIDTH) {
    return [
      ...textBlocks(name, { ...set, align: "left" }),
      ...textBlocks(amount, { ...set, align: "right" }),
    ];
  }
  const height = linesHeight(Math.max(1, lines.length), set) + 0.5;
  const draw = (page: Page, y: number): void => {
    const area = { x: ROLL_MARGIN, y, width: PRINTABLE_WIDTH, height };
    drawLines(page, area, { ...set, lines });
    drawLines(page, area, { ...set, lines: [amount], align: "right" });
  };
  return [{ height, draw }];
}

export function ruleBlock(): Block {
  return {
    height: 2,
    draw: (page, y) => page.horizontal({ x: ROLL_MARGIN, y: y + 1 }, PRINTABLE_WIDTH, { dashes: [1, 0.8] }),
  };
}

export function spaceBlock(height: number): Block {
  return { height, draw: () => {} };
}
