import { type Page, type TextStyle, widthOf } from "../page/page.ts";
import { anchorOf } from "../page/text.ts";

const MIN_FONT_SIZE = 5.5;
const LINE_STEP = 0.5;
const ELLIPSIS = "…";

/** Position of a line of text: `y` is its base line. */
type Place = { x: number; y: number; width: number };

/** Draws a text on one line within its column: shrunk if needed, and truncated with "…" if still too long. */
export function drawFitted(
  page: Page,
  { x, y, width }: Place,
  {
    text: wholeText,
    fontSize = 8,
    font = "normal",
    align = "left",
    ...textStyle
  }: TextStyle & { text: string },
): void {
  if (wholeText === "") return;
  let size = fontSize;
  while (size > MIN_FONT_SIZE && widthOf(wholeText, font, size) > width) size -= LINE_STEP;
  const shown = cut(wholeText, (text) => widthOf(text, font, size) <= width);
  page.text(shown, { x: anchorOf({ x, width }, align), y }, { ...textStyle, fontSize: size, font, align });
}

/** The longest prefix that fits, by binary search. */
function cut(wholeText: string, fits: (text: string) => boolean): string {
  if (fits(wholeText)) return wholeText;
  let [low, high] = [0, wholeText.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(wholeText.slice(0, middle).trimEnd() + ELLIPSIS)) low = middle;
    else high = middle;
  }
  return wholeText.slice(0, low).trimEnd() + ELLIPSIS;
}
