import { deflateSync, inflateSync } from "node:zlib";
import type { Imagem } from "./imagem.ts";

/** Limits decoding to 12 MB, at 16 bits with alpha. */
const PIXELS_MAX = 1_500_000;
/** Enough for a logo of 40 mm at 300 dpi; a larger image is shrunk. */
const SIDE_MAX = 500;
const COR_PURA = 2;
const IHDR_LENGTH = 13;
const FILTRO_MAX = 4;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Samples per pixel by colour type.   @source PNG, third edition, §11.2.1 */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Cabeca = { largura: number; altura: number; bits: number; tipo: number; canais: number };
type Partes = { cabeca: Cabeca; paleta: Uint8Array; transparencia: Uint8Array; dados: Buffer };
export type Pixels = { largura: number; altura: number; rgba: Uint8Array };

/** A PNG of any colour type and depth, shrunk if large; null if invalid or interlaced. One that a PDF can
 * embed unchanged (see {@link isPngPronto}) is only checked, which takes a millisecond.
 * @source PNG, third edition */
export function readPng(bytes: Uint8Array): Imagem | null {
  const partes = splitPng(bytes);
  if (!partes) return null;
  if (isPronto(partes)) return isWhole(partes) ? toFiltrada(partes) : null;
  const pixels = openPixels(partes);
  return pixels && toImagem(pixels);
}

/** Whether a PDF can embed a PNG unchanged, by its header: colours of 8 bits without alpha, no larger than
 * printed. */
export function isPngPronto(bytes: Uint8Array): boolean {
  const partes = splitPng(bytes);
  return partes !== null && isPronto(partes);
}

/** The pixels of a PNG, shrunk if large; null if invalid.   @param menor divides the sides further */
export function readPixels(bytes: Uint8Array, menor = 1): Pixels | null {
  const partes = splitPng(bytes);
  return partes && openPixels(partes, menor);
}

function openPixels(partes: Partes, menor = 1): Pixels | null {
  const rows = unpack(partes);
  return rows && shrink(toRgba(rows, partes), menor);
}

function isPronto({ cabeca: { largura, altura, bits, tipo }, transparencia }: Partes): boolean {
  return (
    tipo === COR_PURA && bits === 8 && transparencia.length === 0 && Math.max(largura, altura) <= SIDE_MAX
  );
}

/** Whether all rows are present, each with a known filter. */
function isWhole({ cabeca: { largura, altura, canais }, dados }: Partes): boolean {
  const row = largura * canais + 1;
  const raw = inflate(dados, row * altura);
  if (!raw) return false;
  for (let at = 0; at < altura; at += 1) if ((raw[at * row] ?? 0) > FILTRO_MAX) return false;
  return true;
}

function toFiltrada({ cabeca: { largura, altura }, dados }: Partes): Imagem {
  const plain = { cores: 3, isInvertida: false, filtro: "FlateDecode", alfa: null } as const;
  return { ...plain, largura, altura, dados, isFiltrada: true };
}

/** Whether a file starts with the PNG signature. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((value, at) => bytes[at] === value);
}

function splitPng(bytes: Uint8Array): Partes | null {
  if (!isPng(bytes)) return null;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const dados: Buffer[] = [];
  let cabeca: Cabeca | null = null;
  let paleta = new Uint8Array(0);
  let transparencia = new Uint8Array(0);
  for (let at = SIGNATURE.length; at + 12 <= view.length; ) {
    const length = view.readUInt32BE(at);
    const name = view.toString("latin1", at + 4, at + 8);
    const body = view.subarray(at + 8, at + 8 + length);
    if (body.length < length) return null;
    // Exactly one IHDR, before all else: readers differ on which of two counts.
    if ((name === "IHDR") !== (at === SIGNATURE.length)) return null;
    if (name === "IHDR") cabeca = readCabeca(body);
    else if (name === "PLTE") paleta = new Uint8Array(body);
    else if (name === "tRNS") transparencia = new Uint8Array(body);
    else if (name === "IDAT") dados.push(body);
    else if (name === "IEND") break;
    if (cabeca === null) return null;
    at += 12 + length;
  }
  return cabeca && { cabeca, paleta, transparencia, dados: Buffer.concat(dados) };
}

function readCabeca(body: Buffer): Cabeca | null {
  if (body.length !== IHDR_LENGTH || body[12] !== 0) return null;
  const [largura, altura] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  const [bits, tipo] = [body[8] ?? 0, body[9] ?? 0];
  const canais = CHANNELS[tipo];
  if (canais === undefined || ![1, 2, 4, 8, 16].includes(bits)) return null;
  if (largura * altura === 0 || largura * altura > PIXELS_MAX) return null;
  return { largura, altura, bits, tipo, canais };
}

/** The rows with their filters undone; null for broken data. */
function unpack({ cabeca: { largura, altura, bits, canais }, dados }: Partes): Uint8Array | null {
  const stride = Math.ceil((largura * bits * canais) / 8);
  const raw = inflate(dados, (stride + 1) * altura);
  if (!raw) return null;
  const step = Math.max(1, (bits * canais) >> 3);
  const rows = new Uint8Array(stride * altura);
  for (let row = 0; row < altura; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0;
    if (filter > FILTRO_MAX) return null;
    unfilter({ rows, raw, row, stride, step, filter });
  }
  return rows;
}

function inflate(dados: Buffer, length: number): Buffer | null {
  try {
    const raw = inflateSync(dados, { maxOutputLength: length + 64 });
    return raw.length >= length ? raw : null;
  } catch {
    // Broken, or larger than its header declares.
    return null;
  }
}

type Linha = { rows: Uint8Array; raw: Buffer; row: number; stride: number; step: number; filter: number };

function unfilter({ rows, raw, row, stride, step, filter }: Linha): void {
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

function toRgba(rows: Uint8Array, { cabeca, paleta, transparencia }: Partes): Pixels {
  const { largura, altura, bits, tipo, canais } = cabeca;
  const stride = Math.ceil((largura * bits * canais) / 8);
  const rgba = new Uint8Array(largura * altura * 4);
  const scale = tipo === 3 || bits >= 8 ? 1 : 255 / ((1 << bits) - 1);
  const sample = (row: number, at: number): number => {
    if (bits === 8) return rows[row * stride + at] ?? 0;
    if (bits === 16) return rows[row * stride + at * 2] ?? 0;
    const bit = at * bits;
    const byte = rows[row * stride + (bit >> 3)] ?? 0;
    return ((byte >> (8 - bits - (bit & 7))) & ((1 << bits) - 1)) * scale;
  };
  for (let row = 0, to = 0; row < altura; row += 1) {
    for (let x = 0; x < largura; x += 1, to += 4) {
      const first = sample(row, x * canais);
      if (tipo === 3) {
        rgba.set(paleta.subarray(first * 3, first * 3 + 3), to);
        rgba[to + 3] = transparencia[first] ?? 255;
        continue;
      }
      const isColour = canais >= 3;
      rgba[to] = first;
      rgba[to + 1] = isColour ? sample(row, x * canais + 1) : first;
      rgba[to + 2] = isColour ? sample(row, x * canais + 2) : first;
      rgba[to + 3] = canais % 2 === 0 ? sample(row, x * canais + canais - 1) : 255;
    }
  }
  return { largura, altura, rgba };
}

/** Averages blocks of pixels into one each. */
function shrink(pixels: Pixels, menor: number): Pixels {
  const factor = Math.ceil(Math.max(pixels.largura, pixels.altura) / SIDE_MAX) * menor;
  if (factor <= 1) return pixels;
  const largura = Math.max(1, Math.floor(pixels.largura / factor));
  const altura = Math.max(1, Math.floor(pixels.altura / factor));
  const rgba = new Uint8Array(largura * altura * 4);
  for (let y = 0; y < altura; y += 1) {
    for (let x = 0; x < largura; x += 1) rgba.set(average(pixels, { x, y, factor }), (y * largura + x) * 4);
  }
  return { largura, altura, rgba };
}

function average(
  { largura, altura, rgba }: Pixels,
  { x, y, factor }: { x: number; y: number; factor: number },
): number[] {
  const sum = [0, 0, 0, 0];
  let weight = 0;
  let count = 0;
  for (let row = y * factor; row < Math.min(altura, (y + 1) * factor); row += 1) {
    for (let column = x * factor; column < Math.min(largura, (x + 1) * factor); column += 1) {
      const at = (row * largura + column) * 4;
      const alfa = rgba[at + 3] ?? 0;
      for (let each = 0; each < 3; each += 1) sum[each] = (sum[each] ?? 0) + (rgba[at + each] ?? 0) * alfa;
      weight += alfa;
      count += 1;
    }
  }
  return [
    ...sum.slice(0, 3).map((each) => (weight === 0 ? 255 : each / weight)),
    weight / Math.max(1, count),
  ];
}

function toImagem({ largura, altura, rgba }: Pixels): Imagem {
  const rgb = new Uint8Array(largura * altura * 3);
  const alfa = new Uint8Array(largura * altura);
  let isOpaque = true;
  for (let at = 0; at < alfa.length; at += 1) {
    rgb.set(rgba.subarray(at * 4, at * 4 + 3), at * 3);
    alfa[at] = rgba[at * 4 + 3] ?? 255;
    isOpaque &&= alfa[at] === 255;
  }
  return {
    largura,
    altura,
    cores: 3,
    isInvertida: false,
    filtro: "FlateDecode",
    isFiltrada: false,
    dados: deflateSync(rgb),
    alfa: isOpaque ? null : deflateSync(alfa),
  };
}
