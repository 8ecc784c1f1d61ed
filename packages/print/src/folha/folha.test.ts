import { describe, expect, test } from "vitest";
import { findDefeitos } from "../tests/conferir.ts";
import {
  codigosOf,
  hasLeitor,
  hasPdftotext,
  palavrasCorridas,
  riscosOf,
  wordsOf,
} from "../tests/ferramentas.ts";
import { drawCaixa, drawFaixa } from "./caixa.ts";
import { drawBarcode, drawQr } from "./codigos.ts";
import { type Espaco, flowTexto } from "./espaco.ts";
import { A4_PAISAGEM, A4_RETRATO, Folhas } from "./folha.ts";
import { formatFone } from "./formatos-papel.ts";
import { drawMarcaDagua } from "./marcas.ts";
import { drawTabela } from "./tabela.ts";

const CHAVES = [
  "35261111222333000181550010000001231123456787",
  "35261112ABC34501DE35550010000001231123456788",
];
const LONGO = Array.from({ length: 900 }, (_, at) => `palavra${at}`).join(" ");

function start(folhas: Folhas): { espaco: Espaco; proximo: () => Espaco } {
  const proximo = (): Espaco => ({ pagina: folhas.add(A4_RETRATO), x: 8, y: 20, largura: 194, fim: 285 });
  return { espaco: proximo(), proximo };
}

describe.skipIf(!hasPdftotext)("a box", () => {
  const area = { x: 20, y: 20, largura: 60, altura: 7 };

  test("shows a whole text in a smaller font", () => {
    const folhas = new Folhas();
    const texto = "Indústria e Comércio de Laticínios São José do Rio Preto LTDA";
    expect(drawCaixa(folhas.add(A4_RETRATO), area, { titulo: "NOME", texto })).toBe("");
    const { pdf } = folhas.finish({ titulo: "Caixa" });
    expect(palavrasCorridas(pdf)).toBe(`NOME ${texto}`);
    expect(findDefeitos(pdf)).toEqual([]);
    for (const { x, ateX } of wordsOf(pdf)) expect([x > 20 * 2.83, ateX < 80 * 2.84]).toEqual([true, true]);
  });

  test("returns what does not fit, and shows an ellipsis", () => {
    const folhas = new Folhas();
    const rest = drawCaixa(folhas.add(A4_RETRATO), area, { titulo: "OBSERVAÇÕES", texto: LONGO });
    const { pdf } = folhas.finish({ titulo: "Caixa" });
    const shown = palavrasCorridas(pdf);
    expect(shown.endsWith("…")).toBe(true);
    expect(rest.endsWith("palavra899")).toBe(true);
    expect(findDefeitos(pdf)).toEqual([]);
  });

  test("continued elsewhere loses no word and has no ellipsis", () => {
    const folhas = new Folhas();
    const rest = drawCaixa(folhas.add(A4_RETRATO), area, { texto: LONGO, isContinuado: true });
    const shown = palavrasCorridas(folhas.finish({ titulo: "Caixa" }).pdf);
    expect(`${shown} ${rest}`).toBe(LONGO);
  });

  test("shares a row by width and by weight", () => {
    const folhas = new Folhas();
    drawFaixa(folhas.add(A4_RETRATO), { x: 10, y: 10, largura: 190, altura: 7 }, [
      { peso: 3 },
      { peso: 1 },
      { largura: 30 },
    ]);
    const [riscos = []] = riscosOf(folhas.finish({ titulo: "Faixa" }).pdf);
    const edges = new Set(riscos.filter(({ x, ateX }) => x === ateX).map(({ x }) => Math.round(x / 2.83465)));
    expect([...edges].sort((a, b) => a - b)).toEqual([10, 130, 170, 200]);
  });
});

describe.skipIf(!hasPdftotext)("a table", () => {
  const colunas = [
    { titulo: "CÓDIGO", largura: 20 },
    { titulo: "DESCRIÇÃO DO PRODUTO", largura: 114 },
    { titulo: "VALOR TOTAL", largura: 60, alinha: "direita" as const },
  ];

  test.each([1, 40, 990])("of %i rows has every row, its heads on every page and no overlaps", (count) => {
    const folhas = new Folhas();
    const { espaco, proximo } = start(folhas);
    const linhas = Array.from({ length: count }, (_, at) => [
      `c${at}`,
      `Pão de queijo ${at}\nLote ${at}`,
      `${at},00`,
    ]);
    drawTabela(espaco, { colunas, linhas }, proximo);
    const { pdf, paginas } = folhas.finish({ titulo: "Tabela" });
    const words = wordsOf(pdf).map(({ texto }) => texto);
    expect(words.filter((word) => /^c[0-9]+$/.test(word))).toEqual(linhas.map(([code]) => code));
    expect(words.filter((word) => word === "CÓDIGO")).toHaveLength(paginas);
    expect(findDefeitos(pdf)).toEqual([]);
  });

  test("breaks a row longer than a page without losing a word", () => {
    const folhas = new Folhas();
    const { espaco, proximo } = start(folhas);
    const texto = `${LONGO} ${LONGO} ${LONGO}`;
    drawTabela(
      espaco,
      {
        colunas,
        linhas: [
          ["a", "curta", "1,00"],
          ["b", texto, "2,00"],
          ["c", "curta", "3,00"],
        ],
      },
      proximo,
    );
    const { pdf, paginas } = folhas.finish({ titulo: "Tabela" });
    expect(paginas).toBeGreaterThan(1);
    expect(wordsOf(pdf).filter((word) => word.texto.startsWith("palavra"))).toHaveLength(2_700);
    expect(findDefeitos(pdf)).toEqual([]);
  });
});

describe.skipIf(!hasPdftotext)("a long text", () => {
  test("continues over as many pages as it needs", () => {
    const folhas = new Folhas();
    const { espaco, proximo } = start(folhas);
    flowTexto(espaco, `${LONGO} `.repeat(8), { corpo: 9, proximo });
    folhas.number((pagina, { numero, total }) => pagina.text(`FOLHA ${numero}/${total}`, { x: 20, y: 10 }));
    const { pdf, paginas } = folhas.finish({ titulo: "Texto" });
    const words = wordsOf(pdf);
    expect(words.filter(({ texto }) => texto.startsWith("palavra"))).toHaveLength(7_200);
    expect(words.filter(({ texto }) => texto === `${paginas}/${paginas}`)).toHaveLength(1);
    expect(findDefeitos(pdf)).toEqual([]);
  });
});

describe.skipIf(!hasLeitor)("a printed code", () => {
  test.each(CHAVES)("of the key %s is decoded from the smallest allowed area", (chave) => {
    const folhas = new Folhas();
    drawBarcode(folhas.add(A4_RETRATO), { x: 40, y: 40, largura: 115, altura: 8 }, chave);
    expect(codigosOf(folhas.finish({ titulo: "Barras" }).pdf)).toEqual([chave]);
  });

  test("of a URL is decoded to that URL", () => {
    const texto = `https://www.sefaz.example/nfce?p=${CHAVES[0]}|3|1`;
    const folhas = new Folhas();
    drawQr(folhas.add(A4_RETRATO), { x: 40, y: 40, lado: 25 }, texto);
    expect(codigosOf(folhas.finish({ titulo: "QR" }).pdf)).toEqual([texto]);
  });

  test("is omitted if it cannot be drawn; in place of a QR code there is a notice", () => {
    const folhas = new Folhas();
    const pagina = folhas.add(A4_RETRATO);
    drawBarcode(pagina, { x: 40, y: 40, largura: 115, altura: 8 }, "ção");
    drawQr(pagina, { x: 40, y: 80, lado: 25 }, "x".repeat(5_000));
    drawQr(pagina, { x: 80, y: 80, lado: 25 }, "");
    const { pdf } = folhas.finish({ titulo: "Nada" });
    expect(codigosOf(pdf)).toEqual([]);
    expect(palavrasCorridas(pdf)).toBe("QR CODE ILEGÍVEL");
  });
});

describe.skipIf(!hasPdftotext)("a watermark", () => {
  test.each([A4_RETRATO, A4_PAISAGEM])("stays within a page of %j", (formato) => {
    const folhas = new Folhas();
    drawMarcaDagua(folhas.add(formato), "SEM AUTORIZAÇÃO DE USO");
    const { pdf } = folhas.finish({ titulo: "Marca" });
    const words = wordsOf(pdf);
    const letters = words.flatMap(({ texto }) => [...texto]);
    expect(letters.sort().join("")).toBe([..."SEMAUTORIZAÇÃODEUSO"].sort().join(""));
    for (const { x, y, ateX, ateY } of words) {
      expect([x > 0, y > 0, ateX < formato.largura * 2.8347, ateY < formato.altura * 2.8347]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
  });
});

test("formatFone writes the area code, whatever the prefix", () => {
  expect(
    ["11987654321", "1133334444", "01133334444", "5511987654321", "551133334444", "5533334444"].map(
      formatFone,
    ),
  ).toEqual([
    "(11) 98765-4321",
    "(11) 3333-4444",
    "(11) 3333-4444",
    "(11) 98765-4321",
    "(11) 3333-4444",
    "(55) 3333-4444",
  ]);
  expect(["55999998888", "0800123", "08007771234", "03001234567", "+1 555", null].map(formatFone)).toEqual([
    "(55) 99999-8888",
    "0800123",
    "08007771234",
    "03001234567",
    "+1 555",
    "",
  ]);
});
