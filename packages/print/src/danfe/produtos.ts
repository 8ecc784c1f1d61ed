import type { PapelNfe } from "@malote/dfe";
import { formatDecimal } from "@malote/syntax";
import type { Coluna, Tabela } from "../folha/tabela.ts";
import { alturaLinhas, breakTexto, type Composicao } from "../folha/texto.ts";
import { widthOf } from "../pdf/pagina.ts";
import { formatDinheiroOuZero, joinWith, placesOf } from "./formatos.ts";
import { detalhesOf } from "./item-detalhes.ts";
import { writeOmitidos } from "./texts.ts";

type Item = PapelNfe["itens"][number];

/** The sizes of an item's text in points: the largest at which the description keeps its width is taken; the manual asks for 6. */
const CORPOS = [7, 6.5, 6, 5.5, 5];
const ENTRELINHA = 1.08;
/** Blank on both sides of a cell, in millimetres, and a hair more for what is measured. */
const FOLGA = 1.2;
const DESCRICAO_MINIMA = 46;
const PARTE_DA_DESCRICAO = 0.35;
const AR_MAXIMO = 4;
const CODIGO_MAX = 20;
/** Wider than this is an amount. */
const LARGA = 11;
/** Blank above and below a row, and the height of the heads: as drawTabela leaves them. */
const MARGEM_LINHA = 0.35;

type Celula = { titulo: string; minimo: number; maximo?: number; alinha?: Coluna["alinha"] };

/** The columns that a DANFE has.   @source MOC NF-e 7.0, Anexo II */
const COLUNAS: readonly Celula[] = [
  { titulo: "CÓDIGO PRODUTO", minimo: 11, maximo: CODIGO_MAX },
  { titulo: "DESCRIÇÃO DO PRODUTO / SERVIÇO", minimo: DESCRICAO_MINIMA },
  { titulo: "NCM/SH", minimo: 9, alinha: "centro" },
  { titulo: "O/CST", minimo: 7, alinha: "centro" },
  { titulo: "CFOP", minimo: 6.5, alinha: "centro" },
  { titulo: "UN", minimo: 6, maximo: 12, alinha: "centro" },
  { titulo: "QUANT.", minimo: 9, alinha: "direita" },
  { titulo: "VALOR UNIT.", minimo: 9, alinha: "direita" },
  { titulo: "VALOR TOTAL", minimo: 9, alinha: "direita" },
  { titulo: "VALOR DESC.", minimo: 8, alinha: "direita" },
  { titulo: "B. CÁLC. ICMS", minimo: 9, alinha: "direita" },
  { titulo: "VALOR ICMS", minimo: 8, alinha: "direita" },
  { titulo: "VALOR IPI", minimo: 8, alinha: "direita" },
  { titulo: "ALÍQ. ICMS", minimo: 7, alinha: "direita" },
  { titulo: "ALÍQ. IPI", minimo: 7, alinha: "direita" },
];
const DESCRICAO = 1;
const CST = 3;

/** The table of a nota's items, its columns as wide as what stands in them; the description has the rest. */
export function tabelaOf(
  { itens, itensOmitidos }: PapelNfe,
  largura: number,
): Tabela & { composicao: Composicao } {
  const casas = {
    quantidade: placesOf(
      itens.flatMap((item) => [item.comercial.quantidade, item.tributavel?.quantidade ?? null]),
    ),
    unitario: Math.max(
      2,
      placesOf(
        itens.flatMap((item) => [item.comercial.valorUnitario, item.tributavel?.valorUnitario ?? null]),
      ),
    ),
  };
  const linhas = itens.map((item) => linhaOf(item, casas));
  const hasCsosn = itens.some(({ imposto }) => imposto.cst?.length === 3);
  const celulas = COLUNAS.map((celula, at) =>
    at === CST && hasCsosn ? { ...celula, titulo: "O/ CSOSN" } : celula,
  );
  if (itensOmitidos > 0) linhas.push(["", writeOmitidos(itens.length, itensOmitidos)]);
  const { corpo, larguras, isApertada } = fitColunas(celulas, { itens, linhas }, largura);
  return {
    colunas: celulas.map(({ titulo, alinha }, at) => ({ titulo, alinha, largura: larguras[at] ?? 0 })),
    linhas: isApertada ? linhas.map((linha) => breakNumeros(linha, { celulas, larguras, corpo })) : linhas,
    composicao: { corpo, entrelinha: ENTRELINHA },
    separador: { cinza: 0.6, espessura: 0.25, tracejado: [0.6, 0.6] },
  };
}

function linhaOf(item: Item, casas: { quantidade: number; unitario: number }): string[] {
  const { comercial, tributavel, imposto } = item;
  const twice = (read: (medida: Item["comercial"]) => string): string =>
    joinWith("\n", [read(comercial), tributavel && read(tributavel)]);
  return [
    item.codigo ?? "",
    joinWith("\n", [item.descricao, ...detalhesOf(item)]),
    item.ncm ?? "",
    joinWith("", [imposto.origem, imposto.cst]),
    item.cfop ?? "",
    twice(({ unidade }) => unidade ?? ""),
    twice(({ quantidade }) => (quantidade === null ? "" : formatDecimal(quantidade, casas.quantidade))),
    twice(({ valorUnitario }) =>
      valorUnitario === null ? "" : formatDecimal(valorUnitario, casas.unitario),
    ),
    formatDinheiroOuZero(item.valorTotal),
    formatDinheiroOuZero(item.desconto),
    formatDinheiroOuZero(imposto.base),
    formatDinheiroOuZero(imposto.valor),
    formatDinheiroOuZero(imposto.ipi.valor),
    formatDinheiroOuZero(imposto.aliquota),
    formatDinheiroOuZero(imposto.ipi.aliquota),
  ];
}

/** Numbers never break: when they leave too little to the description, all of the table is set smaller. */
function fitColunas(
  celulas: readonly Celula[],
  { itens, linhas }: { itens: readonly Item[]; linhas: readonly (readonly string[])[] },
  largura: number,
): { corpo: number; larguras: number[]; isApertada: boolean } {
  for (const corpo of CORPOS) {
    const larguras = celulas.map((celula, at) =>
      at === DESCRICAO ? 0 : naturalWidth(celula, { corpo, textos: linhas.map((linha) => linha[at] ?? "") }),
    );
    const rest = largura - larguras.reduce((sum, each) => sum + each, 0);
    if (rest < DESCRICAO_MINIMA && corpo !== CORPOS.at(-1)) continue;
    if (rest < DESCRICAO_MINIMA) {
      return { corpo, larguras: squeeze(larguras, largura - DESCRICAO_MINIMA), isApertada: true };
    }
    larguras[DESCRICAO] = rest;
    const wanted =
      Math.max(...itens.map(({ descricao }) => widthOf(descricao ?? "", "normal", corpo))) + FOLGA;
    return {
      corpo,
      larguras: spread(larguras, Math.max(wanted, largura * PARTE_DA_DESCRICAO)),
      isApertada: false,
    };
  }
  throw new RangeError("no size for the items");
}

/** No nota of this world has numbers so long: there, and only there, they break. Codes keep their width. */
function squeeze(larguras: readonly number[], room: number): number[] {
  const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0);
  const wide = sum(larguras.filter((largura) => largura > LARGA));
  const share = (room - (sum(larguras) - wide)) / wide;
  return larguras.map((largura, at) =>
    at === DESCRICAO ? DESCRICAO_MINIMA : largura > LARGA ? largura * share : largura,
  );
}

/** Numbers that are wider than their column go on below, after a thousands dot or the comma: never within a group of digits. */
function breakNumeros(
  linha: readonly string[],
  { celulas, larguras, corpo }: { celulas: readonly Celula[]; larguras: readonly number[]; corpo: number },
): string[] {
  return linha.map((texto, at) =>
    celulas[at]?.alinha === "direita" ? breakNumero(texto, (larguras[at] ?? 0) - FOLGA, corpo) : texto,
  );
}

function breakNumero(texto: string, largura: number, corpo: number): string {
  const lines = [""];
  for (const part of texto.split(/(?<=[.,\n])/)) {
    const line = lines.at(-1) ?? "";
    const isOver = line !== "" && widthOf(`${line}${part}`.trimEnd(), "normal", corpo) > largura;
    if (isOver && !line.endsWith("\n")) lines.push(part);
    else lines[lines.length - 1] = line + part;
  }
  return lines.join("\n");
}

/** What the description has beyond what it needs goes to the numbers, which read better with air between them. */
function spread(larguras: readonly number[], descricao: number): number[] {
  const over = (larguras[DESCRICAO] ?? 0) - descricao;
  if (over <= 0) return [...larguras];
  const each = Math.min(over / (larguras.length - 1), AR_MAXIMO);
  return larguras.map((largura, at) =>
    at === DESCRICAO ? largura - each * (larguras.length - 1) : largura + each,
  );
}

function naturalWidth(
  { minimo, maximo = Number.POSITIVE_INFINITY }: Celula,
  { corpo, textos }: { corpo: number; textos: readonly string[] },
): number {
  let widest = minimo;
  for (const texto of textos) {
    for (const line of texto.split("\n")) {
      // No digit is wider than half its size: most cells need no measuring.
      if (line.length * corpo * 0.36 + FOLGA <= widest && /^[0-9.,]*$/.test(line)) continue;
      widest = Math.max(widest, widthOf(line, "normal", corpo) + FOLGA);
    }
  }
  return Math.min(widest, maximo);
}

/** The height in millimetres that the rows of a table take, or any above `limite` when they take more. */
export function measureLinhas({ colunas, linhas, composicao = {} }: Tabela, limite: number): number {
  let height = 0;
  const larguras = colunas.map(({ largura }) => largura - 1);
  for (const linha of linhas) {
    const counts = linha.map((texto, at) => breakTexto(texto, larguras[at] ?? 1, composicao).length);
    height += alturaLinhas(Math.max(1, ...counts), composicao) + 2 * MARGEM_LINHA;
    if (height > limite) return height;
  }
  return height;
}
