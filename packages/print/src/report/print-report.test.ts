import { describe, expect, test } from "vitest";
import { hasPdftotext, pagesOf } from "../tests/external-tools.ts";
import { findDefects } from "../tests/find-defects.ts";
import { printReport } from "./print-report.ts";
import { REPORT_WIDTH, type Report } from "./report.ts";

const LONG_NAME =
  "Comércio de Materiais Elétricos e Hidráulicos Irmãos Vasconcelos & Filhos do Brasil Ltda EPP";
const UNBROKEN_NAME = "W".repeat(3_000);

function invent(count: number, name = "Moinho Estrela-Guia S.A."): Report {
  return {
    title: "DF-e recebidos",
    conta: "Conta demo",
    filter: `Filtro: emitente com “${LONG_NAME}” no nome; ${"status autorizada ou ".repeat(80)}cancelada`,
    columns: [
      { title: "Documento", width: 60 },
      { title: "Emitente", width: 57 },
      { title: "Valor (R$)", width: 100, align: "right" },
      { title: "Status", width: 60, align: "center" },
    ],
    lines: Array.from({ length: count }, (_, n) => [
      { text: `NF-e ${n + 1} / 1`, below: "3526 1011 4447 7700 0161 5500 1000 0000 0110 0000 0010" },
      { text: n % 4 === 0 ? name : "Padaria Aurora", below: "11.444.777/0001-61 · PR" },
      { text: "1.234,50" },
      { text: "Rejeição: falha na autoria ou na integridade", below: "202 · Divergente" },
    ]),
    totais: {
      titulos: ["Tipo", "Documentos", "Valor (R$)"],
      lines: [
        { label: "NF-e", quantidade: String(count), valor: "1.234.500,00" },
        { label: "Total", quantidade: String(count), valor: "1.234.500,00" },
      ],
    },
    observacao: "Documentos em quarentena não entram no relatório nem nas somas.",
    gerado: "Pedido em 22/11/2026 10:00 por Ana de Teste",
    data: new Date("2026-11-22T13:00:00Z"),
  };
}

test("the columns of a report fill its page", () => {
  const widths = invent(0).columns.map(({ width }) => width);
  expect(widths.reduce((sum, each) => sum + each, 0)).toBe(REPORT_WIDTH);
});

test("an equal report is printed as equal bytes", () => {
  expect(Buffer.compare(printReport(invent(50)).pdf, printReport(invent(50)).pdf)).toBe(0);
});

describe.skipIf(!hasPdftotext)("the printed report (pdftotext)", () => {
  test.each([0, 1, 20, 23, 24, 25, 26, 100])(
    "a report of %i rows has no word outside its page or overlapping",
    (count) => {
      const { pdf } = printReport(invent(count, LONG_NAME));
      expect(findDefects(pdf)).toEqual([]);
    },
  );

  test("the report has every row, page numbers and column heads on every page, and the totals once", () => {
    const { pdf, pages: pageCount } = printReport(invent(100));
    const pages = pagesOf(pdf).map(({ words }) => words.map(({ text }) => text).join(" "));
    expect(pages).toHaveLength(pageCount);
    pages.forEach((page, at) => {
      expect(page).toContain(`Página ${at + 1} de ${pageCount}`);
      // Column heads appear above rows, not above the totals alone.
      expect(/ \/ 1 /.test(page)).toBe(/\bDocumento\b.*\bStatus\b/.test(page));
      expect(page).toContain("Pedido em 22/11/2026 10:00 por Ana de Teste");
    });
    const whole = pages.join(" ");
    for (let n = 1; n <= 100; n += 1) expect(whole).toContain(` ${n} / 1 `);
    expect(whole.match(/1\.234\.500,00/g)).toHaveLength(2);
    expect(whole).toContain("quarentena não entram");
    expect(whole.match(/status autorizada ou/g)).toHaveLength(80);
  });

  test("a very long name is broken into a limited number of lines", () => {
    const { pdf, pages: pageCount } = printReport(invent(8, UNBROKEN_NAME));
    expect(pageCount).toBeLessThan(5);
    expect(findDefects(pdf)).toEqual([]);
  });
});
