import { deflateSync, inflateSync } from "node:zlib";
import type { EmbeddedPixels } from "./embedded-image.ts";

/** Limits decoding to 12 MB, at 16 bits with alpha. */
const PIXELS_MAX = 1_500_000;
/** Enough for a logo of 40 mm at 300 dpi; a larger image is shrunk. */
const SIDE_MAX = 500;
const TRUE_COLOUR = 2;
const IHDR_LENGTH = 13;
const FILTER_MAX = 4;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Samples per pixel by colour type.   @source PNG, third edition, §11.2.1 */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Header = { width: number; height: number; bits: number; tipo: number; channels: number };
type PngParts = { header: Header; palette: Uint8Array; transparency: Uint8Array; data: Buffer };
export type Pixels = { width: number; height: number; rgba: Uint8Array };

/** A PNG of any colour type and depth, shrunk if large; null if invalid or interlaced. One that a PDF can
 * embed unchanged (see {@link isEmbeddablePng}) is only checked, which takes a millisecond.
 * @source PNG, third edition */
export function readPng(bytes: Uint8Array): EmbeddedPixels | null {
  const parts = splitPng(bytes);
  if (!parts) return null;
  if (isEmbeddable(parts)) return isWhole(parts) ? toFiltered(parts) : null;
  const pixels = openPixels(parts);
  return pixels && toImage(pixels);
}

/** Whether a PDF can embed a PNG unchanged, by its header: colours of 8 bits without alpha, no larger than
 * printed. */
export function isEmbeddablePng(bytes: Uint8Array): boolean {
  const parts = splitPng(bytes);
  return parts !== null && isEmbeddable(parts);
}

/** The pixels of a PNG, shrunk if large; null if invalid.   @param divisor divides the sides further */
export function readPixels(bytes: Uint8Array, divisor = 1): Pixels | null {
  const parts = splitPng(bytes);
  return parts && openPixels(parts, divisor);
}

function openPixels(parts: PngParts, divisor = 1): Pixels | null {
  const rows = unpack(parts);
  return rows && shrink(toRgba(rows, parts), divisor);
}

function isEmbeddable({ header: { width, height, bits, tipo }, transparency }: PngParts): boolean {
  return (
    tipo === TRUE_COLOUR && bits === 8 && transparency.length === 0 && Math.max(width, height) <= SIDE_MAX
  );
}

/** Whether all rows are present, each with a known filter. */
function isWhole({ header: { width, height, channels }, data }: PngParts): boolean {
  const row = width * channels + 1;
  const raw = inflate(data, row * height);
  if (!raw) return false;
  for (let at = 0; at < height; at += 1) if ((raw[at * row] ?? 0) > FILTER_MAX) return false;
  return true;
}

function toFiltered({ header: { width, height }, data }: PngParts): EmbeddedPixels {
  const plain = { colours: 3, isInverted: false, filter: "FlateDecode", alpha: null } as const;
  return { ...plain, width, height, data, isFiltered: true };
}

/** Whether a file starts with the PNG signature. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((value, at) => bytes[at] === value);
}

function splitPng(bytes: Uint8Array): PngParts | null {
  if (!isPng(bytes)) return null;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const data: Buffer[] = [];
  let header: Header | null = null;
  let palette = new Uint8Array(0);
  let transparency = new Uint8Array(0);
  for (let at = SIGNATURE.length; at + 12 <= view.length; ) {
    const length = view.readUInt32BE(at);
    const name = view.toString("latin1", at + 4, at + 8);
    const body = view.subarray(at + 8, at + 8 + length);
    if (body.length < length) return null;
    // Exactly one IHDR, before all else: readers differ on which of two counts.
    if ((name === "IHDR") !== (at === SIGNATURE.length)) return null;
    if (name === "IHDR") header = readHeader(body);
    else if (name === "PLTE") palette = new Uint8Array(body);
    else if (name === "tRNS") transparency = new Uint8Array(body);
    else if (name === "IDAT") data.push(body);
    else if (name === "IEND") break;
    if (header === null) return null;
    at += 12 + length;
  }
  return header && { header, palette, transparency, data: Buffer.concat(data) };
}

function readHeader(body: Buffer): Header | null {
  if (body.length !== IHDR_LENGTH || body[12] !== 0) return null;
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  const [bits, tipo] = [body[8] ?? 0, body[9] ?? 0];
  const channels = CHANNELS[tipo];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(bits)) return null;
  if (width * height === 0 || width * height > PIXELS_MAX) return null;
  return { width, height, bits, tipo, channels };
}

/** The rows with their filters undone; null for broken data. */
function unpack({ header: { width, height, bits, channels }, data }: PngParts): Uint8Array | null {
  const stride = Math.ceil((width * bits * channels) / 8);
  const raw = inflate(data, (stride + 1) * height);
  if (!raw) return null;
  const step = Math.max(1, (bits * channels) >> 3);
  const rows = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0;
    if (filter > FILTER_MAX) return null;
    unfilter({ rows, raw, row, stride, step, filter });
  }
  return rows;
}

function inflate(data: Buffer, length: number): Buffer | null {
  try {
    const raw = inflateSync(data, { maxOutputLength: length + 64 });
    return raw.length >= length ? raw : null;
  } catch {
    // Broken, or larger than its header declares.
    return null;
  }
}

type PngRow = { rows: Uint8Array; raw: Buffer; row: number; stride: number; step: number; filter: number };

function unfilter({ rows, raw, row, stride, step, filter }: PngRow): void {
  const from = row * (stride + 1) + 1;
  const to = row * stride;
  for (let at = 0; at < stride; at += 1) {
    const left = at >= step ? (rows[to + at - step] ?? 0) : 0;
    const up = row > 0 ? (rows[to + at - stride] ?? 0) : 0;
    const corner = row > 0 && at >= step ? (rows[to + at - stride - step] ?? 0) : 0;
    rows[to + at] = ((raw[from + at] ?? 0) + predict(filter, [left, up, corner])) & 0xff;
  }
}

function predict(filter: number, [left, up, corner]: [number, number, number]): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function toRgba(rows: Uint8Array, { header, palette, transparency }: PngParts): Pixels {
  const { width, height, bits, tipo, channels } = header;
  const stride = Math.ceil((width * bits * channels) / 8);
  const rgba = new Uint8Array(width * height * 4);
  const scale = tipo === 3 || bits >= 8 ? 1 : 255 / ((1 << bits) - 1);
  const sample = (row: number, at: number): number => {
    if (bits === 8) return rows[row * stride + at] ?? 0;
    if (bits === 16) return rows[row * stride + at * 2] ?? 0;
    const bit = at * bits;
    const byte = rows[row * stride + (bit >> 3)] ?? 0;
    return ((byte >> (8 - bits - (bit & 7))) & ((1 << bits) - 1)) * scale;
  };
  for (let row = 0, to = 0; row < height; row += 1) {
    for (let x = 0; x < width; x += 1, to += 4) {
      const first = sample(row, x * channels);
      if (tipo === 3) {
        rgba.set(palette.subarray(first * 3, first * 3 + 3), to);
        rgba[to + 3] = transparency[first] ?? 255;
        continue;
      }
      const isColour = channels >= 3;
      rgba[to] = first;
      rgba[to + 1] = isColour ? sample(row, x * channels + 1) : first;
      rgba[to + 2] = isColour ? sample(row, x * channels + 2) : first;
      rgba[to + 3] = channels % 2 === 0 ? sample(row, x * channels + channels - 1) : 255;
    }
  }
  return { width, height, rgba };
}

/** Averages blocks of pixels into one each. */
function shrink(pixels: Pixels, divisor: number): Pixels {
  const factor = Math.ceil(Math.max(pixels.width, pixels.height) / SIDE_MAX) * divisor;
  if (factor <= 1) return pixels;
  const width = Math.max(1, Math.floor(pixels.width / factor));
  const height = Math.max(1, Math.floor(pixels.height / factor));
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rgba.set(average(pixels, { x, y, factor }), (y * width + x) * 4);
  }
  return { width, height, rgba };
}

function average(
  { width, height, rgba }: Pixels,
  { x, y, factor }: { x: number; y: number; factor: number },
): number[] {
  const sum = [0, 0, 0, 0];
  let weight = 0;
  let count = 0;
  for (let row = y * factor; row < Math.min(height, (y + 1) * factor); row += 1) {
    for (let column = x * factor; column < Math.min(width, (x + 1) * factor); column += 1) {
      const at = (row * width + column) * 4;
      const alpha = rgba[at + 3] ?? 0;
      for (let each = 0; each < 3; each += 1) sum[each] = (sum[each] ?? 0) + (rgba[at + each] ?? 0) * alpha;
      weight += alpha;
      count += 1;
    }
  }
  return [
    ...sum.slice(0, 3).map((each) => (weight === 0 ? 255 : each / weight)),
    weight / Math.max(1, count),
  ];
}

function toImage({ width, height, rgba }: Pixels): EmbeddedPixels {
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  let isOpaque = true;
  for (let at = 0; at < alpha.length; at += 1) {
    rgb.set(rgba.subarray(at * 4, at * 4 + 3), at * 3);
    alpha[at] = rgba[at * 4 + 3] ?? 255;
    isOpaque &&= alpha[at] === 255;
  }
  return {
    width,
    height,
    colours: 3,
    isInverted: false,
    filter: "FlateDecode",
    isFiltered: false,
    data: deflateSync(rgb),
    alpha: isOpaque ? null : deflateSync(alpha),
  };
}
