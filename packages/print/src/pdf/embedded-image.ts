/** An image as embedded in a PDF. `data` are encoded by `filter`; `colours` is the number of channels per
 * pixel: grey, RGB or CMYK. `alpha` is the alpha channel, one byte per pixel, deflated; isFiltered: the
 * rows have PNG filters. */
export type Image = {
  width: number;
  height: number;
  colours: 1 | 3 | 4;
  isInverted: boolean;
  filter: "DCTDecode" | "FlateDecode";
  isFiltered: boolean;
  data: Uint8Array;
  alpha: Uint8Array | null;
};
