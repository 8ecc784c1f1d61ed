import { type Coluna, MARGEM_CELULA, type Tabela } from "../folha/tabela.ts";
import { alturaLinhas, breakTexto } from "../folha/texto.ts";
import { widthOf } from "../pdf/pagina.ts";

/** A column of a table of items. Without `maximo` it is as wide as the widest line in it. */
export type CelulaDoItem = Omit<Coluna, "largura"> & {
  minimo: number;
  maximo?: number;
  /** Neither narrower nor wider than its content. */
  isFixa?: boolean;
};

/** A way to set a table: its font size in points, its columns, and its rows. */
export type Composta = {
  corpo: number;
  celulas: readonly CelulaDoItem[];
  linhas: readonly (readonly string[])[];
};

/** The column that takes what the others leave. */
const DESCRICAO = 1;
/** More than the blank on both sides of a cell, for what is measured, in millimetres. */
const FOLGA = 0.2;
const PARTE_DA_DESCRICAO = 0.35;
const AR_MAXIMO = 4;
/** Wider than this is an amount. */
const LARGA = 11;
/** Blank above and below a row, and the height of the heads: as drawTabela leaves them. */
const MARGEM_LINHA = 0.35;

/** What a table is fitted to, in millimetres. */
type Medidas = {
  largura: number;
  /** Least width of the description. */
  minima: number;
  /** Blank on each side of a cell. */
  margem?: number;
  /** What stands first in each description. */
  descricoes: readonly string[];
};
type Ajustada = Composta & { larguras: number[] };

/**
 * Takes the first way that leaves the description its width; the last with its numbers broken,
 * where none does.
 */
export function fitColunas(
  maneiras: Iterable<Composta>,
  { largura, minima, margem = MARGEM_CELULA, descricoes }: Medidas,
): Ajustada {
  const folga = 2 * margem + FOLGA;
  let last: Ajustada | null = null;
  for (const maneira of maneiras) {
    const { corpo, celulas, linhas } = maneira;
    const larguras = celulas.map((celula, at) => {
      const textos = linhas.map((linha) => linha[at] ?? "");
      return at === DESCRICAO ? 0 : naturalWidth(celula, { corpo, textos, folga });
    });
    last = { ...maneira, larguras };
    const rest = largura - sum(larguras);
    if (rest < minima) continue;
    larguras[DESCRICAO] = rest;
    const wanted = Math.max(0, ...descricoes.map((texto) => widthOf(texto, "normal", corpo))) + folga;
    return { ...last, larguras: spread(last, Math.max(wanted, largura * PARTE_DA_DESCRICAO)) };
  }
  if (!last) throw new RangeError("no size for the items");
  const squeezed = { ...last, larguras: squeeze(last, { largura, minima }) };
  return { ...squeezed, linhas: last.linhas.map((linha) => breakNumeros(linha, squeezed, folga)) };
}

function sum(list: readonly number[]): number {
  return list.reduce((total, each) => total + each, 0);
}

/** No nota of this world has numbers so long: there, and only there, they break. Codes keep their width. */
function squeeze(
  { celulas, larguras }: Ajustada,
  { largura, minima }: Pick<Medidas, "largura" | "minima">,
): number[] {
  const isWide = (at: number): boolean => (larguras[at] ?? 0) > LARGA && !celulas[at]?.isFixa;
  const wide = sum(larguras.filter((_, at) => isWide(at)));
  const share = (largura - minima - (sum(larguras) - wide)) / wide;
  return larguras.map((each, at) => (at === DESCRICAO ? minima : isWide(at) ? each * share : each));
}

/**
 * Numbers that are wider than their column go on below, after a thousands dot or the comma: never
 * within a group of digits.
 */
function breakNumeros(
  linha: readonly string[],
  { celulas, larguras, corpo }: Ajustada,
  folga: number,
): string[] {
  return linha.map((texto, at) => {
    const { alinha, isFixa } = celulas[at] ?? {};
    return alinha === "direita" && !isFixa ? breakNumero(texto, (larguras[at] ?? 0) - folga, corpo) : texto;
  });
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

/**
 * What the description has beyond what it needs goes to the numbers, which read better with air
 * between them.
 */
function spread({ larguras, celulas }: Ajustada, descricao: number): number[] {
  const over = (larguras[DESCRICAO] ?? 0) - descricao;
  if (over <= 0) return [...larguras];
  const count = celulas.filter(({ isFixa }, at) => at !== DESCRICAO && !isFixa).length;
  const each = Math.min(over / count, AR_MAXIMO);
  return larguras.map((largura, at) => {
    if (at === DESCRICAO) return largura - each * count;
    return celulas[at]?.isFixa ? largura : largura + each;
  });
}

function naturalWidth(
  { minimo, maximo = Number.POSITIVE_INFINITY }: CelulaDoItem,
  { corpo, textos, folga }: { corpo: number; textos: readonly string[]; folga: number },
): number {
  let widest = minimo;
  for (const texto of textos) {
    for (const line of texto.split("\n")) {
      // No digit is wider than half its size: most cells need no measuring.
      if (line.length * corpo * 0.36 + folga <= widest && /^[0-9.,]*$/.test(line)) continue;
      widest = Math.max(widest, widthOf(line, "normal", corpo) + folga);
    }
  }
  return Math.min(widest, maximo);
}

/** The height in millimetres that the rows of a table take, or any above `limite` when they take more. */
export function measureLinhas(
  { colunas, linhas, composicao = {}, margem = MARGEM_CELULA }: Tabela,
  limite: number,
): number {
  let height = 0;
  const larguras = colunas.map(({ largura }) => largura - 2 * margem);
  for (const linha of linhas) {
    const counts = linha.map((texto, at) => breakTexto(texto, larguras[at] ?? 1, composicao).length);
    height += alturaLinhas(Math.max(1, ...counts), composicao) + 2 * MARGEM_LINHA;
    if (height > limite) return height;
  }
  return height;
}
