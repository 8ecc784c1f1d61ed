import type { Page } from "./page.ts";
import { breakText, drawLines, linesHeight, linesWithin, type TextLayout } from "./text.ts";

/** The free space of a page, in millimetres: from (x, y) down to `bottom`, `width` wide. */
export type Space = { page: Page; x: number; y: number; width: number; bottom: number };

/** Opens the page after a full one, draws its head, and returns its free space. */
export type NextPage = (isFull: Space) => Space;

/** Draws a text over as many pages as it needs; returns the space below it. */
export function flowText(
  start: Space,
  text: string,
  { nextPage, ...textLayout }: TextLayout & { nextPage: NextPage },
): Space {
  let space = start;
  let lines = breakText(text, space.width, textLayout);
  for (let turned = false; lines.length > 0; ) {
    const { page, x, y, width } = space;
    const room = linesWithin(space.bottom - y, textLayout);
    // A page without room for any line would cause an endless loop.
    const count = Math.min(lines.length, turned ? Math.max(1, room) : room);
    const height = linesHeight(count, textLayout);
    drawLines(page, { x, y, width, height }, { ...textLayout, lines });
    lines = lines.slice(count);
    if (lines.length === 0) return { ...space, y: y + height };
    space = nextPage(space);
    turned = true;
  }
  return space;
}
