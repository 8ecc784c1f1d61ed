import { describe, expect, test } from "vitest";
import { findDefeitos } from "../tests/conferir.ts";
import { hasPdftotext, pagesOf } from "../tests/ferramentas.ts";
import { printRelatorio } from "./print-relatorio.ts";
import { LARGURA_RELATORIO, type Relatorio } from "./relatorio.ts";

const NOME_LONGO =
  "Comércio de Materiais Elétricos e Hidráulicos Irmãos Vasconcelos & Filhos do Brasil Ltda EPP";
const NOME_SEM_FIM = "W".repeat(3_000);

function invent(quantas: number, nome = "Moinho Estrela-Guia S.A."): Relatorio {
  return {
    titulo: "DF-e recebidos",
    conta: "Conta demo",
    filtro: `Filtro: emitente com “${NOME_LONGO}” no nome; ${"status autorizada ou ".repeat(80)}cancelada`,
    colunas: [
      { titulo: "Documento", largura: 60 },
      { titulo: "Emitente", largura: 57 },
      { titulo: "Valor (R$)", largura: 100, alinha: "direita" },
      { titulo: "Status", largura: 60, alinha: "centro" },
    ],
    linhas: Array.from({ length: quantas }, (_, n) => [
      { texto: `NF-e ${n + 1} / 1`, abaixo: "3526 1011 4447 7700 0161 5500 1000 0000 0110 0000 0010" },
      { texto: n % 4 === 0 ? nome : "Padaria Aurora", abaixo: "11.444.777/0001-61 · PR" },
      { texto: "1.234,50" },
      { texto: "Rejeição: falha na autoria ou na integridade", abaixo: "202 · Divergente" },
    ]),
    totais: {
      titulos: ["Tipo", "Documentos", "Valor (R$)"],
      linhas: [
        { rotulo: "NF-e", quantidade: String(quantas), valor: "1.234.500,00" },
        { rotulo: "Total", quantidade: String(quantas), valor: "1.234.500,00" },
      ],
    },
    observacao: "Documentos em quarentena não entram no relatório nem nas somas.",
    gerado: "Pedido em 22/11/2026 10:00 por Ana de Teste",
    data: new Date("2026-11-22T13:00:00Z"),
  };
}

test("the columns of a report fill its page", () => {
  const widths = invent(0).colunas.map(({ largura }) => largura);
  expect(widths.reduce((sum, each) => sum + each, 0)).toBe(LARGURA_RELATORIO);
});

test("prints equal bytes for an equal report", () => {
  expect(Buffer.compare(printRelatorio(invent(50)).pdf, printRelatorio(invent(50)).pdf)).toBe(0);
});

describe.skipIf(!hasPdftotext)("the printed report (pdftotext)", () => {
  test.each([0, 1, 20, 23, 24, 25, 26, 100])(
    "with %i rows has no word outside its page or overlapping",
    (quantas) => {
      const { pdf } = printRelatorio(invent(quantas, NOME_LONGO));
      expect(findDefeitos(pdf)).toEqual([]);
    },
  );

  test("has every row, page numbers and column heads on every page, and the totals once", () => {
    const { pdf, paginas } = printRelatorio(invent(100));
    const pages = pagesOf(pdf).map(({ palavras }) => palavras.map(({ texto }) => texto).join(" "));
    expect(pages).toHaveLength(paginas);
    pages.forEach((page, at) => {
      expect(page).toContain(`Página ${at + 1} de ${paginas}`);
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

  test("breaks a very long name into a limited number of lines", () => {
    const { pdf, paginas } = printRelatorio(invent(8, NOME_SEM_FIM));
    expect(paginas).toBeLessThan(5);
    expect(findDefeitos(pdf)).toEqual([]);
  });
});
