import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { hasPdftotext, rasterizePdf } from "../tests/ferramentas.ts";
import { makePng, type PngPedido } from "../tests/make-png.ts";
import { readImagem } from "./imagem.ts";
import { Pagina } from "./pagina.ts";
import { writePdf } from "./write-pdf.ts";

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

/** The same two pixels, red and blue, in every way that a PNG has of saying so. */
const SORTS: [string, Omit<PngPedido, "largura" | "altura">][] = [
  ["true colour", { bits: 8, tipo: 2, linhas: [[...RED, ...BLUE]] }],
  [
    "true colour of sixteen bits",
    { bits: 16, tipo: 2, linhas: [[...RED, ...BLUE].flatMap((each) => [each, each])] },
  ],
  ["true colour with alpha", { bits: 8, tipo: 6, linhas: [[...RED, 255, ...BLUE, 255]] }],
  ["a palette of one bit", { bits: 1, tipo: 3, linhas: [[0b0100_0000]], paleta: [...RED, ...BLUE] }],
  ["a palette of four bits", { bits: 4, tipo: 3, linhas: [[0x01]], paleta: [...RED, ...BLUE] }],
  ["what is left of it (filter 1)", { bits: 8, tipo: 2, filtro: 1, linhas: [[255, 0, 0, 1, 0, 255]] }],
  ["what is above it (filter 2)", { bits: 8, tipo: 2, filtro: 2, linhas: [[...RED, ...BLUE]] }],
  ["the mean (filter 3)", { bits: 8, tipo: 2, filtro: 3, linhas: [[255, 0, 0, 129, 0, 255]] }],
  ["the nearest (filter 4)", { bits: 8, tipo: 2, filtro: 4, linhas: [[255, 0, 0, 1, 0, 255]] }],
];

function pixelsOf(bytes: Uint8Array): number[] | undefined {
  const imagem = readImagem(bytes);
  return imagem ? [...inflateSync(imagem.dados)] : undefined;
}

describe("a PNG", () => {
  test.each(SORTS)("in %s has its colours", (_, pedido) => {
    expect(pixelsOf(makePng({ largura: 2, altura: 1, ...pedido }))).toEqual([...RED, ...BLUE]);
  });

  test("in grey is grey", () => {
    expect(pixelsOf(makePng({ largura: 2, altura: 1, bits: 1, tipo: 0, linhas: [[0b0100_0000]] }))).toEqual([
      0, 0, 0, 255, 255, 255,
    ]);
  });

  test("keeps its transparency, and has none when it has none", () => {
    const half = readImagem(makePng({ largura: 1, altura: 1, bits: 8, tipo: 6, linhas: [[...RED, 128]] }));
    expect([...inflateSync(half?.alfa ?? new Uint8Array())]).toEqual([128]);
    expect(readImagem(makePng({ largura: 1, altura: 1, bits: 8, tipo: 2, linhas: [RED] }))?.alfa).toBeNull();
  });

  test("larger than paper shows is made smaller", () => {
    const linhas = Array.from({ length: 1_200 }, () => new Array<number>(1_000).fill(90));
    const imagem = readImagem(makePng({ largura: 1_000, altura: 1_200, bits: 8, tipo: 0, linhas }));
    expect([imagem?.largura, imagem?.altura]).toEqual([333, 400]);
    expect(new Set(inflateSync(imagem?.dados ?? new Uint8Array()))).toEqual(new Set([90]));
  });

  test.each<[string, Buffer]>([
    [
      "cut short",
      makePng({ largura: 2, altura: 1, bits: 8, tipo: 2, linhas: [[...RED, ...BLUE]] }).subarray(0, 50),
    ],
    [
      "with fewer rows than it says",
      makePng({ largura: 2, altura: 9, bits: 8, tipo: 2, linhas: [[...RED, ...BLUE]] }),
    ],
    [
      "of a hundred million pixels",
      makePng({ largura: 10_000, altura: 10_000, bits: 8, tipo: 0, linhas: [[0]] }),
    ],
    [
      "with an unknown filter",
      makePng({ largura: 1, altura: 1, bits: 8, tipo: 0, filtro: 9, linhas: [[0]] }),
    ],
    [
      "that comes in passes",
      makePng({ largura: 1, altura: 1, bits: 8, tipo: 0, linhas: [[0]], entrelacado: true }),
    ],
    ["that is a GIF", Buffer.from("GIF89a\x01\x00\x01\x00")],
    ["that is nothing", Buffer.alloc(0)],
  ])("%s is no picture", (_, bytes) => {
    expect(readImagem(bytes)).toBeNull();
  });
});

describe.skipIf(!hasPdftotext)("a JPEG", () => {
  const jpeg = makeJpeg();

  test("is taken as it is, with the size it says", () => {
    const imagem = readImagem(jpeg);
    expect(imagem).toMatchObject({ filtro: "DCTDecode", cores: 3, dados: jpeg });
    expect([imagem?.largura, imagem?.altura]).toEqual([40, 20]);
  });

  test("cut short is no picture", () => {
    expect(readImagem(jpeg.subarray(0, jpeg.length - 20))).toBeNull();
  });

  test("stands on the page where it was put", () => {
    const pagina = new Pagina({ largura: 40, altura: 40 });
    const imagem = readImagem(jpeg);
    if (imagem) pagina.picture(imagem, { x: 10, y: 20, largura: 20, altura: 10 });
    const dots = rasterize(writePdf([pagina], { titulo: "Foto" }));
    // 40 dots a side: one a millimetre. The picture is black.
    expect([dots(20, 25), dots(20, 10), dots(5, 25), dots(20, 35)]).toEqual([0, 255, 255, 255]);
  });
});

/** A black picture of 40 by 20 dots, as a program of another house writes it. */
function makeJpeg(): Buffer {
  if (!hasPdftotext) return Buffer.alloc(0);
  const pagina = new Pagina({ largura: 40, altura: 20 });
  pagina.fill({ x: 0, y: 0, largura: 40, altura: 20 }, 0);
  const args = ["-jpeg", "-r", "25.4", "-scale-to-x", "40", "-scale-to-y", "20", "-singlefile", "-"];
  return rasterizePdf(writePdf([pagina], { titulo: "Preto" }), args);
}

function rasterize(pdf: Uint8Array): (x: number, y: number) => number {
  const args = ["-gray", "-r", "25.4", "-scale-to-x", "40", "-scale-to-y", "40", "-singlefile", "-"];
  const pgm = rasterizePdf(pdf, args);
  const pixels = pgm.subarray(pgm.length - 40 * 40);
  return (x, y) => pixels[y * 40 + x] ?? -1;
}
