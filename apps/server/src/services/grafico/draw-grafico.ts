import type { GraficoTipo } from "@malote/contract";
import type { Desenho } from "./clean-svg.ts";

/** Maximum number of pixels of a picture. */
const PIXELS_MAX = 40_000_000;
/** Density (dpi) at which one pixel of the drawing is one pixel of the picture. */
const PONTOS = 72;
/** Timeout, shorter than that of the drawing process. */
const TEMPO_S = 6;
/** Density limit of the drawing library. */
const DENSIDADE_MAX = 100_000;

/** largura: of the picture, in pixels. */
export type GraficoPedido = {
  desenho: Desenho;
  tipo: Exclude<GraficoTipo, "image/svg+xml">;
  largura: number;
};

/** Whether a picture of this size is within the pixel limit. */
export function fitsGrafico({ desenho, largura }: Pick<GraficoPedido, "desenho" | "largura">): boolean {
  return Math.ceil(largura) * Math.ceil(alturaOf(desenho, largura)) <= PIXELS_MAX;
}

/** Renders a chart as a picture on white; null if it cannot be rendered. */
export async function drawGrafico({ desenho, tipo, largura }: GraficoPedido): Promise<Uint8Array | null> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  const density = Math.min(DENSIDADE_MAX, Math.max(1, (PONTOS * largura) / desenho.largura));
  const size = {
    width: Math.max(1, Math.round(largura)),
    height: Math.max(1, Math.round(alturaOf(desenho, largura))),
  };
  try {
    const picture = sharp(Buffer.from(desenho.svg), { density, limitInputPixels: PIXELS_MAX })
      .timeout({ seconds: TEMPO_S })
      .resize({ ...size, fit: "fill" })
      .flatten({ background: "#ffffff" });
    return await (tipo === "image/png" ? picture.png() : picture.jpeg({ quality: 90 })).toBuffer();
  } catch {
    return null;
  }
}

function alturaOf({ largura: own, altura }: Desenho, largura: number): number {
  return (altura * largura) / own;
}
