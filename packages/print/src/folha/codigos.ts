import { create } from "qrcode";
import { CODE128_QUIET_MODULES, code128Widths } from "../code128.ts";
import type { Area, Pagina, Ponto } from "../pdf/pagina.ts";
import { drawCaixa } from "./caixa.ts";

/** The access key, or any text of ASCII 32 to 95, as a bar code that fills an area, quiet zones included; nothing for another text.
 * The area is at least 115 × 8 mm for a key with letters, so that a module is not under 0.2 mm.   @source NT Conjunta DF-e 2025.001 */
export function drawBarcode(pagina: Pagina, area: Area, texto: string): void {
  const widths = widthsOf(texto);
  const total = widths.reduce((sum, width) => sum + width, 2 * CODE128_QUIET_MODULES);
  const module = area.largura / total;
  const bars: Area[] = [];
  let at = CODE128_QUIET_MODULES;
  widths.forEach((width, index) => {
    if (index % 2 === 0) bars.push({ ...area, x: area.x + at * module, largura: width * module });
    at += width;
  });
  pagina.fillAll(bars);
}

function widthsOf(texto: string): number[] {
  // A key that is no key is refused by its reader; on paper it only has no bars.
  return /^[ -_]+$/.test(texto) ? code128Widths(texto) : [];
}

const QR_ILEGIVEL = "QR CODE ILEGÍVEL";
export const SEM_QR =
  "O QR Code do arquivo não confere com os endereços publicados pela SEFAZ e não foi impresso. Consulte pela chave de acesso.";

/** In the place of a QR code that does not match what SEFAZ publishes: the reason. */
export function drawSemQr(pagina: Pagina, area: Area): void {
  drawCaixa(pagina, area, { texto: SEM_QR, corpo: 7, alinha: "centro", vertical: "meio" });
}

/** A text as a QR code of `lado` millimetres, without its quiet zone: leave a blank of a tenth around it. Level M, or L for what is
 * longer; in its place, that there is none for a text that no QR code holds.   @source ISO/IEC 18004 */
export function drawQr(pagina: Pagina, { x, y, lado }: Ponto & { lado: number }, texto: string): void {
  const modules = modulesOf(texto);
  if (!modules) {
    const aviso = { texto: QR_ILEGIVEL, corpo: 8, alinha: "centro", vertical: "meio", borda: null } as const;
    if (texto !== "") drawCaixa(pagina, { x, y, largura: lado, altura: lado }, aviso);
    return;
  }
  const { size } = modules;
  const step = lado / size;
  const dark: Area[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!modules.get(row, column)) continue;
      let end = column + 1;
      while (end < size && modules.get(row, end)) end += 1;
      dark.push({ x: x + column * step, y: y + row * step, largura: (end - column) * step, altura: step });
      column = end;
    }
  }
  pagina.fillAll(dark);
}

type Modules = { size: number; get(row: number, column: number): number | boolean };

/** Bytes that level M, and level L, of the largest QR code hold. */
const BYTES_M = 2331;
const BYTES_L = 2953;

function modulesOf(texto: string): Modules | null {
  const bytes = Buffer.byteLength(texto);
  if (bytes === 0 || bytes > BYTES_L) return null;
  return create(texto, { errorCorrectionLevel: bytes > BYTES_M ? "L" : "M" }).modules;
}
