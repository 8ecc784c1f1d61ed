import { drawCaixa, fitCorpo, isCortado, MARGEM_CAIXA } from "../folha/caixa.ts";
import type { Espaco } from "../folha/espaco.ts";
import { type Area, type Pagina, widthOf } from "../pdf/pagina.ts";
import { joinWith } from "./formatos.ts";
import type { Celula } from "./quadros-valores.ts";

const ALTURA_CELULA = 4.2;
const LARGURA_CELULA = 40;
const CORPO_CELULA = 8;

/** Draws duplicatas or payments in a row, each with a left, middle and right part. Returns the y below
 * them. */
export function drawCelulas({ pagina, x, y, largura }: Espaco, celulas: readonly Celula[]): number {
  const columns = columnsOf(largura);
  const width = largura / columns;
  celulas.forEach((celula, at) => {
    const cell = {
      x: x + (at % columns) * width,
      y: y + Math.floor(at / columns) * ALTURA_CELULA,
      largura: width,
      altura: ALTURA_CELULA,
    };
    pagina.border(cell);
    drawCelula(pagina, cell, celula);
  });
  return y + heightOfCelulas(celulas.length, largura);
}

export function heightOfCelulas(count: number, largura: number): number {
  return Math.ceil(count / columnsOf(largura)) * ALTURA_CELULA;
}

/** The full text of the cells that are truncated. */
export function findCortadas(celulas: readonly Celula[], largura: number): string[] {
  const width = largura / columnsOf(largura);
  return celulas
    .filter((celula) => {
      const { corpo, start } = shareCelula(celula, width);
      return isCortado(
        { texto: celula[0], corpo, corpoMinimo: corpo },
        { largura: start, altura: ALTURA_CELULA },
      );
    })
    .map((celula) => joinWith(" ", celula));
}

/** Draws the three parts in one font size; the left one is truncated first. */
function drawCelula(pagina: Pagina, cell: Area, partes: Celula): void {
  const [left, middle, right] = partes;
  const { corpo, start, centre, end } = shareCelula(partes, cell.largura);
  const set = { corpo, vertical: "meio", borda: null } as const;
  drawCaixa(pagina, { ...cell, largura: start }, { ...set, texto: left });
  if (centre > 0)
    drawCaixa(pagina, { ...cell, x: cell.x + start, largura: centre }, { ...set, texto: middle });
  const x = cell.x + cell.largura - end;
  drawCaixa(pagina, { ...cell, x, largura: end }, { ...set, texto: right, alinha: "direita" });
}

/** The font size of a cell's text, and the widths of its three parts. */
function shareCelula(
  partes: Celula,
  largura: number,
): { corpo: number; start: number; centre: number; end: number } {
  const [left, middle, right] = partes;
  const corpo = fitCorpo(partes.join(" "), largura - 4 * MARGEM_CAIXA, { corpo: CORPO_CELULA });
  const end = widthOf(right, "normal", corpo) + 2 * MARGEM_CAIXA + 0.1;
  const centre = middle === "" ? 0 : widthOf(middle, "normal", corpo) + 2 * MARGEM_CAIXA + 0.1;
  const rest = largura - end;
  const start =
    middle === ""
      ? rest
      : Math.max((rest - centre) / 2, Math.min(rest - centre, widthOf(left, "normal", corpo) + 2));
  return { corpo, start, centre, end };
}

function columnsOf(largura: number): number {
  return Math.max(1, Math.floor(largura / LARGURA_CELULA));
}
