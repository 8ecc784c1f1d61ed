import type { Image } from "./embedded-image.ts";
import { readJpeg } from "./jpeg.ts";
import { isEmbeddablePng, isPng, readPng } from "./png.ts";

/** The largest logo file that is read. */
const BYTES_MAX = 4 * 1024 * 1024;

/** The same bytes are decoded once, however many documents use them. */
const seen = new WeakMap<Uint8Array, { image: Image | null }>();

/** A PNG or JPEG prepared for a PDF; null for another format, a broken image or too many pixels. */
export function readImage(bytes: Uint8Array): Image | null {
  const known = seen.get(bytes);
  if (known) return known.image;
  const pixels = bytes.length > BYTES_MAX ? null : (readJpeg(bytes) ?? readPng(bytes));
  const type = isPng(bytes) ? "image/png" : "image/jpeg";
  const image = pixels && { ...pixels, source: { type, bytes } as const };
  seen.set(bytes, { image });
  return image;
}

/** Says whether printing needs no decoding: the image can be embedded unchanged or is invalid. Decoding
 * takes up to a large part of a second. */
export function isEmbeddableImage(bytes: Uint8Array): boolean {
  return bytes.length > BYTES_MAX || !isPng(bytes) || isEmbeddablePng(bytes);
}
