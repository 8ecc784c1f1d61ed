import { deflateSync } from "node:zlib";

/** An invented PNG: `linhas` are the unfiltered bytes of each row, `filtro` is the filter type of all
 * rows. */
export type PngPedido = {
  largura: number;
  altura: number;
  bits: number;
  tipo: number;
  linhas: readonly (readonly number[])[];
  filtro?: number;
  paleta?: readonly number[];
  transparencia?: readonly number[];
  entrelacado?: boolean;
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function makePng(pedido: PngPedido): Buffer {
  const { largura, altura, bits, tipo, linhas, filtro = 0, paleta, transparencia, entrelacado } = pedido;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(largura, 0);
  head.writeUInt32BE(altura, 4);
  head.set([bits, tipo, 0, 0, entrelacado ? 1 : 0], 8);
  const raw = Buffer.concat(linhas.map((linha) => Buffer.from([filtro, ...linha])));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    ...(paleta ? [chunk("PLTE", Buffer.from(paleta))] : []),
    ...(transparencia ? [chunk("tRNS", Buffer.from(transparencia))] : []),
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
