import type { GraficoTipo } from "@malote/contract";
import type { Desenho } from "./clean-svg.ts";

/** Pixels that are drawn at most. */
const PIXELS_MAX = 40_000_000;
/** Points of an inch at which one pixel of the drawing is one of the picture. */
const PONTOS = 72;
/** Less than the process that draws is given. */
const TEMPO_S = 6;
/** What the drawing library takes. */
const DENSIDADE_MAX = 100_000;

/** largura: of the picture, in pixels. */
export type GraficoPedido = {
  desenho: Desenho;
  tipo: Exclude<GraficoTipo, "image/svg+xml">;
  largura: number;
};

/** Whether a picture of so many pixels may be drawn. */
export function fitsGrafico({ desenho, largura }: Pick<GraficoPedido, "desenho" | "largura">): boolean {
  return Math.ceil(largura) * Math.ceil(alturaOf(desenho, largura)) <= PIXELS_MAX;
}

/** Draws a chart as a picture on white; null when it cannot be drawn. */
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
