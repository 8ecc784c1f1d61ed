import type { Pagina } from "../pdf/pagina.ts";
import { alturaLinhas, breakTexto, type Composicao, drawLinhas, linhasEm } from "./texto.ts";

/** A place on a page where drawing goes on, in millimetres: from (x, y) down to `fim`, `largura` wide. */
export type Espaco = { pagina: Pagina; x: number; y: number; largura: number; fim: number };

/** Opens the page after one that is full, draws what stands on every page, and says where drawing goes on. */
export type Proximo = (cheio: Espaco) => Espaco;

/** A text as long as it may be, over as many pages as it takes; gives the place below it. */
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
    // A page that holds no line at all would be turned for ever.
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
