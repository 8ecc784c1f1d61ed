import { MARGEM_CAIXA } from "../folha/caixa.ts";
import type { Espaco, Proximo } from "../folha/espaco.ts";
import { drawTabela } from "../folha/tabela.ts";
import { alturaLinhas, breakTexto, drawLinhas, linhasEm } from "../folha/texto.ts";
import { ALTURA_BARRA, type Bloco, drawBarra } from "./bloco.ts";
import type { Coluna, Secao } from "./secoes.ts";

const ALTURA_COLUNAS = 3.4;
/** The minimum space for a section: its bar, its heads and two rows. */
const SECAO_MIN = 14;
/** Blank above and below a framed text. */
const MARGEM_TEXTO = 0.5;
const SEPARADOR = { espessura: 0.2, cinza: 0.55, tracejado: [0.8, 0.6] } as const;
const CONTINUACAO = " (CONTINUAÇÃO)";

/** Draws a block, on the next page if it does not fit this one; a block higher than a page is split over
 * several. */
export function flowBloco(inicio: Espaco, bloco: Bloco, proximo: Proximo): Espaco {
  if (hasRoom(inicio, bloco)) return drawBloco(inicio, bloco);
  let espaco = proximo(inicio);
  let rest = bloco;
  while (!hasRoom(espaco, rest)) {
    const parts = rest.split?.(espaco.fim - espaco.y);
    if (!parts) break;
    drawBloco(espaco, parts[0]);
    rest = parts[1];
    espaco = proximo(espaco);
  }
  return drawBloco(espaco, rest);
}

function hasRoom({ y, fim }: Espaco, { altura }: Bloco): boolean {
  return y + altura <= fim + 0.01;
}

function drawBloco(espaco: Espaco, { altura, draw }: Bloco): Espaco {
  const { pagina, x, y, largura } = espaco;
  draw(pagina, { x, y, largura, altura });
  return { ...espaco, y: y + altura };
}

/** Draws a table with its title over as many pages as it needs. */
export function flowSecao(inicio: Espaco, secao: Secao, proximo: Proximo): Espaco {
  const colunas = secao.colunas.map(({ titulo, parte, alinha }) => ({
    titulo,
    largura: parte * inicio.largura,
    alinha,
  }));
  const next: Proximo = (cheio) => openSecao(proximo(cheio), secao.titulo + CONTINUACAO);
  const isFull = inicio.fim - inicio.y < SECAO_MIN;
  if (isFull) drawResto(inicio, []);
  return drawTabela(
    openSecao(isFull ? proximo(inicio) : inicio, secao.titulo),
    {
      colunas,
      linhas: secao.linhas,
      composicao: { corpo: 7.2, entrelinha: 1.06 },
      corpoTitulo: 5.5,
      alturaTitulo: ALTURA_COLUNAS,
      separador: SEPARADOR,
    },
    next,
  );
}

/** Draws a long text below a title over as many pages as it needs. */
export function flowObservacoes(
  inicio: Espaco,
  { titulo, texto }: { titulo: string; texto: string },
  proximo: Proximo,
): Espaco {
  const style = { corpo: 7.5, entrelinha: 1.1 };
  let linhas = breakTexto(texto, inicio.largura - 2 * MARGEM_CAIXA, style);
  let espaco = inicio.fim - inicio.y < SECAO_MIN ? proximo(inicio) : inicio;
  for (;;) {
    const { pagina, x, y, largura, fim } = openSecao(espaco, titulo);
    const count = Math.max(1, Math.min(linhas.length, linhasEm(fim - y - 2 * MARGEM_TEXTO, style)));
    const altura = alturaLinhas(count, style) + 2 * MARGEM_TEXTO;
    const inside = { x: x + MARGEM_CAIXA, y: y + MARGEM_TEXTO, largura: largura - 2 * MARGEM_CAIXA, altura };
    pagina.border({ x, y, largura, altura });
    drawLinhas(pagina, inside, { ...style, linhas: linhas.slice(0, count) });
    linhas = linhas.slice(count);
    espaco = { ...espaco, y: y + altura };
    if (linhas.length === 0) return espaco;
    espaco = proximo(espaco);
  }
}

/** Extends the empty frame of a table to the bottom of its space. */
export function drawResto({ pagina, x, y, largura, fim }: Espaco, colunas: readonly Coluna[]): void {
  if (fim - y <= 0.01) return;
  pagina.border({ x, y, largura, altura: fim - y });
  let at = x;
  for (const { parte } of colunas) {
    at += parte * largura;
    if (at < x + largura - 0.01) pagina.vertical({ x: at, y }, fim - y);
  }
}

function openSecao(espaco: Espaco, titulo: string): Espaco {
  const { pagina, x, y, largura } = espaco;
  drawBarra(pagina, { x, y, largura, altura: ALTURA_BARRA }, titulo);
  return { ...espaco, y: y + ALTURA_BARRA };
}
