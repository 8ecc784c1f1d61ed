import { promisify } from "node:util";
import zlib from "node:zlib";

export const gzip = promisify(zlib.gzip);
export const gunzip = promisify(zlib.gunzip);
export const deflateRaw = promisify(zlib.deflateRaw);
export const inflateRaw = promisify(zlib.inflateRaw);

const ISIZE_BYTES = 4;

/** Unpacked size of a file that we packed ourselves.   @source RFC 1952 §2.3.1, ISIZE */
export function unpackedSize(packed: Uint8Array): number {
  if (packed.length < ISIZE_BYTES) return packed.length;
  return Buffer.from(packed.subarray(-ISIZE_BYTES)).readUInt32LE(0);
}
