import type { Pagina } from "../pdf/pagina.ts";
import { alturaLinhas, breakTexto, type Composicao, drawLinhas, linhasEm } from "./texto.ts";

/** The free space of a page, in millimetres: from (x, y) down to `fim`, `largura` wide. */
export type Espaco = { pagina: Pagina; x: number; y: number; largura: number; fim: number };

/** Opens the page after a full one, draws its head, and returns its free space. */
export type Proximo = (cheio: Espaco) => Espaco;

/** Draws a text over as many pages as it needs; returns the space below it. */
export function flowTexto(
  inicio: Espaco,
  texto: string,
  { proximo, ...composicao }: Composicao & { proximo: Proximo },
): Espaco {
  let espaco = inicio;
  let linhas = breakTexto(texto, espaco.largura, composicao);
  for (let turned = false; linhas.length > 0; ) {
    const { pagina, x, y, largura } = espaco;
    const room = linhasEm(espaco.fim - y, composicao);
    // A page without room for any line would cause an endless loop.
    const count = Math.min(linhas.length, turned ? Math.max(1, room) : room);
    const altura = alturaLinhas(count, composicao);
    drawLinhas(pagina, { x, y, largura, altura }, { ...composicao, linhas });
    linhas = linhas.slice(count);
    if (linhas.length === 0) return { ...espaco, y: y + altura };
    espaco = proximo(espaco);
    turned = true;
  }
  return espaco;
}
