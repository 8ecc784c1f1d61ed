import type { Image } from "../pdf/embedded-image.ts";
import { advanceOf, type Font } from "../pdf/fonts.ts";
import { encodeWinAnsi } from "../pdf/win-ansi.ts";

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
const THIN_POINTS = 0.35;

/** The pen of a line, with every property. */
export type Pen = { thickness: number; grey: number; dashes: Stroke["dashes"] };

/** A text on one line; its point is on the base line: start, middle or end of the text, by its alignment. */
export type TextMark = { kind: "text"; text: string; at: Point; style: Required<TextStyle> };

/** One thing drawn on a page. */
export type Mark =
  | TextMark
  | { kind: "line"; from: Point; to: Point; pen: Pen }
  | { kind: "border"; area: Area; pen: Pen }
  | { kind: "fill"; areas: readonly Area[]; grey: number }
  | { kind: "picture"; image: Image; area: Area };

/** The width of a text on one line, in millimetres. */
export function widthOf(text: string, font: Font, fontSize: number): number {
  return (advanceOf(encodeWinAnsi(text), font) * fontSize) / (1000 * POINTS_PER_MM);
}

/**
 * A page being drawn: what is drawn on it, in order. Later drawing covers earlier drawing. `writePdf` and
 * `writeSvg` turn it into a file.
 */
export class Page {
  readonly width: number;
  readonly height: number;
  readonly marks: Mark[] = [];
  /** Below all marks: one list for each call of `under`. */
  readonly below: (readonly Mark[])[] = [];

  /** @param pageFormat width and height in millimetres */
  constructor({ width, height }: { width: number; height: number }) {
    this.width = width;
    this.height = height;
  }

  /** Draws a text on one line. The point is on its base line: start, middle or end of the text, by its
   * alignment. */
  text(text: string, at: Point, textStyle: TextStyle = {}): void {
    const { font = "normal", fontSize = 8, align = "left", grey = 0, rotation = 0 } = textStyle;
    if (text === "") return;
    this.marks.push({ kind: "text", text, at, style: { font, fontSize, align, grey, rotation } });
  }

  /** A line to the right. */
  horizontal(from: Point, lengthMm: number, stroke?: Stroke): void {
    this.line(from, { x: from.x + lengthMm, y: from.y }, stroke);
  }

  /** A line downwards. */
  vertical(from: Point, lengthMm: number, stroke?: Stroke): void {
    this.line(from, { x: from.x, y: from.y + lengthMm }, stroke);
  }

  line(from: Point, to: Point, stroke?: Stroke): void {
    this.marks.push({ kind: "line", from, to, pen: penOf(stroke) });
  }

  /** The border of a rectangle. */
  border(area: Area, stroke?: Stroke): void {
    this.marks.push({ kind: "border", area, pen: penOf(stroke) });
  }

  /** A rectangle filled with grey. */
  fill(area: Area, grey: number): void {
    this.marks.push({ kind: "fill", areas: [area], grey });
  }

  /** Many black rectangles as one path, for bars and modules. */
  fillAll(areas: readonly Area[]): void {
    if (areas.length > 0) this.marks.push({ kind: "fill", areas, grey: 0 });
  }

  /** An image stretched over a rectangle. */
  picture(image: Image, area: Area): void {
    this.marks.push({ kind: "picture", image, area });
  }

  /** Draws below all other content of the page, earlier and later. */
  under(draw: (page: Page) => void): void {
    const page = new Page(this);
    draw(page);
    this.below.push(page.marks);
  }
}

function penOf({ thickness = THIN_POINTS, grey = 0, dashes }: Stroke = {}): Pen {
  return { thickness, grey, dashes };
}
