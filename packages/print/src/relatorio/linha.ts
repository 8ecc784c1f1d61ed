import { breakTexto } from "../folha/texto.ts";
import { widthOf } from "../pdf/pagina.ts";
import { drawFitted } from "./fitted.ts";
import { DENTRO, FINO, type Lugar, MARGEM, ZEBRA } from "./medidas.ts";
import { type CelulaRelatorio, type ColunaRelatorio, LARGURA_RELATORIO } from "./relatorio.ts";

const CORPO = 8;
/** A text that does not fit one line in this font size is broken. */
const CORPO_LINHA = 7;
const CORPO_ABAIXO = 6.2;
const CINZA_ABAIXO = 0.3;
/** Line spacing in millimetres, of the main and of the small lines; then the distance to the first and
 * from the last line. */
const PASSO = 2.9;
const PASSO_ABAIXO = 2.6;
const ALTO = 3.1;
const BAIXO = 0.9;
/** Limits the lines of a cell, so that no row is higher than a page. */
const LINHAS_MAX = 8;

/** A row prepared for drawing: each cell with its lines. */
export type LinhaComposta = { altura: number; celulas: { linhas: string[]; abaixo: string }[] };

/** Breaks the cells of a row into lines. */
export function composeLinha(
  linha: readonly CelulaRelatorio[],
  colunas: readonly ColunaRelatorio[],
): LinhaComposta {
  const celulas = colunas.map(({ largura }, at) => {
    const { texto = "", abaixo = "" } = linha[at] ?? {};
    return { linhas: breakCelula(texto, largura - 2 * DENTRO), abaixo };
  });
  const heights = celulas.map(
    ({ linhas, abaixo }) => (Math.max(1, linhas.length) - 1) * PASSO + (abaixo === "" ? 0 : PASSO_ABAIXO),
  );
  return { altura: ALTO + Math.max(PASSO_ABAIXO, ...heights) + BAIXO, celulas };
}

/** Draws a row from a position, with a line below it. */
export function drawLinha(
  { pagina, y: top }: Lugar,
  { altura, celulas }: LinhaComposta,
  { colunas, isZebra }: { colunas: readonly ColunaRelatorio[]; isZebra: boolean },
): void {
  if (isZebra) {
    pagina.fill({ x: MARGEM, y: top, largura: LARGURA_RELATORIO, altura }, ZEBRA);
    // Drawn over half of the line above.
    pagina.horizontal({ x: MARGEM, y: top }, LARGURA_RELATORIO, FINO);
  }
  let x = MARGEM;
  colunas.forEach(({ largura, alinha }, at) => {
    const { linhas = [], abaixo = "" } = celulas[at] ?? {};
    const room = { x: x + DENTRO, largura: largura - 2 * DENTRO };
    let y = top + ALTO;
    for (const [n, texto] of linhas.entries()) {
      if (n > 0) y += PASSO;
      drawFitted(pagina, { ...room, y }, { corpo: linhas.length > 1 ? CORPO_LINHA : CORPO, texto, alinha });
    }
    const estilo = { corpo: CORPO_ABAIXO, cinza: CINZA_ABAIXO, alinha };
    drawFitted(pagina, { ...room, y: y + PASSO_ABAIXO }, { ...estilo, texto: abaixo });
    x += largura;
  });
  pagina.horizontal({ x: MARGEM, y: top + altura }, LARGURA_RELATORIO, FINO);
}

function breakCelula(texto: string, largura: number): string[] {
  if (widthOf(texto, "normal", CORPO_LINHA) <= largura) return [texto];
  const linhas = breakTexto(texto, largura, { corpo: CORPO_LINHA });
  if (linhas.length <= LINHAS_MAX) return linhas;
  return [...linhas.slice(0, LINHAS_MAX - 1), linhas.slice(LINHAS_MAX - 1).join(" ")];
}
