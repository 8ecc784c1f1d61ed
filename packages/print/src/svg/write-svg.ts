import {
  type Area,
  type Mark,
  type Page,
  type Pen,
  POINTS_PER_MM,
  type TextMark,
  widthOf,
} from "../page/page.ts";
import type { Image } from "../pdf/embedded-image.ts";
import { decodeWinAnsi, encodeWinAnsi } from "../pdf/win-ansi.ts";

/** Metric twins of Times; with another font, `textLength` keeps every text as wide as on paper. */
const FAMILY = "Times New Roman,Liberation Serif,Tinos,Times,serif";
const ANCHORS = { left: "start", center: "middle", right: "end" } as const;
/** Digits after the point of a length in millimetres: a 1 000th of a millimetre. */
const DIGITS = 3;

/**
 * An SVG of all pages, one below the other: the drawing of the PDF, to be shown inside a page. One unit is a
 * millimetre; each page is a nested `svg` of class `folha`. It holds no script, link or style sheet.
 * @source SVG 2
 */
export function writeSvg(pages: readonly Page[]): string {
  const width = Math.max(...pages.map((page) => page.width));
  let top = 0;
  let content = "";
  for (const page of pages) {
    content += writePage(page, top);
    top += page.height;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mm(width)} ${mm(top)}" font-family="${FAMILY}">${content}</svg>`;
}

function writePage({ width, height, below, marks }: Page, top: number): string {
  const content = [...below.flat(), ...marks].map(writeMark).join("");
  const size = `width="${mm(width)}" height="${mm(height)}"`;
  return (
    `<svg class="folha" y="${mm(top)}" ${size} viewBox="0 0 ${mm(width)} ${mm(height)}">` +
    `<rect ${size} fill="#fff"/>${content}</svg>`
  );
}

function writeMark(mark: Mark): string {
  switch (mark.kind) {
    case "text":
      return writeText(mark);
    case "line": {
      const { from, to, pen } = mark;
      return `<path d="M${mm(from.x)} ${mm(from.y)}L${mm(to.x)} ${mm(to.y)}" ${writePen(pen)}/>`;
    }
    case "border":
      return `<path d="${rectPath(mark.area)}" ${writePen(mark.pen)}/>`;
    case "fill":
      return `<path d="${mark.areas.map(rectPath).join("")}" fill="${greyOf(mark.grey)}"/>`;
    case "picture":
      return writePicture(mark.image, mark.area);
  }
}

function writeText({ text, at, style }: TextMark): string {
  const { font, fontSize, align, grey, rotation } = style;
  const codes = encodeWinAnsi(text);
  const [x, y] = [mm(at.x), mm(at.y)];
  const attributes = [
    `x="${x}" y="${y}" font-size="${mm(fontSize / POINTS_PER_MM)}"`,
    font === "bold" ? ' font-weight="700"' : font === "italic" ? ' font-style="italic"' : "",
    align === "left" ? "" : ` text-anchor="${ANCHORS[align]}"`,
    grey === 0 ? "" : ` fill="${greyOf(grey)}"`,
    rotation === 0 ? "" : ` transform="rotate(${-rotation} ${x} ${y})"`,
    ` textLength="${mm(widthOf(codes, font, fontSize))}" lengthAdjust="spacingAndGlyphs"`,
  ];
  return `<text ${attributes.join("")}>${escapeXml(decodeWinAnsi(codes))}</text>`;
}

function writePen({ thickness, grey, dashes }: Pen): string {
  const dash = dashes ? ` stroke-dasharray="${dashes.map(mm).join(" ")}"` : "";
  return `fill="none" stroke="${greyOf(grey)}" stroke-width="${mm(thickness / POINTS_PER_MM)}"${dash}`;
}

function writePicture({ source }: Image, { x, y, width, height }: Area): string {
  const href = `data:${source.type};base64,${Buffer.from(source.bytes).toString("base64")}`;
  return (
    `<image x="${mm(x)}" y="${mm(y)}" width="${mm(width)}" height="${mm(height)}"` +
    ` preserveAspectRatio="none" href="${href}"/>`
  );
}

function rectPath({ x, y, width, height }: Area): string {
  return `M${mm(x)} ${mm(y)}h${mm(width)}v${mm(height)}h${mm(-width)}z`;
}

function mm(value: number): string {
  return String(Number(value.toFixed(DIGITS)));
}

function greyOf(grey: number): string {
  const level = Math.round(grey * 255)
    .toString(16)
    .padStart(2, "0");
  return `#${level.repeat(3)}`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Without the control characters that XML forbids. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd]/g, " ")
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}
