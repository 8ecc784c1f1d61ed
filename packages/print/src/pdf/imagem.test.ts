import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { hasPdftotext, rasterizePdf } from "../tests/ferramentas.ts";
import { makePng, type PngPedido } from "../tests/make-png.ts";
import { isImagemPronta, readImagem } from "./imagem.ts";
import { Pagina } from "./pagina.ts";
import { writePdf } from "./write-pdf.ts";
import { shrinkPng } from "./write-png.ts";

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

/** The same two pixels, red and blue, in every PNG encoding. */
const SORTS: [string, Omit<PngPedido, "largura" | "altura">][] = [
  ["true colour", { bits: 8, tipo: 2, linhas: [[...RED, ...BLUE]] }],
  [
    "true colour of 16 bits",
    { bits: 16, tipo: 2, linhas: [[...RED, ...BLUE].flatMap((each) => [each, each])] },
  ],
  ["true colour with alpha", { bits: 8, tipo: 6, linhas: [[...RED, 255, ...BLUE, 255]] }],
  ["a palette of one bit", { bits: 1, tipo: 3, linhas: [[0b0100_0000]], paleta: [...RED, ...BLUE] }],
  ["a palette of four bits", { bits: 4, tipo: 3, linhas: [[0x01]], paleta: [...RED, ...BLUE] }],
  [
    "what is left of it (filter 1)",
    { bits: 8, tipo: 6, filtro: 1, linhas: [[255, 0, 0, 255, 1, 0, 255, 0]] },
  ],
  ["what is above it (filter 2)", { bits: 8, tipo: 6, filtro: 2, linhas: [[...RED, 255, ...BLUE, 255]] }],
  ["the mean (filter 3)", { bits: 8, tipo: 6, filtro: 3, linhas: [[255, 0, 0, 255, 129, 0, 255, 128]] }],
  ["the nearest (filter 4)", { bits: 8, tipo: 6, filtro: 4, linhas: [[255, 0, 0, 255, 1, 0, 255, 0]] }],
];

function pixelsOf(bytes: Uint8Array): number[] | undefined {
  const imagem = readImagem(bytes);
  if (!imagem) return undefined;
  const pixels = [...inflateSync(imagem.dados)];
  // The single row starts with its filter type, which is 0 here.
  return imagem.isFiltrada ? pixels.slice(1) : pixels;
}

describe("readPng", () => {
  test.each(SORTS)("decodes %s", (_, pedido) => {
    expect(pixelsOf(makePng({ largura: 2, altura: 1, ...pedido }))).toEqual([...RED, ...BLUE]);
  });

  test("decodes 1-bit greyscale", () => {
    expect(pixelsOf(makePng({ largura: 2, altura: 1, bits: 1, tipo: 0, linhas: [[0b0100_0000]] }))).toEqual([
      0, 0, 0, 255, 255, 255,
    ]);
  });

  test("keeps an alpha channel, and returns none for an opaque image", () => {
    const half = readImagem(makePng({ largura: 1, altura: 1, bits: 8, tipo: 6, linhas: [[...RED, 128]] }));
    expect([...inflateSync(half?.alfa ?? new Uint8Array())]).toEqual([128]);
    expect(readImagem(makePng({ largura: 1, altura: 1, bits: 8, tipo: 2, linhas: [RED] }))?.alfa).toBeNull();
  });

  test("shrinks an image larger than the printed size", () => {
    const linhas = Array.from({ length: 1_200 }, () => new Array<number>(1_000).fill(90));
    const imagem = readImagem(makePng({ largura: 1_000, altura: 1_200, bits: 8, tipo: 0, linhas }));
    expect([imagem?.largura, imagem?.altura]).toEqual([333, 400]);
    expect(new Set(inflateSync(imagem?.dados ?? new Uint8Array()))).toEqual(new Set([90]));
  });

  test.each<[string, Buffer]>([
    [
      "truncated",
      makePng({ largura: 2, altura: 1, bits: 8, tipo: 2, linhas: [[...RED, ...BLUE]] }).subarray(0, 50),
    ],
    [
      "with fewer rows than declared",
      makePng({ largura: 2, altura: 9, bits: 8, tipo: 2, linhas: [[...RED, ...BLUE]] }),
    ],
    ["of 100 million pixels", makePng({ largura: 10_000, altura: 10_000, bits: 8, tipo: 0, linhas: [[0]] })],
    [
      "with an unknown filter",
      makePng({ largura: 1, altura: 1, bits: 8, tipo: 0, filtro: 9, linhas: [[0]] }),
    ],
    ["interlaced", makePng({ largura: 1, altura: 1, bits: 8, tipo: 0, linhas: [[0]], entrelacado: true })],
    ["with a second IHDR of another size", withHeads([1, 1], [2_000, 500])],
    ["with IHDR twice", withHeads([1, 1], [1, 1])],
    ["that does not begin with IHDR", withHeads([1, 1], [1, 1], 1)],
    [
      "of two million pixels",
      makePng({ largura: 2_000, altura: 1_000, bits: 1, tipo: 0, linhas: bare(1_000, 250) }),
    ],
    ["a GIF", Buffer.from("GIF89a\x01\x00\x01\x00")],
    ["empty", Buffer.alloc(0)],
  ])("refuses an image: %s", (_, bytes) => {
    expect(readImagem(bytes)).toBeNull();
  });
});

/** Rows of zeros. */
function bare(altura: number, bytes: number): number[][] {
  return Array.from({ length: altura }, () => new Array<number>(bytes).fill(0));
}

/** A white PNG with the pixel data of the last size and two IHDR chunks; the first `skip` of them are left
 * out. */
function withHeads(first: [number, number], last: [number, number], skip = 0): Buffer {
  const [one, other] = [first, last].map(([largura, altura]) =>
    makePng({ largura, altura, bits: 8, tipo: 2, linhas: bare(altura, largura * 3) }),
  ) as [Buffer, Buffer];
  const [inicio, cabeca] = [8, 8 + 25];
  if (skip > 0) {
    const texto = Buffer.from("\0\0\0\x01tEXta\0\0\0\0", "latin1");
    return Buffer.concat([one.subarray(0, inicio), texto, other.subarray(inicio)]);
  }
  return Buffer.concat([one.subarray(0, cabeca), other.subarray(inicio)]);
}

describe("shrinkPng", () => {
  const linhas = Array.from({ length: 1_000 }, (_, y) =>
    Array.from({ length: 1_000 }, (_, x) => [x & 255, y & 255, (x * y) & 255, x & 255]).flat(),
  );
  const large = makePng({ largura: 1_000, altura: 1_000, bits: 8, tipo: 6, linhas });

  test("returns a small PNG that a PDF can embed unchanged", () => {
    expect(isImagemPronta(large)).toBe(false);
    const kept = shrinkPng(large, 100_000) ?? Buffer.alloc(0);
    expect(kept.length).toBeLessThanOrEqual(100_000);
    expect(isImagemPronta(kept)).toBe(true);
    const imagem = readImagem(kept);
    expect(imagem).toMatchObject({ isFiltrada: true, alfa: null });
    expect(Buffer.from(kept).includes(Buffer.from(imagem?.dados ?? Uint8Array.of(0)))).toBe(true);
    expect(shrinkPng(kept, 100_000)).toEqual(kept);
  });

  test("puts transparent pixels on white", () => {
    const png = makePng({ largura: 2, altura: 1, bits: 8, tipo: 6, linhas: [[...RED, 0, ...RED, 51]] });
    expect(pixelsOf(shrinkPng(png, 1_000) ?? Buffer.alloc(0))).toEqual([255, 255, 255, 255, 204, 204]);
  });

  test("returns null for a broken image or another format", () => {
    for (const bytes of [large.subarray(0, 999), Buffer.from("GIF89a"), Buffer.alloc(0)]) {
      expect(shrinkPng(bytes, 100_000)).toBeNull();
    }
  });

  test.skipIf(!hasPdftotext)(
    "keeps the colours in the PDF, whatever the filter of the rows (pdftoppm)",
    () => {
      const filtered = [
        { filtro: 0, linhas: [[0, 0, 0, 255, 255, 255]] },
        { filtro: 1, linhas: [[0, 0, 0, 255, 255, 255]] },
        { filtro: 4, linhas: [[0, 0, 0, 255, 255, 255]] },
      ];
      for (const { filtro, linhas: rows } of filtered) {
        const imagem = readImagem(makePng({ largura: 2, altura: 1, bits: 8, tipo: 2, filtro, linhas: rows }));
        const pagina = new Pagina({ largura: 40, altura: 40 });
        if (imagem) pagina.picture(imagem, { x: 0, y: 0, largura: 40, altura: 40 });
        const dots = rasterize(writePdf([pagina], { titulo: "Logo" }));
        expect([dots(5, 20), dots(35, 20)]).toEqual([0, 255]);
      }
    },
  );
});

describe.skipIf(!hasPdftotext)("readJpeg", () => {
  const jpeg = makeJpeg();

  test("keeps the bytes, and reads the declared size", () => {
    const imagem = readImagem(jpeg);
    expect(imagem).toMatchObject({ filtro: "DCTDecode", cores: 3, dados: jpeg });
    expect([imagem?.largura, imagem?.altura]).toEqual([40, 20]);
  });

  test("refuses a truncated JPEG", () => {
    expect(readImagem(jpeg.subarray(0, jpeg.length - 20))).toBeNull();
  });

  test("the image is drawn at its position on the page", () => {
    const pagina = new Pagina({ largura: 40, altura: 40 });
    const imagem = readImagem(jpeg);
    if (imagem) pagina.picture(imagem, { x: 10, y: 20, largura: 20, altura: 10 });
    const dots = rasterize(writePdf([pagina], { titulo: "Foto" }));
    // 40 dots per side, one per millimetre. The image is black.
    expect([dots(20, 25), dots(20, 10), dots(5, 25), dots(20, 35)]).toEqual([0, 255, 255, 255]);
  });
});

/** A black JPEG of 40 by 20 dots, written by pdftoppm. */
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
