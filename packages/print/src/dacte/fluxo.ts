import { MARGEM_CAIXA } from "../folha/caixa.ts";
import { type Espaco, flowTexto, type Proximo } from "../folha/espaco.ts";
import { drawTabela } from "../folha/tabela.ts";
import { ALTURA_BARRA, type Bloco, drawBarra } from "./bloco.ts";
import type { Coluna, Secao } from "./secoes.ts";

const ALTURA_COLUNAS = 3.4;
/** Below this no section is begun: its bar, its heads and two rows. */
const SECAO_MIN = 14;
const SEPARADOR = { espessura: 0.2, cinza: 0.55, tracejado: [0.8, 0.6] } as const;
const CONTINUACAO = " (CONTINUAÇÃO)";

/** Draws a block, on the next page where this one has no room for it. */
export function flowBloco(inicio: Espaco, bloco: Bloco, proximo: Proximo): Espaco {
  const espaco = inicio.y + bloco.altura > inicio.fim + 0.01 ? proximo(inicio) : inicio;
  const { pagina, x, y, largura } = espaco;
  bloco.draw(pagina, { x, y, largura, altura: bloco.altura });
  return { ...espaco, y: y + bloco.altura };
}

/** Draws a table with its title, over as many pages as it takes. */
export function flowSecao(inicio: Espaco, secao: Secao, proximo: Proximo): Espaco {
  const colunas = secao.colunas.map(({ titulo, parte, alinha }) => ({
    titulo,
    largura: parte * inicio.largura,
    alinha,
  }));
  const next: Proximo = (cheio) => openSecao(proximo(cheio), secao.titulo + CONTINUACAO);
  const start = inicio.fim - inicio.y < SECAO_MIN ? proximo(inicio) : inicio;
  return drawTabela(
    openSecao(start, secao.titulo),
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

/** Long text below a title, over as many pages as it takes. */
export function flowObservacoes(
  inicio: Espaco,
  { titulo, texto }: { titulo: string; texto: string },
  proximo: Proximo,
): Espaco {
  const start = inicio.fim - inicio.y < SECAO_MIN ? proximo(inicio) : inicio;
  const opened = inset(openSecao(start, titulo));
  const next: Proximo = (cheio) => inset(openSecao(proximo(cheio), titulo));
  const end = flowTexto(opened, texto, { corpo: 7.5, entrelinha: 1.1, proximo: next });
  return { ...end, x: inicio.x, y: end.y + 1.5, largura: inicio.largura };
}

/** The frame of a table goes on, empty, down to the end of its space. */
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

function inset(espaco: Espaco): Espaco {
  const { x, y, largura } = espaco;
  return { ...espaco, x: x + MARGEM_CAIXA, y: y + 0.6, largura: largura - 2 * MARGEM_CAIXA };
}
