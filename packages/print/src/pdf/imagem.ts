import { readJpeg } from "./jpeg.ts";
import { isPng, isPngPronto, readPng } from "./png.ts";

/** An image as embedded in a PDF. `dados` are encoded by `filtro`; `cores` is the number of channels per
 * pixel: grey, RGB or CMYK. `alfa` is the alpha channel, one byte per pixel, deflated; isFiltrada: the
 * rows have PNG filters. */
export type Imagem = {
  largura: number;
  altura: number;
  cores: 1 | 3 | 4;
  isInvertida: boolean;
  filtro: "DCTDecode" | "FlateDecode";
  isFiltrada: boolean;
  dados: Uint8Array;
  alfa: Uint8Array | null;
};

/** The largest logo file that is read. */
const BYTES_MAX = 4 * 1024 * 1024;

/** The same bytes are decoded once, however many documents use them. */
const seen = new WeakMap<Uint8Array, { imagem: Imagem | null }>();

/** A PNG or JPEG prepared for a PDF; null for another format, a broken image or too many pixels. */
export function readImagem(bytes: Uint8Array): Imagem | null {
  const known = seen.get(bytes);
  if (known) return known.imagem;
  const imagem = bytes.length > BYTES_MAX ? null : (readJpeg(bytes) ?? readPng(bytes));
  seen.set(bytes, { imagem });
  return imagem;
}

/** Says whether printing needs no decoding: the image can be embedded unchanged or is invalid. Decoding
 * takes up to a large part of a second. */
export function isImagemPronta(bytes: Uint8Array): boolean {
  return bytes.length > BYTES_MAX || !isPng(bytes) || isPngPronto(bytes);
}
