import {
  type Campo as CampoDaFaixa,
  CORPO_TITULO,
  drawFaixa,
  MARGEM_CAIXA,
  shareLargura,
} from "../folha/caixa.ts";
import { type Espaco, flowTexto, type Proximo } from "../folha/espaco.ts";
import { drawTabela } from "../folha/tabela.ts";
import { alturaLinhas, breakTexto, type Composicao } from "../folha/texto.ts";
import type { Pagina, Traco } from "../pdf/pagina.ts";
import type { Bloco, Campo, Secao } from "./bloco.ts";
import { writeTitulo } from "./escrita.ts";

const ALTURA_SECAO = 4.2;
const CORPO_SECAO = 6.5;
const CINZA_SECAO = 0.9;
const CORPO_CAMPO = 8.5;
const CORPO_DESTAQUE = 10;
const FUNDO_TITULO = 2.45;
/** A field with more lines is drawn as a text block, which may continue on the next page. */
const LINHAS_CAMPO = 6;
const TEXTO: Composicao = { corpo: 8.5, entrelinha: 1.15 };
const MARGEM_TEXTO = 1.2;
const TABELA: Composicao = { corpo: 8, entrelinha: 1.1 };
const SEPARADOR: Traco = { espessura: 0.15, cinza: 0.55 };
/** Space that a title needs below it on its page, in millimetres: the head of a table and its first row. */
const COM_O_TITULO = 10;
const CONTINUACAO = " (continuação)";

/** Draws sections from top to bottom, over as many pages as they need; each continued section repeats its
 * title. Returns the space below them. */
export function drawSecoes(inicio: Espaco, secoes: readonly Secao[], proximo: Proximo): Espaco {
  let espaco = inicio;
  for (const secao of secoes) {
    if (espaco.fim - espaco.y < ALTURA_SECAO + COM_O_TITULO) espaco = proximo(espaco);
    espaco = drawTitulo(espaco, secao.titulo);
    const next: Proximo = (cheio) => drawTitulo(proximo(cheio), `${secao.titulo}${CONTINUACAO}`);
    for (const bloco of secao.blocos) espaco = drawBloco(espaco, bloco, next);
  }
  return espaco;
}

function drawTitulo(espaco: Espaco, titulo: string): Espaco {
  const { pagina, x, y, largura } = espaco;
  const area = { x, y, largura, altura: ALTURA_SECAO };
  pagina.under((below) => {
    below.fill(area, CINZA_SECAO);
  });
  pagina.border(area);
  const base = { x: x + MARGEM_CAIXA, y: y + ALTURA_SECAO - 1.3 };
  pagina.text(writeTitulo(titulo), base, { fonte: "negrito", corpo: CORPO_SECAO });
  return { ...espaco, y: y + ALTURA_SECAO };
}

function drawBloco(espaco: Espaco, bloco: Bloco, proximo: Proximo): Espaco {
  switch (bloco.kind) {
    case "campos":
      return drawCampos(espaco, bloco.campos, proximo);
    case "texto":
      return drawTexto(espaco, bloco.texto, proximo);
    case "tabela": {
      const start = espaco.fim - espaco.y < COM_O_TITULO ? proximo(espaco) : espaco;
      const larguras = shareLargura(start.largura, bloco.colunas);
      const colunas = bloco.colunas.map(({ titulo, alinha }, at) => ({
        titulo: writeTitulo(titulo),
        alinha,
        largura: larguras[at] ?? 0,
      }));
      const { linhas, corpo = TABELA.corpo } = bloco;
      const tabela = {
        colunas,
        linhas,
        composicao: { ...TABELA, corpo },
        alturaTitulo: 3.4,
        separador: SEPARADOR,
      };
      return drawTabela(start, tabela, proximo);
    }
  }
}

function drawCampos(inicio: Espaco, campos: readonly Campo[], proximo: Proximo): Espaco {
  const larguras = shareLargura(inicio.largura, campos);
  const lines = campos.map(
    ({ valor }, at) =>
      breakTexto(valor, (larguras[at] ?? 0) - 2 * MARGEM_CAIXA, { corpo: CORPO_CAMPO }).length,
  );
  const count = Math.max(...lines);
  if (count > LINHAS_CAMPO) return drawCamposLongos(inicio, { campos, lines }, proximo);
  const altura = FUNDO_TITULO + alturaLinhas(count, { corpo: CORPO_CAMPO }) + MARGEM_CAIXA + 0.6;
  const espaco = inicio.fim - inicio.y < altura ? proximo(inicio) : inicio;
  const { pagina, x, y, largura } = espaco;
  drawFaixa(pagina, { x, y, largura, altura }, campos.map(toFaixa));
  return { ...espaco, y: y + altura };
}

function toFaixa({ rotulo, valor, peso, alinha, isDestaque = false }: Campo): CampoDaFaixa {
  return {
    titulo: writeTitulo(rotulo),
    corpoTitulo: CORPO_TITULO,
    texto: valor,
    vertical: "base",
    peso,
    alinha,
    corpo: isDestaque ? CORPO_DESTAQUE : CORPO_CAMPO,
    fonte: isDestaque ? "negrito" : "normal",
  };
}

/** Draws the short fields in one row, and each long field below with the full width. */
function drawCamposLongos(
  inicio: Espaco,
  { campos, lines }: { campos: readonly Campo[]; lines: readonly number[] },
  proximo: Proximo,
): Espaco {
  const isShort = (_: Campo, at: number): boolean => (lines[at] ?? 0) <= LINHAS_CAMPO;
  const short = campos.filter(isShort);
  let espaco = short.length === 0 ? inicio : drawCampos(inicio, short, proximo);
  for (const campo of campos.filter((each, at) => !isShort(each, at))) {
    espaco = drawTexto(espaco, `${campo.rotulo}: ${campo.valor}`, proximo);
  }
  return espaco;
}

/** Draws a framed text over as many pages as it needs. */
function drawTexto(inicio: Espaco, texto: string, proximo: Proximo): Espaco {
  const inner = (espaco: Espaco): Espaco => ({
    ...espaco,
    x: espaco.x + MARGEM_TEXTO,
    y: espaco.y + MARGEM_TEXTO,
    largura: espaco.largura - 2 * MARGEM_TEXTO,
    fim: espaco.fim - MARGEM_TEXTO,
  });
  let outer = inicio;
  const end = flowTexto(inner(inicio), texto, {
    ...TEXTO,
    proximo: () => {
      frame(outer.pagina, outer, outer.fim);
      outer = proximo(outer);
      return inner(outer);
    },
  });
  const y = end.y + MARGEM_TEXTO;
  frame(outer.pagina, outer, y);
  return { ...outer, y };
}

function frame(pagina: Pagina, { x, y, largura }: Espaco, fim: number): void {
  pagina.border({ x, y, largura, altura: fim - y });
}
