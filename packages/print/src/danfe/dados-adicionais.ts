import type { PapelNfe } from "@malote/dfe";
import { drawCaixa } from "../folha/caixa.ts";
import type { Espaco } from "../folha/espaco.ts";
import { alturaLinhas, breakTexto, type Composicao, drawLinhas, linhasEm } from "../folha/texto.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { adicionaisOf, reservadoOf } from "./adicionais.ts";
import { CONTINUA, CONTINUACAO } from "./texts.ts";

const COMPOSICAO: Composicao = { corpo: 7, entrelinha: 1.1 };
const MARGEM = 0.8;
const TITULO = 3;
/** From the top of a box to its first line, below the title. */
const CABECA = 2.9;
/** Height of the note that the text continues. */
const AVISO = 2.6;
const PARTE_DO_FISCO = 0.3;
const ALTURA_MINIMA = 22;

/** The "dados adicionais" block of a DANFE, and the part of it not drawn yet. */
export class Adicionais {
  readonly #larguraFisco: number;
  #info: string[];
  #fisco: string[];
  #isBegun = false;

  /** @param largura of the whole block, in millimetres   @param cortados paragraphs truncated in the boxes
   * above */
  constructor(papel: PapelNfe, largura: number, cortados: readonly string[] = []) {
    this.#larguraFisco = largura * PARTE_DO_FISCO;
    const info = largura - this.#larguraFisco;
    this.#info = [...adicionaisOf(papel), ...cortados].flatMap((line) =>
      breakTexto(line, info - 2 * MARGEM, COMPOSICAO),
    );
    this.#fisco = reservadoOf(papel).flatMap((line) =>
      breakTexto(line, this.#larguraFisco - 2 * MARGEM, COMPOSICAO),
    );
  }

  get isDone(): boolean {
    return this.#isBegun && this.#info.length === 0 && this.#fisco.length === 0;
  }

  /** The minimum height of a block. */
  get minimo(): number {
    return Math.min(ALTURA_MINIMA, this.#wanted());
  }

  /** The height of the remaining text, without blanks. */
  get inteira(): number {
    return this.#wanted();
  }

  /** The height that the remaining text needs, limited to `room`, but at least the minimum. */
  heightWithin(room: number): number {
    const least = this.#isBegun ? this.minimo : ALTURA_MINIMA;
    return Math.max(least, Math.min(this.#wanted(), room));
  }

  /** Draws the part that fits the height. */
  draw({ pagina, x, y, largura }: Espaco, altura: number): void {
    const titulo = this.#isBegun ? `DADOS ADICIONAIS - ${CONTINUACAO.toUpperCase()}` : "DADOS ADICIONAIS";
    pagina.text(titulo, { x: x + 0.3, y: y + 2.4 }, { corpo: 6, fonte: "negrito" });
    const box = { x, y: y + TITULO, largura: largura - this.#larguraFisco, altura: altura - TITULO };
    this.#info = drawParte(pagina, box, { titulo: "INFORMAÇÕES COMPLEMENTARES", linhas: this.#info });
    const fisco = { ...box, x: x + box.largura, largura: this.#larguraFisco };
    this.#fisco = drawParte(pagina, fisco, { titulo: "RESERVADO AO FISCO", linhas: this.#fisco });
    this.#isBegun = true;
  }

  #wanted(): number {
    const linhas = Math.max(this.#info.length, this.#fisco.length);
    return TITULO + CABECA + alturaLinhas(linhas, COMPOSICAO) + MARGEM;
  }
}

/** Returns the lines that did not fit. */
function drawParte(
  pagina: Pagina,
  area: Area,
  { titulo, linhas }: { titulo: string; linhas: string[] },
): string[] {
  drawCaixa(pagina, area, { titulo });
  const text = {
    x: area.x + MARGEM,
    y: area.y + CABECA,
    largura: area.largura - 2 * MARGEM,
    altura: area.altura - CABECA - MARGEM / 2,
  };
  const isWhole = linhas.length <= linhasEm(text.altura, COMPOSICAO);
  if (!isWhole) {
    text.altura -= AVISO;
    const place = { x: area.x + area.largura - MARGEM, y: area.y + area.altura - 0.9 };
    pagina.text(CONTINUA, place, { corpo: 6, fonte: "italico", alinha: "direita" });
  }
  const count = drawLinhas(pagina, text, { ...COMPOSICAO, linhas });
  return linhas.slice(count);
}
