import { type Coluna, MARGEM_CELULA, type Tabela } from "../folha/tabela.ts";
import { alturaLinhas, breakTexto } from "../folha/texto.ts";
import { widthOf } from "../pdf/pagina.ts";

/** A column of the items table. Without `maximo` it is as wide as its widest line. */
export type CelulaDoItem = Omit<Coluna, "largura"> & {
  minimo: number;
  maximo?: number;
  /** Exactly as wide as its content. */
  isFixa?: boolean;
};

/** A candidate layout of a table: its font size in points, columns and rows. */
export type Composta = {
  corpo: number;
  celulas: readonly CelulaDoItem[];
  linhas: readonly (readonly string[])[];
};

/** The column that takes the remaining width. */
const DESCRICAO = 1;
/** Added to the width of a cell besides its margins, in millimetres. */
const FOLGA = 0.2;
const PARTE_DA_DESCRICAO = 0.35;
const AR_MAXIMO = 4;
/** A wider column holds amounts. */
const LARGA = 11;
/** Blank above and below a row, and height of the column heads: the values of drawTabela. */
const MARGEM_LINHA = 0.35;

/** The limits that a table must fit, in millimetres. */
type Medidas = {
  largura: number;
  /** Minimum width of the description. */
  minima: number;
  /** Blank on each side of a cell. */
  margem?: number;
  /** The start of each description. */
  descricoes: readonly string[];
};
type Ajustada = Composta & { larguras: number[] };

/** Returns the first candidate that leaves the description its minimum width; if none does, the last one,
 * with its numbers broken. */
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
  if (!last) throw new RangeError("no candidate layout for the items");
  const squeezed = { ...last, larguras: squeeze(last, { largura, minima }) };
  return { ...squeezed, linhas: last.linhas.map((linha) => breakNumeros(linha, squeezed, folga)) };
}

function sum(list: readonly number[]): number {
  return list.reduce((total, each) => total + each, 0);
}

/** Breaks numbers only when they are longer than any real nota has. Codes keep their width. */
function squeeze(
  { celulas, larguras }: Ajustada,
  { largura, minima }: Pick<Medidas, "largura" | "minima">,
): number[] {
  const isWide = (at: number): boolean => (larguras[at] ?? 0) > LARGA && !celulas[at]?.isFixa;
  const wide = sum(larguras.filter((_, at) => isWide(at)));
  const share = (largura - minima - (sum(larguras) - wide)) / wide;
  return larguras.map((each, at) => (at === DESCRICAO ? minima : isWide(at) ? each * share : each));
}

/** Breaks numbers wider than their column after a thousands dot or the comma, never within a group of
 * digits. */
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

/** Gives the surplus width of the description to the number columns, which read better with space between
 * them. */
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
      // A digit is narrower than half the font size, so most cells need no measuring.
      if (line.length * corpo * 0.36 + folga <= widest && /^[0-9.,]*$/.test(line)) continue;
      widest = Math.max(widest, widthOf(line, "normal", corpo) + folga);
    }
  }
  return Math.min(widest, maximo);
}

/** The height of a table's rows in millimetres, or any value above `limite` if they need more. */
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
