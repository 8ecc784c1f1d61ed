import { crc32, deflateSync } from "node:zlib";
import { type Pixels, readPixels } from "./png.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** IHDR: 8 bits, colour without alpha, default methods. */
const KIND = [8, 2, 0, 0, 0];
const CHANNEL_COUNT = 3;
/** Each divisor halves the sides of the one before. */
const DIVISORS = [1, 2, 4];

/** A PNG that a PDF embeds unchanged: no larger than printed, transparent pixels on white. A large image
 * takes up to a large part of a second.
 * @returns null if the PNG is invalid
 * @param maximum bytes; a larger result is shrunk further */
export function shrinkPng(bytes: Uint8Array, maximum: number): Uint8Array | null {
  for (const divisor of DIVISORS) {
    const pixels = readPixels(bytes, divisor);
    if (pixels === null) return null;
    const png = writePng(pixels);
    if (png.length <= maximum) return png;
  }
  return null;
}

function writePng({ width, height, rgba }: Pixels): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(KIND, 8);
  const stride = width * CHANNEL_COUNT + 1;
  const rows = Buffer.alloc(stride * height);
  for (let at = 0; at < width * height; at += 1) {
    const alpha = rgba[at * 4 + 3] ?? 255;
    const to = Math.floor(at / width) * stride + 1 + (at % width) * CHANNEL_COUNT;
    for (let each = 0; each < CHANNEL_COUNT; each += 1) {
      rows[to + each] = 255 + Math.round((((rgba[at * 4 + each] ?? 0) - 255) * alpha) / 255);
    }
  }
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
