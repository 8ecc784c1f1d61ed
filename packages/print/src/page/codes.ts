import { CODE128_QUIET_MODULES, code128Widths } from "@malote/syntax";
import { create } from "qrcode";
import { drawBox } from "./box.ts";
import type { Area, Page, Point } from "./page.ts";

/** Draws a text of ASCII 32 to 95, such as an access key, as a bar code that fills an area with its quiet
 * zones; nothing for another text. A key with letters needs at least 115 × 8 mm: a module then has 0.2
 * mm.   @source NT Conjunta DF-e 2025.001 */
export function drawBarcode(page: Page, area: Area, text: string): void {
  const widths = widthsOf(text);
  const total = widths.reduce((sum, width) => sum + width, 2 * CODE128_QUIET_MODULES);
  const module = area.width / total;
  const bars: Area[] = [];
  let at = CODE128_QUIET_MODULES;
  widths.forEach((width, index) => {
    if (index % 2 === 0) bars.push({ ...area, x: area.x + at * module, width: width * module });
    at += width;
  });
  page.fillAll(bars);
}

function widthsOf(text: string): number[] {
  // The reader of the document refuses an invalid key; the printed form only omits its bars.
  return /^[ -_]+$/.test(text) ? code128Widths(text) : [];
}

const QR_ILEGIVEL = "QR CODE ILEGÍVEL";
export const SEM_QR =
  "O QR Code do arquivo não confere com os endereços publicados pela SEFAZ e não foi impresso. Consulte pela chave de acesso.";

/** Prints the reason in place of a QR code whose address is not one that SEFAZ publishes. */
export function drawNoQr(page: Page, area: Area): void {
  drawBox(page, area, { text: SEM_QR, fontSize: 7, align: "center", vertical: "middle" });
}

/** Draws a text as a QR code of `side` millimetres without its quiet zone: leave a tenth blank around it.
 * Level M, or L for longer texts; a notice for a text that no QR code can hold.   @source ISO/IEC 18004 */
export function drawQr(page: Page, { x, y, side }: Point & { side: number }, text: string): void {
  const modules = modulesOf(text);
  if (!modules) {
    const notice = {
      text: QR_ILEGIVEL,
      fontSize: 8,
      align: "center",
      vertical: "middle",
      border: null,
    } as const;
    if (text !== "") drawBox(page, { x, y, width: side, height: side }, notice);
    return;
  }
  const { size } = modules;
  const step = side / size;
  const dark: Area[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!modules.get(row, column)) continue;
      let end = column + 1;
      while (end < size && modules.get(row, end)) end += 1;
      dark.push({ x: x + column * step, y: y + row * step, width: (end - column) * step, height: step });
      column = end;
    }
  }
  page.fillAll(dark);
}

type Modules = { size: number; get(row: number, column: number): number | boolean };

/** Capacity in bytes of the largest QR code at level M and at level L. */
const BYTES_M = 2331;
const BYTES_L = 2953;

function modulesOf(text: string): Modules | null {
  const bytes = Buffer.byteLength(text);
  if (bytes === 0 || bytes > BYTES_L) return null;
  return create(text, { errorCorrectionLevel: bytes > BYTES_M ? "L" : "M" }).modules;
}
