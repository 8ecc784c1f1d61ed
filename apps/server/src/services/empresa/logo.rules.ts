import { LOGO_MAX_BYTES } from "@malote/contract";
import { readImage, shrinkPng } from "@malote/print";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CABECALHO_PNG = 24;

/** Whether a file begins as a PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return PNG.every((byte, at) => bytes[at] === byte);
}

/** What a PNG says of its size, in pixels; zeros where it breaks off before.   @source PNG, third edition, §11.2.1 */
export function sizeOfPng(bytes: Uint8Array): { width: number; height: number } {
  if (bytes.length < CABECALHO_PNG) return { width: 0, height: 0 };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** A logo as it is kept: a PNG made anew, so small and plain that a paper holds it without opening it; a JPEG as it is. Null for what is
 * neither, or is broken. */
export function shrinkLogo(bytes: Uint8Array): Uint8Array | null {
  if (isPng(bytes)) return shrinkPng(bytes, LOGO_MAX_BYTES);
  return readImage(bytes) === null ? null : bytes;
}
