import type { Image } from "./embedded-image.ts";
import { advanceOf, type Font } from "./fonts.ts";
import { encodeWinAnsi, escapeLiteral } from "./win-ansi.ts";

/** Millimetres from the upper left corner of the page. */
export type Point = { x: number; y: number };
/** A rectangle in millimetres, from its upper left corner. */
export type Area = Point & { width: number; height: number };
export type Align = "left" | "center" | "right";

/** Text format: `fontSize` in points, `grey` from 0 (black) to 1 (white), `rotation` in degrees
 * counter-clockwise. */
export type TextStyle = { font?: Font; fontSize?: number; align?: Align; grey?: number; rotation?: number };
/** Line format: `thickness` in points, `dashes` the lengths of dash and gap in millimetres. */
export type Stroke = { thickness?: number; grey?: number; dashes?: readonly [number, number] };

/** Points per millimetre. */
export const POINTS_PER_MM = 72 / 25.4;
/** The unit inside a page is a hundredth of a point, so that all numbers are integers. */
const UNITS = 100;
const UNITS_PER_MM = POINTS_PER_MM * UNITS;
const THIN: Stroke = {};
const THIN_POINTS = 0.35;

const FONT_NAMES: Readonly<Record<Font, string>> = { normal: "/F1", bold: "/F2", italic: "/F3" };

/** The width of a text on one line, in millimetres. */
export function widthOf(text: string, font: Font, fontSize: number): number {
  return (advanceOf(encodeWinAnsi(text), font) * fontSize) / (1000 * POINTS_PER_MM);
}

/** A page being drawn. Later drawing covers earlier drawing. */
export class Page {
  readonly width: number;
  readonly height: number;
  readonly images = new Map<Image, string>();
  #under = "";
  #content = "";
  #font: Font | null = null;
  #fontSize = 0;
  #thickness = -1;
  #cinzaTraco = 0;
  #dashes: Stroke["dashes"];
  #fill = 0;
  #top: number;

  /** @param pageFormat width and height in millimetres */
  constructor({ width, height }: { width: number; height: number }) {
    this.width = width;
    this.height = height;
    this.#top = Math.round(height * UNITS_PER_MM);
  }

  /** Draws a text on one line. The point is on its base line: start, middle or end of the text, by its
   * alignment. */
  text(text: string, { x, y }: Point, textStyle: TextStyle = {}): void {
    const { font = "normal", fontSize = 8, align = "left", grey = 0, rotation = 0 } = textStyle;
    if (text === "") return;
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

  /** A line to the right. */
  horizontal(from: Point, lengthMm: number, stroke: Stroke = THIN): void {
    this.line(from, { x: from.x + lengthMm, y: from.y }, stroke);
  }

  /** A line downwards. */
  vertical(from: Point, lengthMm: number, stroke: Stroke = THIN): void {
    this.line(from, { x: from.x, y: from.y + lengthMm }, stroke);
  }

  line(from: Point, to: Point, stroke: Stroke = THIN): void {
    this.#penFor(stroke);
    this.#content += `${this.#across(from.x)} ${this.#down(from.y)} m ${this.#across(to.x)} ${this.#down(to.y)} l S\n`;
  }

  /** The border of a rectangle. */
  border(area: Area, stroke: Stroke = THIN): void {
    this.#penFor(stroke);
    this.#content += `${this.#rect(area)} S\n`;
  }

  /** A rectangle filled with grey. */
  fill(area: Area, grey: number): void {
    this.#fillWith(grey);
    this.#content += `${this.#rect(area)} f\n`;
  }

  /** Many black rectangles as one path, for bars and modules. */
  fillAll(areas: readonly Area[]): void {
    if (areas.length === 0) return;
    this.#fillWith(0);
    let path = "";
    for (const area of areas) path += `${this.#rect(area)}\n`;
    this.#content += `${path}f\n`;
  }

  /** An image stretched over a rectangle. */
  picture(image: Image, area: Area): void {
    let name = this.images.get(image);
    if (name === undefined) {
      name = `/I${this.images.size + 1}`;
      this.images.set(image, name);
    }
    const matrix = [area.width, 0, 0, area.height].map((mm) => Math.round(mm * UNITS_PER_MM)).join(" ");
    this.#content += `q ${matrix} ${this.#across(area.x)} ${this.#down(area.y + area.height)} cm ${name} Do Q\n`;
  }

  /** Draws below all other content of the page, earlier and later. */
  under(draw: (page: Page) => void): void {
    const below = new Page(this);
    draw(below);
    this.#under += `q\n${below.#content}Q\n`;
  }

  /** The page's content stream, in WinAnsi codes. */
  toOperators(): string {
    const scale = `${1 / UNITS} 0 0 ${1 / UNITS} 0 0 cm\n`;
    return `${scale}${this.#under}${this.#content}`;
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

  #penFor({ thickness = THIN_POINTS, grey = 0, dashes }: Stroke): void {
    if (thickness === this.#thickness && grey === this.#cinzaTraco && isSameDash(dashes, this.#dashes))
      return;
    this.#thickness = thickness;
    this.#cinzaTraco = grey;
    this.#dashes = dashes;
    const dash = dashes ? dashes.map((mm) => Math.round(mm * UNITS_PER_MM)).join(" ") : "";
    this.#content += `${Math.round(thickness * UNITS)} w ${grey} G [${dash}] 0 d\n`;
  }
}

function isSameDash(a: Stroke["dashes"], b: Stroke["dashes"]): boolean {
  return a === b || (a?.[0] === b?.[0] && a?.[1] === b?.[1]);
}

/** How far left of its point a text starts, in units; `advance` in thousandths of a point. */
function shiftOf(advance: number, align: Align): number {
  return (align === "center" ? advance / 2 : advance) * (UNITS / 1000);
}

function turned({ x, y }: Point, { rotation, shift }: { rotation: number; shift: number }): string {
  const cos = Math.cos((rotation * Math.PI) / 180);
  const sin = Math.sin((rotation * Math.PI) / 180);
  const matrix = [cos, sin, -sin, cos].map((value) => value.toFixed(5)).join(" ");
  return `${matrix} ${Math.round(x - shift * cos)} ${Math.round(y - shift * sin)} Tm`;
}
