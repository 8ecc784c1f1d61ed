import type { Fonte } from "../pdf/fontes.ts";
import type { Alinha, Area, Pagina, Traco } from "../pdf/pagina.ts";
import { MARGEM_CAIXA } from "./caixa.ts";
import type { Espaco, Proximo } from "./espaco.ts";
import {
  alturaLinha,
  alturaLinhas,
  breakTexto,
  type Composicao,
  drawLinhas,
  linhasEm,
  writeLinhas,
} from "./texto.ts";

/** A column: its width in millimetres and the format of its cells. `isSubcoluna` puts it below the title
 * of the previous column; `divisa` is then the line between both, none if absent. */
export type Coluna = {
  titulo: string;
  largura: number;
  alinha?: Alinha;
  isSubcoluna?: boolean;
  divisa?: Traco;
};

/** A table over as many pages as it needs. A cell may have line breaks. `separador` is the line between
 * rows. With `isCheia`, the frame on the last page also extends to the bottom of its space. */
export type Tabela = {
  colunas: readonly Coluna[];
  linhas: Iterable<readonly string[]>;
  composicao?: Composicao;
  corpoTitulo?: number;
  alturaTitulo?: number;
  fonteTitulo?: Fonte;
  /** Blank on each side of a cell, in millimetres. */
  margem?: number;
  separador?: Traco | null;
  isCheia?: boolean;
};

const CORPO_ITEM = 6.5;
const CORPO_COLUNA = 5;
const ALTURA_TITULO = 5;
export const MARGEM_CELULA = 0.5;
const MARGEM_LINHA = 0.5;
/** A row of fewer lines is moved to the next page instead of being broken. */
const LINHAS_INTEIRAS = 12;

/** Draws a table, continued on the next page if needed: heads are repeated, and a row longer than the rest
 * of the page is broken. Returns the space below it. */
export function drawTabela(inicio: Espaco, tabela: Tabela, proximo: Proximo): Espaco {
  const drawing = new Drawing(inicio, tabela, proximo);
  for (const linha of tabela.linhas) drawing.row(linha);
  return drawing.finish();
}

class Drawing {
  readonly #tabela: Tabela;
  readonly #proximo: Proximo;
  readonly #composicao: Composicao;
  /** `composicao` with the alignment of each column. */
  readonly #porColuna: readonly Composicao[];
  readonly #margem: number;
  readonly #xs: number[] = [];
  #espaco: Espaco;
  #top = 0;
  #y = 0;
  #isFirstRow = true;

  constructor(inicio: Espaco, tabela: Tabela, proximo: Proximo) {
    this.#tabela = tabela;
    this.#proximo = proximo;
    this.#composicao = { corpo: CORPO_ITEM, entrelinha: 1.08, ...tabela.composicao };
    this.#porColuna = tabela.colunas.map(({ alinha }) => ({ ...this.#composicao, alinha }));
    this.#margem = tabela.margem ?? MARGEM_CELULA;
    this.#espaco = inicio;
    this.#open(inicio);
  }

  row(linha: readonly string[]): void {
    const { colunas } = this.#tabela;
    let cells = colunas.map(({ largura }, at) =>
      breakTexto(linha[at] ?? "", largura - 2 * this.#margem, this.#composicao),
    );
    let rest = Math.max(1, ...cells.map((lines) => lines.length));
    if (rest > this.#room() && rest <= LINHAS_INTEIRAS && !this.#isFirstRow) this.#turn();
    for (;;) {
      const count = Math.min(rest, Math.max(this.#room(), this.#isFirstRow ? 1 : 0));
      if (count > 0) this.#drawCells(cells, count);
      rest -= count;
      if (rest <= 0) return;
      cells = cells.map((lines) => lines.slice(count));
      this.#turn();
    }
  }

  finish(): Espaco {
    this.#close(this.#tabela.isCheia ? this.#espaco.fim : this.#y);
    return { ...this.#espaco, y: this.#tabela.isCheia ? this.#espaco.fim : this.#y };
  }

  #room(): number {
    return linhasEm(this.#espaco.fim - this.#y - 2 * MARGEM_LINHA, this.#composicao);
  }

  #turn(): void {
    this.#close(this.#espaco.fim);
    this.#open(this.#proximo(this.#espaco));
  }

  #open(espaco: Espaco): void {
    const { colunas, corpoTitulo: corpo = CORPO_COLUNA, fonteTitulo: fonte } = this.#tabela;
    const altura = this.#alturaTitulo;
    const { pagina, y } = espaco;
    this.#espaco = espaco;
    this.#top = y;
    this.#xs.length = 0;
    let { x } = espaco;
    colunas.forEach(({ titulo, largura, isSubcoluna }, at) => {
      this.#xs.push(x);
      const area = { x, y, largura: widthOfHead(colunas, at), altura };
      if (!isSubcoluna) drawHead(pagina, area, { titulo, corpo, fonte });
      x += largura;
    });
    this.#xs.push(x);
    this.#y = y + altura;
    this.#isFirstRow = true;
    pagina.horizontal({ x: espaco.x, y: this.#y }, x - espaco.x);
  }

  #close(fim: number): void {
    const { pagina } = this.#espaco;
    const [first = 0, last = 0] = [this.#xs[0], this.#xs.at(-1)];
    pagina.horizontal({ x: first, y: this.#top }, last - first);
    pagina.horizontal({ x: first, y: fim }, last - first);
    this.#xs.forEach((x, at) => {
      const { isSubcoluna, divisa } = this.#tabela.colunas[at] ?? {};
      const y = isSubcoluna ? this.#top + this.#alturaTitulo : this.#top;
      if (!isSubcoluna || divisa) pagina.vertical({ x, y }, fim - y, divisa);
    });
  }

  get #alturaTitulo(): number {
    return this.#tabela.alturaTitulo ?? ALTURA_TITULO;
  }

  #drawCells(cells: readonly string[][], count: number): void {
    const { colunas, separador } = this.#tabela;
    const { pagina, x } = this.#espaco;
    const end = this.#xs.at(-1) ?? x;
    if (separador && !this.#isFirstRow) pagina.horizontal({ x, y: this.#y }, end - x, separador);
    const altura = alturaLinhas(count, this.#composicao);
    colunas.forEach(({ largura }, at) => {
      const [linhas, composicao] = [cells[at], this.#porColuna[at]];
      if (!linhas || !composicao || linhas.length === 0) return;
      const area = {
        x: (this.#xs[at] ?? 0) + this.#margem,
        y: this.#y + MARGEM_LINHA,
        largura: largura - 2 * this.#margem,
      };
      writeLinhas(pagina, area, { linhas, count, composicao });
    });
    this.#y += altura + 2 * MARGEM_LINHA;
    this.#isFirstRow = false;
  }
}

/** The width of a column's title, with the subcolumns after it. */
function widthOfHead(colunas: readonly Coluna[], at: number): number {
  let width = colunas[at]?.largura ?? 0;
  for (let next = at + 1; colunas[next]?.isSubcoluna; next += 1) width += colunas[next]?.largura ?? 0;
  return width;
}

/** Draws a column's title in the middle of its head, on as many lines as needed; smaller if a word is
 * wider than the column. */
function drawHead(
  pagina: Pagina,
  area: Area,
  { titulo, corpo, fonte }: { titulo: string; corpo: number; fonte?: Fonte },
): void {
  const room = area.largura - MARGEM_CAIXA;
  for (let size = corpo; ; size -= 0.25) {
    const composicao: Composicao = { fonte, corpo: size, alinha: "centro", entrelinha: 1.05 };
    const linhas = breakTexto(titulo, room, composicao);
    const height = alturaLinhas(linhas.length, composicao);
    const words = titulo.split(/\s/).length;
    if (size > 3.5 && (height > area.altura || linhas.length > words)) continue;
    const y = area.y + Math.max(0, (area.altura - height) / 2);
    drawLinhas(
      pagina,
      { x: area.x + MARGEM_CAIXA / 2, y, largura: room, altura: height + alturaLinha() },
      { ...composicao, linhas },
    );
    return;
  }
}
