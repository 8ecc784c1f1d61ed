import { readImage } from "../pdf/image.ts";
import type { Logo } from "../print-request.ts";
import { type Area, type Page, POINTS_PER_MM, type Point, widthOf } from "./page.ts";

const WATERMARK_GREY = 0.88;
/** The watermark's length, as a share of the page's diagonal. */
const WATERMARK_LENGTH = 0.7;

/** Draws a text in large grey letters across an area (by default the page), below all other content. */
export function drawWatermark(page: Page, text: string, area: Area = { x: 0, y: 0, ...sizeOf(page) }): void {
  const { width, height } = area;
  const wanted = Math.hypot(width, height) * WATERMARK_LENGTH;
  const fontSize = Math.min(110, wanted / widthOf(text, "bold", 1));
  const rotation = (Math.atan2(height, width) * 180) / Math.PI;
  const middle = (0.33 * fontSize) / POINTS_PER_MM;
  const angle = (rotation * Math.PI) / 180;
  const x = area.x + width / 2 + middle * Math.sin(angle);
  const y = area.y + height / 2 + middle * Math.cos(angle);
  page.under((below) => {
    below.text(text, { x, y }, { font: "bold", fontSize, rotation, align: "center", grey: WATERMARK_GREY });
  });
}

function sizeOf({ width, height }: Page): { width: number; height: number } {
  return { width, height };
}

/** Draws the tear-off line of a receipt. */
export function drawTearLine(page: Page, from: Point, lengthMm: number): void {
  page.horizontal(from, lengthMm, { thickness: 0.5, dashes: [1.6, 1.2] });
}

/** Draws the issuer's logo, centred and as large as the area allows. Returns false for no logo or an
 * unreadable image. */
export function drawLogo(page: Page, area: Area, logo: Logo | null | undefined): boolean {
  const image = logo ? readImage(logo.bytes) : null;
  if (!image) return false;
  const scale = Math.min(area.width / image.width, area.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const x = area.x + (area.width - width) / 2;
  const y = area.y + (area.height - height) / 2;
  page.picture(image, { x, y, width, height });
  return true;
}
