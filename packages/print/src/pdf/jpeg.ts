import type { EmbeddedPixels } from "./embedded-image.ts";

const PIXELS_MAX = 16_000_000;
const MARKER = 0xff;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const ADOBE = 0xee;
/** Baseline, extended and progressive: the frames that PDF readers support. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/** A JPEG with its bytes unchanged; null if it is invalid, truncated or of a kind that a PDF cannot hold.
 * @source ITU-T T.81 annex B; ISO 32000-1 §7.4.8 */
export function readJpeg(bytes: Uint8Array): EmbeddedPixels | null {
  if (bytes[0] !== MARKER || bytes[1] !== START || !hasEnd(bytes)) return null;
  let frame: Frame | null = null;
  let isAdobe = false;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== MARKER) return null;
    const code = bytes[at + 1] ?? 0;
    if (code === MARKER) {
      at += 1;
      continue;
    }
    if (code === SCAN) return frame && toImage(bytes, frame, isAdobe);
    if (FRAMES.has(code)) frame = readFrame(bytes, at + 4);
    isAdobe ||= code === ADOBE;
    at += 2 + uint16(bytes, at + 2);
  }
  return null;
}

type Frame = { bits: number; width: number; height: number; colours: number };

function readFrame(bytes: Uint8Array, at: number): Frame {
  return {
    bits: bytes[at] ?? 0,
    height: uint16(bytes, at + 1),
    width: uint16(bytes, at + 3),
    colours: bytes[at + 5] ?? 0,
  };
}

function toImage(
  data: Uint8Array,
  { bits, width, height, colours }: Frame,
  isAdobe: boolean,
): EmbeddedPixels | null {
  if (bits !== 8 || width * height === 0 || width * height > PIXELS_MAX) return null;
  if (colours !== 1 && colours !== 3 && colours !== 4) return null;
  // @NOTE Adobe stores CMYK inverted.
  return {
    width,
    height,
    colours,
    isInverted: colours === 4 && isAdobe,
    filter: "DCTDecode",
    isFiltered: false,
    data,
    alpha: null,
  };
}

/** Some writers append padding after the end marker. */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 2; at > 2; at -= 1) {
    if (bytes[at] === MARKER && bytes[at + 1] === END) return true;
  }
  return false;
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
