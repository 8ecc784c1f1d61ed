import { describe, expect, test } from "vitest";
import {
  codesOf,
  hasPdftotext,
  hasScanner,
  joinedWordsOf,
  rulesOf,
  wordsOf,
} from "../tests/external-tools.ts";
import { findDefects } from "../tests/find-defects.ts";
import { toPdf } from "../to-pdf.ts";
import { drawBox, drawRow } from "./box.ts";
import { drawBarcode, drawQr } from "./codes.ts";
import { drawWatermark } from "./marks.ts";
import { A4_LANDSCAPE, A4_PORTRAIT, PageSet } from "./page-set.ts";
import { formatPhone } from "./print-formats.ts";
import { flowText, type Space } from "./space.ts";
import { drawTable } from "./table.ts";

const CHAVES = [
  "35261111222333000181550010000001231123456787",
  "35261112ABC34501DE35550010000001231123456788",
];
const LONG = Array.from({ length: 900 }, (_, at) => `palavra${at}`).join(" ");

function start(pageSet: PageSet): { space: Space; nextPage: () => Space } {
  const nextPage = (): Space => ({ page: pageSet.add(A4_PORTRAIT), x: 8, y: 20, width: 194, bottom: 285 });
  return { space: nextPage(), nextPage };
}

describe.skipIf(!hasPdftotext)("drawing a box", () => {
  const area = { x: 20, y: 20, width: 60, height: 7 };

  test("a box shows its whole text in a smaller font", () => {
    const pageSet = new PageSet();
    const text = "Indústria e Comércio de Laticínios São José do Rio Preto LTDA";
    expect(drawBox(pageSet.add(A4_PORTRAIT), area, { title: "NOME", text })).toBe("");
    const { pdf } = toPdf(pageSet.finish({ title: "Caixa" }));
    expect(joinedWordsOf(pdf)).toBe(`NOME ${text}`);
    expect(findDefects(pdf)).toEqual([]);
    for (const { x, endX } of wordsOf(pdf)) expect([x > 20 * 2.83, endX < 80 * 2.84]).toEqual([true, true]);
  });

  test("a box returns the text that does not fit, and shows an ellipsis", () => {
    const pageSet = new PageSet();
    const rest = drawBox(pageSet.add(A4_PORTRAIT), area, { title: "OBSERVAÇÕES", text: LONG });
    const { pdf } = toPdf(pageSet.finish({ title: "Caixa" }));
    const shown = joinedWordsOf(pdf);
    expect(shown.endsWith("…")).toBe(true);
    expect(rest.endsWith("palavra899")).toBe(true);
    expect(findDefects(pdf)).toEqual([]);
  });

  test("a box that is continued elsewhere loses no word and has no ellipsis", () => {
    const pageSet = new PageSet();
    const rest = drawBox(pageSet.add(A4_PORTRAIT), area, { text: LONG, isContinued: true });
    const shown = joinedWordsOf(toPdf(pageSet.finish({ title: "Caixa" })).pdf);
    expect(`${shown} ${rest}`).toBe(LONG);
  });

  test("boxes share a row by width and by weight", () => {
    const pageSet = new PageSet();
    drawRow(pageSet.add(A4_PORTRAIT), { x: 10, y: 10, width: 190, height: 7 }, [
      { weight: 3 },
      { weight: 1 },
      { width: 30 },
    ]);
    const [rules = []] = rulesOf(toPdf(pageSet.finish({ title: "Faixa" })).pdf);
    const edges = new Set(rules.filter(({ x, endX }) => x === endX).map(({ x }) => Math.round(x / 2.83465)));
    expect([...edges].sort((a, b) => a - b)).toEqual([10, 130, 170, 200]);
  });
});

describe.skipIf(!hasPdftotext)("drawing a table", () => {
  const columns = [
    { title: "CÓDIGO", width: 20 },
    { title: "DESCRIÇÃO DO PRODUTO", width: 114 },
    { title: "VALOR TOTAL", width: 60, align: "right" as const },
  ];

  test.each([1, 40, 990])(
    "a table of %i rows has every row, its heads on every page and no overlaps",
    (count) => {
      const pageSet = new PageSet();
      const { space, nextPage } = start(pageSet);
      const lines = Array.from({ length: count }, (_, at) => [
        `c${at}`,
        `Pão de queijo ${at}\nLote ${at}`,
        `${at},00`,
      ]);
      drawTable(space, { columns, lines }, nextPage);
      const { pdf, pages } = toPdf(pageSet.finish({ title: "Tabela" }));
      const words = wordsOf(pdf).map(({ text }) => text);
      expect(words.filter((word) => /^c[0-9]+$/.test(word))).toEqual(lines.map(([code]) => code));
      expect(words.filter((word) => word === "CÓDIGO")).toHaveLength(pages);
      expect(findDefects(pdf)).toEqual([]);
    },
  );

  test("a row longer than a page is broken without losing a word", () => {
    const pageSet = new PageSet();
    const { space, nextPage } = start(pageSet);
    const text = `${LONG} ${LONG} ${LONG}`;
    drawTable(
      space,
      {
        columns,
        lines: [
          ["a", "curta", "1,00"],
          ["b", text, "2,00"],
          ["c", "curta", "3,00"],
        ],
      },
      nextPage,
    );
    const { pdf, pages } = toPdf(pageSet.finish({ title: "Tabela" }));
    expect(pages).toBeGreaterThan(1);
    expect(wordsOf(pdf).filter((word) => word.text.startsWith("palavra"))).toHaveLength(2_700);
    expect(findDefects(pdf)).toEqual([]);
  });
});

describe.skipIf(!hasPdftotext)("drawing a long text", () => {
  test("a long text continues over as many pages as it needs", () => {
    const pageSet = new PageSet();
    const { space, nextPage } = start(pageSet);
    flowText(space, `${LONG} `.repeat(8), { fontSize: 9, nextPage });
    pageSet.number((page, { numero, total }) => page.text(`FOLHA ${numero}/${total}`, { x: 20, y: 10 }));
    const { pdf, pages } = toPdf(pageSet.finish({ title: "Texto" }));
    const words = wordsOf(pdf);
    expect(words.filter(({ text }) => text.startsWith("palavra"))).toHaveLength(7_200);
    expect(words.filter(({ text }) => text === `${pages}/${pages}`)).toHaveLength(1);
    expect(findDefects(pdf)).toEqual([]);
  });
});

describe.skipIf(!hasScanner)("drawing a bar code or QR code", () => {
  test.each(CHAVES)("the bar code of the key %s is decoded from the smallest allowed area", (chave) => {
    const pageSet = new PageSet();
    drawBarcode(pageSet.add(A4_PORTRAIT), { x: 40, y: 40, width: 115, height: 8 }, chave);
    expect(codesOf(toPdf(pageSet.finish({ title: "Barras" })).pdf)).toEqual([chave]);
  });

  test("the QR code of a URL is decoded to that URL", () => {
    const text = `https://www.sefaz.example/nfce?p=${CHAVES[0]}|3|1`;
    const pageSet = new PageSet();
    drawQr(pageSet.add(A4_PORTRAIT), { x: 40, y: 40, side: 25 }, text);
    expect(codesOf(toPdf(pageSet.finish({ title: "QR" })).pdf)).toEqual([text]);
  });

  test("a code that cannot be drawn is omitted; in place of a QR code there is a notice", () => {
    const pageSet = new PageSet();
    const page = pageSet.add(A4_PORTRAIT);
    drawBarcode(page, { x: 40, y: 40, width: 115, height: 8 }, "ção");
    drawQr(page, { x: 40, y: 80, side: 25 }, "x".repeat(5_000));
    drawQr(page, { x: 80, y: 80, side: 25 }, "");
    const { pdf } = toPdf(pageSet.finish({ title: "Nada" }));
    expect(codesOf(pdf)).toEqual([]);
    expect(joinedWordsOf(pdf)).toBe("QR CODE ILEGÍVEL");
  });
});

describe.skipIf(!hasPdftotext)("drawing a watermark", () => {
  test.each([A4_PORTRAIT, A4_LANDSCAPE])("a watermark stays within a page of %j", (pageFormat) => {
    const pageSet = new PageSet();
    drawWatermark(pageSet.add(pageFormat), "SEM AUTORIZAÇÃO DE USO");
    const { pdf } = toPdf(pageSet.finish({ title: "Marca" }));
    const words = wordsOf(pdf);
    const letters = words.flatMap(({ text }) => [...text]);
    expect(letters.sort().join("")).toBe([..."SEMAUTORIZAÇÃODEUSO"].sort().join(""));
    for (const { x, y, endX, endY } of words) {
      expect([x > 0, y > 0, endX < pageFormat.width * 2.8347, endY < pageFormat.height * 2.8347]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
  });
});

test("formatPhone writes the area code, whatever the prefix of the number", () => {
  expect(
    ["11987654321", "1133334444", "01133334444", "5511987654321", "551133334444", "5533334444"].map(
      formatPhone,
    ),
  ).toEqual([
    "(11) 98765-4321",
    "(11) 3333-4444",
    "(11) 3333-4444",
    "(11) 98765-4321",
    "(11) 3333-4444",
    "(55) 3333-4444",
  ]);
  expect(["55999998888", "0800123", "08007771234", "03001234567", "+1 555", null].map(formatPhone)).toEqual([
    "(55) 99999-8888",
    "0800123",
    "08007771234",
    "03001234567",
    "+1 555",
    "",
  ]);
});
