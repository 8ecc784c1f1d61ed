import { describe, expect, test } from "vitest";
import { hasPdftotext, textoOfPdf, wordsOf } from "../tests/ferramentas.ts";
import { Pagina, widthOf } from "./pagina.ts";
import { writePdf } from "./write-pdf.ts";

const A4 = { largura: 210, altura: 297 };
const QUANDO = new Date("2026-11-20T12:53:00Z");

function paperOf(draw: (pagina: Pagina) => void): Uint8Array {
  const pagina = new Pagina(A4);
  draw(pagina);
  return writePdf([pagina], { titulo: "Título", autor: "Ação", data: QUANDO });
}

describe("writePdf", () => {
  test("writes the offset of each object", () => {
    const text = Buffer.from(paperOf((pagina) => pagina.text("a", { x: 1, y: 1 }))).toString("latin1");
    const table = /xref\n0 (\d+)\n([\s\S]+?)trailer/.exec(text);
    const rows = (table?.[2] ?? "").trim().split("\n").slice(1);
    expect(rows).toHaveLength(Number(table?.[1]) - 1);
    rows.forEach((row, at) => {
      expect(text.slice(Number(row.slice(0, 10))).startsWith(`${at + 1} 0 obj\n`)).toBe(true);
    });
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe("xref");
  });

  test("writes equal bytes for equal pages, with the date of the document", () => {
    const draw = (pagina: Pagina): void => pagina.text("Pão de queijo", { x: 20, y: 20 });
    expect(paperOf(draw)).toEqual(paperOf(draw));
    expect(Buffer.from(paperOf(draw)).toString("latin1")).toContain("/CreationDate(D:20261120125300Z)");
  });

  test.skipIf(!hasPdftotext)("writes a text that reads back with accents and brackets", () => {
    const texto = "Ação (nº 1) \\ “São João” – R$ 1.234,50 §";
    const pdf = paperOf((pagina) => pagina.text(texto, { x: 20, y: 20 }, { corpo: 10 }));
    expect(textoOfPdf(pdf).trim()).toBe(texto);
  });

  test.skipIf(!hasPdftotext)("writes each word at its position", () => {
    const pdf = paperOf((pagina) => {
      pagina.text("esquerda", { x: 50, y: 40 }, { corpo: 10 });
      pagina.text("centro", { x: 50, y: 60 }, { corpo: 10, alinha: "centro" });
      pagina.text("direita", { x: 50, y: 80 }, { corpo: 10, alinha: "direita", fonte: "negrito" });
    });
    const mm = Object.fromEntries(
      wordsOf(pdf).map(({ texto, x, ateX }) => [texto, [x / 2.83465, ateX / 2.83465]]),
    );
    const half = widthOf("centro", "normal", 10) / 2;
    const places: [string, number, number][] = [
      ["esquerda", 50, 50 + widthOf("esquerda", "normal", 10)],
      ["centro", 50 - half, 50 + half],
      ["direita", 50 - widthOf("direita", "negrito", 10), 50],
    ];
    for (const [word, from, to] of places) {
      expect(mm[word]?.[0]).toBeCloseTo(from, 1);
      expect(mm[word]?.[1]).toBeCloseTo(to, 1);
    }
  });

  test.skipIf(!hasPdftotext)("writes pages of the given size", () => {
    const pdf = writePdf([new Pagina(A4), new Pagina({ largura: 80, altura: 1_200 })], { titulo: "Duas" });
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
