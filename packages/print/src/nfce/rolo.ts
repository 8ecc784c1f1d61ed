import type { Folhas, Formato } from "../folha/folha.ts";
import { alturaLinhas, breakTexto, type Composicao, drawLinhas } from "../folha/texto.ts";
import { type Pagina, widthOf } from "../pdf/pagina.ts";

/** The paper of a receipt printer: 80 mm wide, with 72 mm printable. */
export const LARGURA_ROLO = 80;
export const MARGEM_ROLO = 4;
export const LARGURA_UTIL = LARGURA_ROLO - 2 * MARGEM_ROLO;

/** A PDF page has at most 14 400 points, 5 080 mm; a longer coupon continues on another page.   @source
 * ISO 32000-1, annex C */
const ALTURA_MAX = 4_900;
const MARGEM_VERTICAL = 4;
/** Between a name and its value. */
const VAO = 1.5;

/** An unbreakable part of a coupon: its height in millimetres, and a function that draws it from a y down. */
export type Bloco = { altura: number; draw(pagina: Pagina, y: number): void };

/** Puts the blocks on pages that are as long as their content. Returns the pages. */
export function unroll(folhas: Folhas, blocos: readonly Bloco[]): Pagina[] {
  const room = ALTURA_MAX - 2 * MARGEM_VERTICAL;
  const parts: Bloco[][] = [[]];
  let used = 0;
  for (const bloco of blocos) {
    if (used > 0 && used + bloco.altura > room) {
      parts.push([]);
      used = 0;
    }
    parts.at(-1)?.push(bloco);
    used += bloco.altura;
  }
  return parts.map((part) => drawPart(folhas, part));
}

function drawPart(folhas: Folhas, blocos: readonly Bloco[]): Pagina {
  const altura = blocos.reduce((sum, bloco) => sum + bloco.altura, 2 * MARGEM_VERTICAL);
  const formato: Formato = { largura: LARGURA_ROLO, altura };
  const pagina = folhas.add(formato);
  let y = MARGEM_VERTICAL;
  for (const bloco of blocos) {
    bloco.draw(pagina, y);
    y += bloco.altura;
  }
  return pagina;
}

/** The lines of a text with the full width, centred by default. Each line is a block, so the text may have
 * any length. */
export function textoBlocos(texto: string | null | undefined, composicao: Composicao = {}): Bloco[] {
  if (!texto) return [];
  const set: Composicao = { alinha: "centro", corpo: 8, ...composicao };
  const altura = alturaLinhas(1, set) + 0.35;
  return breakTexto(texto, LARGURA_UTIL, set).map((linha) => ({
    altura,
    draw: (pagina, y) => {
      drawLinhas(pagina, { x: MARGEM_ROLO, y, largura: LARGURA_UTIL, altura }, { ...set, linhas: [linha] });
    },
  }));
}

/** A name on the left and its value on the right of one line, or of the next line if they would overlap. */
export function parBloco(nome: string, valor: string, composicao: Composicao = {}): Bloco[] {
  const set: Composicao = { corpo: 8, ...composicao };
  const { fonte = "normal", corpo = 8 } = set;
  const largura = widthOf(valor, fonte, corpo);
  const linhas = breakTexto(nome, LARGURA_UTIL * 0.66, set);
  const wanted = Math.max(0, ...linhas.map((linha) => widthOf(linha, fonte, corpo)));
  if (wanted + VAO + largura > LARGURA_UTIL) {
    return [
      ...textoBlocos(nome, { ...set, alinha: "esquerda" }),
      ...textoBlocos(valor, { ...set, alinha: "direita" }),
    ];
  }
  const altura = alturaLinhas(Math.max(1, linhas.length), set) + 0.5;
  const draw = (pagina: Pagina, y: number): void => {
    const area = { x: MARGEM_ROLO, y, largura: LARGURA_UTIL, altura };
    drawLinhas(pagina, area, { ...set, linhas });
    drawLinhas(pagina, area, { ...set, linhas: [valor], alinha: "direita" });
  };
  return [{ altura, draw }];
}

export function riscoBloco(): Bloco {
  return {
    altura: 2,
    draw: (pagina, y) =>
      pagina.horizontal({ x: MARGEM_ROLO, y: y + 1 }, LARGURA_UTIL, { tracejado: [1, 0.8] }),
  };
}

export function espacoBloco(altura: number): Bloco {
  return { altura, draw: () => {} };
}
