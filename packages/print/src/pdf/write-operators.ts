import {
  type Align,
  type Area,
  type Mark,
  type Page,
  type Pen,
  POINTS_PER_MM,
  type TextMark,
} from "../page/page.ts";
import type { Image } from "./embedded-image.ts";
import { advanceOf, type Font } from "./fonts.ts";
import { encodeWinAnsi, escapeLiteral } from "./win-ansi.ts";

/** The unit inside a page is a hundredth of a point, so that all numbers are integers. */
const UNITS = 100;
const UNITS_PER_MM = POINTS_PER_MM * UNITS;

const FONT_NAMES: Readonly<Record<Font, string>> = { normal: "/F1", bold: "/F2", italic: "/F3" };

/** The content stream of a page in WinAnsi codes, and the names by which it calls its images. */
export type PageContent = { operators: string; images: ReadonlyMap<Image, string> };

/** @source ISO 32000-1 §8 and §9 */
export function writeOperators({ height, marks, below }: Page): PageContent {
  const images = new Map<Image, string>();
  const scale = `${1 / UNITS} 0 0 ${1 / UNITS} 0 0 cm\n`;
  const under = below.map((each) => `q\n${new Stream(height, images).write(each)}Q\n`).join("");
  return { operators: `${scale}${under}${new Stream(height, images).write(marks)}`, images };
}

/** Writes marks one after the other; what the last one selected is not selected again. */
class Stream {
  readonly #images: Map<Image, string>;
  readonly #top: number;
  #content = "";
  #font: Font | null = null;
  #fontSize = 0;
  #pen: Pen = { thickness: -1, grey: 0, dashes: undefined };
  #fill = 0;

  constructor(heightMm: number, images: Map<Image, string>) {
    this.#images = images;
    this.#top = Math.round(heightMm * UNITS_PER_MM);
  }

  write(marks: readonly Mark[]): string {
    for (const mark of marks) this.#write(mark);
    return this.#content;
  }

  #write(mark: Mark): void {
    switch (mark.kind) {
      case "text":
        this.#text(mark);
        return;
      case "line": {
        this.#penFor(mark.pen);
        const { from, to } = mark;
        this.#content += `${this.#across(from.x)} ${this.#down(from.y)} m ${this.#across(to.x)} ${this.#down(to.y)} l S\n`;
        return;
      }
      case "border":
        this.#penFor(mark.pen);
        this.#content += `${this.#rect(mark.area)} S\n`;
        return;
      case "fill":
        this.#fillWith(mark.grey);
        this.#content += `${mark.areas.map((area) => this.#rect(area)).join("\n")}${mark.areas.length > 1 ? "\n" : " "}f\n`;
        return;
      case "picture":
        this.#picture(mark.image, mark.area);
        return;
    }
  }

  #text({ text, at: { x, y }, style }: TextMark): void {
    const { font, fontSize, align, grey, rotation } = style;
    const codes = encodeWinAnsi(text);
    let across = x * UNITS_PER_MM;
    const shift = align === "left" ? 0 : shiftOf(advanceOf(codes, font) * fontSize, align);
    if (rotation === 0) across -= shift;
    this.#fillWith(grey);
    const change = this.#fontFor(font, fontSize);
    const down = this.#top - Math.round(y * UNITS_PER_MM);
    const place =
      rotation === 0
        ? `${Math.round(across)} ${down} Td`
        : turned({ x: across, y: down }, { rotation, shift });
    this.#content += `BT ${change}${place} (${escapeLiteral(codes)}) Tj ET\n`;
  }

  #picture(image: Image, area: Area): void {
    let name = this.#images.get(image);
    if (name === undefined) {
      name = `/I${this.#images.size + 1}`;
      this.#images.set(image, name);
    }
    const matrix = [area.width, 0, 0, area.height].map((mm) => Math.round(mm * UNITS_PER_MM)).join(" ");
    this.#content += `q ${matrix} ${this.#across(area.x)} ${this.#down(area.y + area.height)} cm ${name} Do Q\n`;
  }

  #across(mm: number): number {
    return Math.round(mm * UNITS_PER_MM);
  }

  #down(mm: number): number {
    return this.#top - Math.round(mm * UNITS_PER_MM);
  }

  #rect({ x, y, width, height }: Area): string {
    const left = this.#across(x);
    const bottom = this.#down(y + height);
    return `${left} ${bottom} ${this.#across(x + width) - left} ${this.#down(y) - bottom} re`;
  }

  #fillWith(grey: number): void {
    if (grey === this.#fill) return;
    this.#fill = grey;
    this.#content += `${grey} g\n`;
  }

  /** The operator that selects a font and size; "" if they are already selected. */
  #fontFor(font: Font, fontSize: number): string {
    if (font === this.#font && fontSize === this.#fontSize) return "";
    this.#font = font;
    this.#fontSize = fontSize;
    return `${FONT_NAMES[font]} ${Math.round(fontSize * UNITS)} Tf `;
  }

  #penFor(pen: Pen): void {
    const { thickness, grey, dashes } = pen;
    const before = this.#pen;
    if (thickness === before.thickness && grey === before.grey && isSameDash(dashes, before.dashes)) return;
    this.#pen = pen;
    const dash = dashes ? dashes.map((mm) => Math.round(mm * UNITS_PER_MM)).join(" ") : "";
    this.#content += `${Math.round(thickness * UNITS)} w ${grey} G [${dash}] 0 d\n`;
  }
}

function isSameDash(a: Pen["dashes"], b: Pen["dashes"]): boolean {
  return a === b || (a?.[0] === b?.[0] && a?.[1] === b?.[1]);
}

/** How far left of its point a text starts, in units; `advance` in thousandths of a point. */
function shiftOf(advance: number, align: Align): number {
  return (align === "center" ? advance / 2 : advance) * (UNITS / 1000);
}

function turned(
  { x, y }: { x: number; y: number },
  { rotation, shift }: { rotation: number; shift: number },
): string {
  const cos = Math.cos((rotation * Math.PI) / 180);
  const sin = Math.sin((rotation * Math.PI) / 180);
  const matrix = [cos, sin, -sin, cos].map((value) => value.toFixed(5)).join(" ");
  return `${matrix} ${Math.round(x - shift * cos)} ${Math.round(y - shift * sin)} Tm`;
}
