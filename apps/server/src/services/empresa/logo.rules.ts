import { LOGO_MAX_BYTES } from "@malote/contract";
import { readImage, shrinkPng } from "@malote/print";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_HEADER_BYTES = 24;

/** Whether a file has the PNG signature. */
export function isPng(bytes: Uint8Array): boolean {
  return PNG.every((byte, at) => bytes[at] === byte);
}

/**
 * The size in a PNG's header, in pixels; zeros if the file is shorter than the header.
 * @source PNG, third edition, §11.2.1
 */
export function sizeOfPng(bytes: Uint8Array): { width: number; height: number } {
  if (bytes.length < PNG_HEADER_BYTES) return { width: 0, height: 0 };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/**
 * Prepares a logo for storage: re-encodes a PNG so that a PDF embeds it without decoding; keeps a JPEG.
 * Null for another format or a damaged file.
 */
export function shrinkLogo(bytes: Uint8Array): Uint8Array | null {
  if (isPng(bytes)) return shrinkPng(bytes, LOGO_MAX_BYTES);
  return readImage(bytes) === null ? null : bytes;
}
