import { readJpeg } from "./jpeg.ts";
import { isPng, isPngPronto, readPng } from "./png.ts";

/** A picture as a PDF holds it. `dados` are packed as `filtro` says; `cores` is the number of colours of a pixel: grey, red-green-blue
 * or cyan-magenta-yellow-black; `alfa` is its transparency, one byte a pixel, deflated. isFiltrada:
 * the rows are filtered as a PNG filters them. */
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

/** A logo drawn from more than this is no logo. */
const BYTES_MAX = 4 * 1024 * 1024;

/** The same bytes are read once, however many papers they stand on. */
const seen = new WeakMap<Uint8Array, { imagem: Imagem | null }>();

/** A PNG or JPEG as a PDF can hold it; null for anything else, for a broken picture and for one with too many pixels. */
export function readImagem(bytes: Uint8Array): Imagem | null {
  const known = seen.get(bytes);
  if (known) return known.imagem;
  const imagem = bytes.length > BYTES_MAX ? null : (readJpeg(bytes) ?? readPng(bytes));
  seen.set(bytes, { imagem });
  return imagem;
}

/** Whether a picture goes into a PDF as it is, or is none: anything else is opened for it, which may take a good part of a second. */
export function isImagemPronta(bytes: Uint8Array): boolean {
  return bytes.length > BYTES_MAX || !isPng(bytes) || isPngPronto(bytes);
}
