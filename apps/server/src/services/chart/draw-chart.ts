import type { ChartRequest } from "../../app-context.ts";
import type { Drawing } from "./clean-svg.ts";

/** Maximum number of pixels of a picture. */
const PIXELS_MAX = 40_000_000;
/** Density (dpi) at which one pixel of the drawing is one pixel of the picture. */
const DPI = 72;
/** Timeout, shorter than that of the drawing process. */
const TIMEOUT_S = 6;
/** Density limit of the drawing library. */
const DENSITY_MAX = 100_000;

/** Whether a picture of this size is within the pixel limit. */
export function fitsChart({ drawing, width }: Pick<ChartRequest, "drawing" | "width">): boolean {
  return Math.ceil(width) * Math.ceil(heightOf(drawing, width)) <= PIXELS_MAX;
}

/** Renders a chart as a picture on white; null if it cannot be rendered. */
export async function drawChart({ drawing, type, width }: ChartRequest): Promise<Uint8Array | null> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  const density = Math.min(DENSITY_MAX, Math.max(1, (DPI * width) / drawing.width));
  const size = {
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(heightOf(drawing, width))),
  };
  try {
    const picture = sharp(Buffer.from(drawing.svg), { density, limitInputPixels: PIXELS_MAX })
      .timeout({ seconds: TIMEOUT_S })
      .resize({ ...size, fit: "fill" })
      .flatten({ background: "#ffffff" });
    return await (type === "image/png" ? picture.png() : picture.jpeg({ quality: 90 })).toBuffer();
  } catch {
    return null;
  }
}

function heightOf({ width: own, height }: Drawing, width: number): number {
  return (height * width) / own;
}
