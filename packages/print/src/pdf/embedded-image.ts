/** An image as embedded in a PDF. `data` are encoded by `filter`; `colours` is the number of channels per
 * pixel: grey, RGB or CMYK. `alpha` is the alpha channel, one byte per pixel, deflated; isFiltered: the
 * rows have PNG filters. */
export type EmbeddedPixels = {
  width: number;
  height: number;
  colours: 1 | 3 | 4;
  isInverted: boolean;
  filter: "DCTDecode" | "FlateDecode";
  isFiltered: boolean;
  data: Uint8Array;
  alpha: Uint8Array | null;
};

/** An image of a drawing: as embedded in a PDF, and the file that it was read from. */
export type Image = EmbeddedPixels & {
  source: { type: "image/png" | "image/jpeg"; bytes: Uint8Array };
};
