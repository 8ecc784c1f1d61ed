import { deflateSync } from "node:zlib";

/** An invented PNG: `lines` are the unfiltered bytes of each row, `filter` is the filter type of all
 * rows. */
export type PngRequest = {
  width: number;
  height: number;
  bits: number;
  tipo: number;
  lines: readonly (readonly number[])[];
  filter?: number;
  palette?: readonly number[];
  transparency?: readonly number[];
  entrelacado?: boolean;
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function makePng(spec: PngRequest): Buffer {
  const { width, height, bits, tipo, lines, filter = 0, palette, transparency, entrelacado } = spec;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, tipo, 0, 0, entrelacado ? 1 : 0], 8);
  const raw = Buffer.concat(lines.map((line) => Buffer.from([filter, ...line])));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    ...(palette ? [chunk("PLTE", Buffer.from(palette))] : []),
    ...(transparency ? [chunk("tRNS", Buffer.from(transparency))] : []),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The checksum stays zero: image readers for printing do not verify it. */
function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length, 0);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, body, Buffer.alloc(4)]);
}
