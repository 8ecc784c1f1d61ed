import { describe, expect, test } from "vitest";
import { Page, widthOf } from "../page/page.ts";
import { hasPdftotext, textOfPdf, wordsOf } from "../tests/external-tools.ts";
import { writePdf } from "./write-pdf.ts";

const A4 = { width: 210, height: 297 };
const WHEN = new Date("2026-11-20T12:53:00Z");

function paperOf(draw: (page: Page) => void): Uint8Array {
  const page = new Page(A4);
  draw(page);
  return writePdf([page], { title: "Título", autor: "Ação", data: WHEN });
}

describe("writePdf", () => {
  test("writePdf writes the offset of each object", () => {
    const text = Buffer.from(paperOf((page) => page.text("a", { x: 1, y: 1 }))).toString("latin1");
    const table = /xref\n0 (\d+)\n([\s\S]+?)trailer/.exec(text);
    const rows = (table?.[2] ?? "").trim().split("\n").slice(1);
    expect(rows).toHaveLength(Number(table?.[1]) - 1);
    rows.forEach((row, at) => {
      expect(text.slice(Number(row.slice(0, 10))).startsWith(`${at + 1} 0 obj\n`)).toBe(true);
    });
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe("xref");
  });

  test("writePdf writes equal bytes for equal pages, with the date of the document", () => {
    const draw = (page: Page): void => page.text("Pão de queijo", { x: 20, y: 20 });
    expect(paperOf(draw)).toEqual(paperOf(draw));
    expect(Buffer.from(paperOf(draw)).toString("latin1")).toContain("/CreationDate(D:20261120125300Z)");
  });

  test.skipIf(!hasPdftotext)("writePdf writes a text that reads back with accents and brackets", () => {
    const text = "Ação (nº 1) \\ “São João” – R$ 1.234,50 §";
    const pdf = paperOf((page) => page.text(text, { x: 20, y: 20 }, { fontSize: 10 }));
    expect(textOfPdf(pdf).trim()).toBe(text);
  });

  test.skipIf(!hasPdftotext)("writePdf writes each word at its position", () => {
    const pdf = paperOf((page) => {
      page.text("left", { x: 50, y: 40 }, { fontSize: 10 });
      page.text("center", { x: 50, y: 60 }, { fontSize: 10, align: "center" });
      page.text("right", { x: 50, y: 80 }, { fontSize: 10, align: "right", font: "bold" });
    });
    const mm = Object.fromEntries(
      wordsOf(pdf).map(({ text, x, endX }) => [text, [x / 2.83465, endX / 2.83465]]),
    );
    const half = widthOf("center", "normal", 10) / 2;
    const places: [string, number, number][] = [
      ["left", 50, 50 + widthOf("left", "normal", 10)],
      ["center", 50 - half, 50 + half],
      ["right", 50 - widthOf("right", "bold", 10), 50],
    ];
    for (const [word, from, to] of places) {
      expect(mm[word]?.[0]).toBeCloseTo(from, 1);
      expect(mm[word]?.[1]).toBeCloseTo(to, 1);
    }
  });

  test.skipIf(!hasPdftotext)("writePdf writes pages of the given size", () => {
    const pdf = writePdf([new Page(A4), new Page({ width: 80, height: 1_200 })], { title: "Duas" });
    const boxes = [
      ...Buffer.from(pdf)
        .toString("latin1")
        .matchAll(/MediaBox\[0 0 ([0-9.]+) ([0-9.]+)\]/g),
    ];
    expect(boxes.map(([, width, height]) => [width, height])).toEqual([
      ["595.28", "841.89"],
      ["226.77", "3401.57"],
    ]);
  });
});
