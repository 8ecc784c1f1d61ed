import type { PrintedNfe } from "@malote/dfe";
import { drawBox } from "../../page/box.ts";
import type { Area, Page } from "../../page/page.ts";
import type { Space } from "../../page/space.ts";
import { breakText, drawLines, linesHeight, linesWithin, type TextLayout } from "../../page/text.ts";
import { additionalTextsOf, fiscoTextsOf } from "../additional-texts.ts";
import { CONTINUED, CONTINUES } from "../texts.ts";

const TEXT_LAYOUT: TextLayout = { fontSize: 7, lineHeight: 1.1 };
const MARGIN = 0.8;
const TITLE = 3;
/** From the top of a box to its first line, below the title. */
const HEADER = 2.9;
/** Height of the note that the text continues. */
const NOTICE = 2.6;
const FISCO_SHARE = 0.3;
const MIN_HEIGHT = 22;

/** The "dados adicionais" block of a DANFE, and the part of it not drawn yet. */
export class AdditionalData {
  readonly #fiscoWidth: number;
  #info: string[];
  #fisco: string[];
  #isBegun = false;

  /** @param width of the whole block, in millimetres   @param truncated paragraphs truncated in the boxes
   * above */
  constructor(form: PrintedNfe, width: number, truncated: readonly string[] = []) {
    this.#fiscoWidth = width * FISCO_SHARE;
    const info = width - this.#fiscoWidth;
    this.#info = [...additionalTextsOf(form), ...truncated].flatMap((line) =>
      breakText(line, info - 2 * MARGIN, TEXT_LAYOUT),
    );
    this.#fisco = fiscoTextsOf(form).flatMap((line) =>
      breakText(line, this.#fiscoWidth - 2 * MARGIN, TEXT_LAYOUT),
    );
  }

  get isDone(): boolean {
    return this.#isBegun && this.#info.length === 0 && this.#fisco.length === 0;
  }

  /** The minimum height of a block. */
  get minimum(): number {
    return Math.min(MIN_HEIGHT, this.#wanted());
  }

  /** The height of the remaining text, without blanks. */
  get fullHeight(): number {
    return this.#wanted();
  }

  /** The height that the remaining text needs, limited to `room`, but at least the minimum. */
  heightWithin(room: number): number {
    const least = this.#isBegun ? this.minimum : MIN_HEIGHT;
    return Math.max(least, Math.min(this.#wanted(), room));
  }

  /** Draws the part that fits the height. */
  draw({ page, x, y, width }: Space, height: number): void {
    const title = this.#isBegun ? `DADOS ADICIONAIS - ${CONTINUED.toUpperCase()}` : "DADOS ADICIONAIS";
    page.text(title, { x: x + 0.3, y: y + 2.4 }, { fontSize: 6, font: "bold" });
    const box = { x, y: y + TITLE, width: width - this.#fiscoWidth, height: height - TITLE };
    this.#info = drawPart(page, box, { title: "INFORMAÇÕES COMPLEMENTARES", lines: this.#info });
    const fisco = { ...box, x: x + box.width, width: this.#fiscoWidth };
    this.#fisco = drawPart(page, fisco, { title: "RESERVADO AO FISCO", lines: this.#fisco });
    this.#isBegun = true;
  }

  #wanted(): number {
    const lines = Math.max(this.#info.length, this.#fisco.length);
    return TITLE + HEADER + linesHeight(lines, TEXT_LAYOUT) + MARGIN;
  }
}

/** Returns the lines that did not fit. */
function drawPart(page: Page, area: Area, { title, lines }: { title: string; lines: string[] }): string[] {
  drawBox(page, area, { title });
  const text = {
    x: area.x + MARGIN,
    y: area.y + HEADER,
    width: area.width - 2 * MARGIN,
    height: area.height - HEADER - MARGIN / 2,
  };
  const isWhole = lines.length <= linesWithin(text.height, TEXT_LAYOUT);
  if (!isWhole) {
    text.height -= NOTICE;
    const place = { x: area.x + area.width - MARGIN, y: area.y + area.height - 0.9 };
    page.text(CONTINUES, place, { fontSize: 6, font: "italic", align: "right" });
  }
  const count = drawLines(page, text, { ...TEXT_LAYOUT, lines });
  return lines.slice(count);
}
