import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Page } from "../page/page.ts";
import { hasPdftotext, rasterizePdf } from "../tests/external-tools.ts";
import { makePng, type PngRequest } from "../tests/make-png.ts";
import { isEmbeddableImage, readImage } from "./image.ts";
import { writePdf } from "./write-pdf.ts";
import { shrinkPng } from "./write-png.ts";

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

/** The same two pixels, red and blue, in every PNG encoding. */
const SORTS: [string, Omit<PngRequest, "width" | "height">][] = [
  ["true colour", { bits: 8, tipo: 2, lines: [[...RED, ...BLUE]] }],
  [
    "true colour of 16 bits",
    { bits: 16, tipo: 2, lines: [[...RED, ...BLUE].flatMap((each) => [each, each])] },
  ],
  ["true colour with alpha", { bits: 8, tipo: 6, lines: [[...RED, 255, ...BLUE, 255]] }],
  ["a palette of one bit", { bits: 1, tipo: 3, lines: [[0b0100_0000]], palette: [...RED, ...BLUE] }],
  ["a palette of four bits", { bits: 4, tipo: 3, lines: [[0x01]], palette: [...RED, ...BLUE] }],
  ["what is left of it (filter 1)", { bits: 8, tipo: 6, filter: 1, lines: [[255, 0, 0, 255, 1, 0, 255, 0]] }],
  ["what is above it (filter 2)", { bits: 8, tipo: 6, filter: 2, lines: [[...RED, 255, ...BLUE, 255]] }],
  ["the mean (filter 3)", { bits: 8, tipo: 6, filter: 3, lines: [[255, 0, 0, 255, 129, 0, 255, 128]] }],
  ["the nearest (filter 4)", { bits: 8, tipo: 6, filter: 4, lines: [[255, 0, 0, 255, 1, 0, 255, 0]] }],
];

function pixelsOf(bytes: Uint8Array): number[] | undefined {
  const image = readImage(bytes);
  if (!image) return undefined;
  const pixels = [...inflateSync(image.data)];
  // The single row starts with its filter type, which is 0 here.
  return image.isFiltered ? pixels.slice(1) : pixels;
}

describe("readPng", () => {
  test.each(SORTS)("readPng decodes %s", (_, spec) => {
    expect(pixelsOf(makePng({ width: 2, height: 1, ...spec }))).toEqual([...RED, ...BLUE]);
  });

  test("decodes 1-bit greyscale", () => {
    expect(pixelsOf(makePng({ width: 2, height: 1, bits: 1, tipo: 0, lines: [[0b0100_0000]] }))).toEqual([
      0, 0, 0, 255, 255, 255,
    ]);
  });

  test("readPng keeps an alpha channel, and returns none for an opaque image", () => {
    const half = readImage(makePng({ width: 1, height: 1, bits: 8, tipo: 6, lines: [[...RED, 128]] }));
    expect([...inflateSync(half?.alpha ?? new Uint8Array())]).toEqual([128]);
    expect(readImage(makePng({ width: 1, height: 1, bits: 8, tipo: 2, lines: [RED] }))?.alpha).toBeNull();
  });

  test("readPng shrinks an image larger than the printed size", () => {
    const lines = Array.from({ length: 1_200 }, () => new Array<number>(1_000).fill(90));
    const image = readImage(makePng({ width: 1_000, height: 1_200, bits: 8, tipo: 0, lines }));
    expect([image?.width, image?.height]).toEqual([333, 400]);
    expect(new Set(inflateSync(image?.data ?? new Uint8Array()))).toEqual(new Set([90]));
  });

  test.each<[string, Buffer]>([
    [
      "truncated",
      makePng({ width: 2, height: 1, bits: 8, tipo: 2, lines: [[...RED, ...BLUE]] }).subarray(0, 50),
    ],
    [
      "with fewer rows than declared",
      makePng({ width: 2, height: 9, bits: 8, tipo: 2, lines: [[...RED, ...BLUE]] }),
    ],
    ["of 100 million pixels", makePng({ width: 10_000, height: 10_000, bits: 8, tipo: 0, lines: [[0]] })],
    ["with an unknown filter", makePng({ width: 1, height: 1, bits: 8, tipo: 0, filter: 9, lines: [[0]] })],
    ["interlaced", makePng({ width: 1, height: 1, bits: 8, tipo: 0, lines: [[0]], entrelacado: true })],
    ["with a second IHDR of another size", withHeads([1, 1], [2_000, 500])],
    ["with IHDR twice", withHeads([1, 1], [1, 1])],
    ["that does not begin with IHDR", withHeads([1, 1], [1, 1], 1)],
    [
      "of two million pixels",
      makePng({ width: 2_000, height: 1_000, bits: 1, tipo: 0, lines: bare(1_000, 250) }),
    ],
    ["a GIF", Buffer.from("GIF89a\x01\x00\x01\x00")],
    ["empty", Buffer.alloc(0)],
  ])("readPng refuses an image: %s", (_, bytes) => {
    expect(readImage(bytes)).toBeNull();
  });
});

/** Rows of zeros. */
function bare(height: number, bytes: number): number[][] {
  return Array.from({ length: height }, () => new Array<number>(bytes).fill(0));
}

/** A white PNG with the pixel data of the last size and two IHDR chunks; the first `skip` of them are left
 * out. */
function withHeads(first: [number, number], last: [number, number], skip = 0): Buffer {
  const [one, other] = [first, last].map(([width, height]) =>
    makePng({ width, height, bits: 8, tipo: 2, lines: bare(height, width * 3) }),
  ) as [Buffer, Buffer];
  const [start, header] = [8, 8 + 25];
  if (skip > 0) {
    const text = Buffer.from("\0\0\0\x01tEXta\0\0\0\0", "latin1");
    return Buffer.concat([one.subarray(0, start), text, other.subarray(start)]);
  }
  return Buffer.concat([one.subarray(0, header), other.subarray(start)]);
}

describe("shrinkPng", () => {
  const lines = Array.from({ length: 1_000 }, (_, y) =>
    Array.from({ length: 1_000 }, (_, x) => [x & 255, y & 255, (x * y) & 255, x & 255]).flat(),
  );
  const large = makePng({ width: 1_000, height: 1_000, bits: 8, tipo: 6, lines });

  test("shrinkPng returns a small PNG that a PDF can embed unchanged", () => {
    expect(isEmbeddableImage(large)).toBe(false);
    const kept = shrinkPng(large, 100_000) ?? Buffer.alloc(0);
    expect(kept.length).toBeLessThanOrEqual(100_000);
    expect(isEmbeddableImage(kept)).toBe(true);
    const image = readImage(kept);
    expect(image).toMatchObject({ isFiltered: true, alpha: null });
    expect(Buffer.from(kept).includes(Buffer.from(image?.data ?? Uint8Array.of(0)))).toBe(true);
    expect(shrinkPng(kept, 100_000)).toEqual(kept);
  });

  test("shrinkPng puts transparent pixels on white", () => {
    const png = makePng({ width: 2, height: 1, bits: 8, tipo: 6, lines: [[...RED, 0, ...RED, 51]] });
    expect(pixelsOf(shrinkPng(png, 1_000) ?? Buffer.alloc(0))).toEqual([255, 255, 255, 255, 204, 204]);
  });

  test("shrinkPng returns null for a broken image or another format", () => {
    for (const bytes of [large.subarray(0, 999), Buffer.from("GIF89a"), Buffer.alloc(0)]) {
      expect(shrinkPng(bytes, 100_000)).toBeNull();
    }
  });

  test.skipIf(!hasPdftotext)(
    "shrinkPng keeps the colours in the PDF, whatever the filter of the rows (pdftoppm)",
    () => {
      const filtered = [
        { filter: 0, lines: [[0, 0, 0, 255, 255, 255]] },
        { filter: 1, lines: [[0, 0, 0, 255, 255, 255]] },
        { filter: 4, lines: [[0, 0, 0, 255, 255, 255]] },
      ];
      for (const { filter, lines: rows } of filtered) {
        const image = readImage(makePng({ width: 2, height: 1, bits: 8, tipo: 2, filter, lines: rows }));
        const page = new Page({ width: 40, height: 40 });
        if (image) page.picture(image, { x: 0, y: 0, width: 40, height: 40 });
        const dots = rasterize(writePdf([page], { title: "Logo" }));
        expect([dots(5, 20), dots(35, 20)]).toEqual([0, 255]);
      }
    },
  );
});

describe.skipIf(!hasPdftotext)("readJpeg", () => {
  const jpeg = makeJpeg();

  test("readJpeg keeps the bytes, and reads the declared size", () => {
    const image = readImage(jpeg);
    expect(image).toMatchObject({ filter: "DCTDecode", colours: 3, data: jpeg });
    expect([image?.width, image?.height]).toEqual([40, 20]);
  });

  test("readJpeg refuses a truncated JPEG", () => {
    expect(readImage(jpeg.subarray(0, jpeg.length - 20))).toBeNull();
  });

  test("a JPEG is drawn at its position on the page", () => {
    const page = new Page({ width: 40, height: 40 });
    const image = readImage(jpeg);
    if (image) page.picture(image, { x: 10, y: 20, width: 20, height: 10 });
    const dots = rasterize(writePdf([page], { title: "Foto" }));
    // 40 dots per side, one per millimetre. The image is black.
    expect([dots(20, 25), dots(20, 10), dots(5, 25), dots(20, 35)]).toEqual([0, 255, 255, 255]);
  });
});

/** A black JPEG of 40 by 20 dots, written by pdftoppm. */
function makeJpeg(): Buffer {
  if (!hasPdftotext) return Buffer.alloc(0);
  const page = new Page({ width: 40, height: 20 });
  page.fill({ x: 0, y: 0, width: 40, height: 20 }, 0);
  const args = ["-jpeg", "-r", "25.4", "-scale-to-x", "40", "-scale-to-y", "20", "-singlefile", "-"];
  return rasterizePdf(writePdf([page], { title: "Preto" }), args);
}

function rasterize(pdf: Uint8Array): (x: number, y: number) => number {
  const args = ["-gray", "-r", "25.4", "-scale-to-x", "40", "-scale-to-y", "40", "-singlefile", "-"];
  const pgm = rasterizePdf(pdf, args);
  const pixels = pgm.subarray(pgm.length - 40 * 40);
  return (x, y) => pixels[y * 40 + x] ?? -1;
}
