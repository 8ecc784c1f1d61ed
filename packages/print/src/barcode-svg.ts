import { type ChaveAcesso, CODE128_QUIET_MODULES, code128Widths, formatChave } from "@malote/syntax";

/** Printed size, with quiet zones. */
export type BarcodeSize = { widthMm: number; heightMm: number };

/** The area that the manuals reserve for the access key on a DANFE.   @source NT Conjunta DF-e 2025.001:
 * at least 11.5 × 0.8 cm */
export const BARCODE_DANFE: BarcodeSize = { widthMm: 115, heightMm: 10 };

/** A complete SVG document with the bar code of an access key. One module is one unit wide; the bars are
 * one path.
 * @throws RangeError for a text that is no key, or a size not above zero */
export function chaveBarcodeSvg(
  chave: ChaveAcesso,
  { widthMm, heightMm }: BarcodeSize = BARCODE_DANFE,
): string {
  if (!(widthMm > 0 && heightMm > 0)) throw new RangeError("the size of a bar code is above zero");
  const widths = code128Widths(chave);
  const total = widths.reduce((sum, width) => sum + width, 2 * CODE128_QUIET_MODULES);
  const label = `Código de barras da chave de acesso ${formatChave(chave)}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthMm}mm" height="${heightMm}mm" viewBox="0 0 ${total} 1"` +
    ` preserveAspectRatio="none" shape-rendering="crispEdges" role="img" aria-label="${label}">` +
    `<path fill="#fff" d="M0 0h${total}v1H0z"/><path fill="#000" d="${barsPath(widths)}"/></svg>`
  );
}

function barsPath(widths: readonly number[]): string {
  let x = CODE128_QUIET_MODULES;
  let path = "";
  for (const [at, width] of widths.entries()) {
    if (at % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  }
  return path;
}
