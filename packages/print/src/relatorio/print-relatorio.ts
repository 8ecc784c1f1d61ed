import { A4_PAISAGEM, Folhas } from "../folha/folha.ts";
import { alturaLinhas, anchorOf, breakTexto, drawLinhas } from "../folha/texto.ts";
import type { Impresso } from "../impressao.ts";
import type { Estilo, Pagina } from "../pdf/pagina.ts";
import { drawFitted } from "./fitted.ts";
import { composeLinha, drawLinha } from "./linha.ts";
import { DENTRO, FAIXA, FINO, type Lugar, MARGEM, ZEBRA } from "./medidas.ts";
import { LARGURA_RELATORIO, type Relatorio } from "./relatorio.ts";
import { TEXTS } from "./texts.ts";

const FIM = A4_PAISAGEM.altura - MARGEM - 6;
const ALTURA_CABECA = 6;
const ALTURA_TOTAL = 4.6;
const LARGURA_TOTAIS = 110;
const CABECA: Estilo = { corpo: 7.5, fonte: "negrito" };

/** Prints a list on A4 in landscape: title, conta and filter, rows with column heads on every page,
 * totals, and "página x de y". */
export function printRelatorio(relatorio: Relatorio): Impresso {
  const folhas = new Folhas();
  const turn = (): Lugar => drawCabeca(openPagina(folhas, relatorio), relatorio);
  let lugar = turn();
  relatorio.linhas.forEach((linha, at) => {
    const composta = composeLinha(linha, relatorio.colunas);
    if (lugar.y + composta.altura > FIM) lugar = turn();
    drawLinha(lugar, composta, { colunas: relatorio.colunas, isZebra: at % 2 === 1 });
    lugar = { ...lugar, y: lugar.y + composta.altura };
  });
  drawFecho(lugar, relatorio, () => openPagina(folhas, relatorio));
  folhas.number((pagina, { numero, total }) => drawPe(pagina, relatorio, TEXTS.pagina(numero, total)));
  return folhas.finish({ titulo: relatorio.titulo, autor: relatorio.conta, data: relatorio.data });
}

/** Opens a page with its header: complete on the first page, one line on the others. */
function openPagina(folhas: Folhas, relatorio: Relatorio): Lugar {
  const isFirst = folhas.paginas.length === 0;
  const pagina = folhas.add(A4_PAISAGEM);
  return { pagina, y: isFirst ? drawTopo(pagina, relatorio) : drawTopoCurto(pagina, relatorio) };
}

/** Draws the column heads. */
function drawCabeca({ pagina, y }: Lugar, { colunas }: Relatorio): Lugar {
  let x = MARGEM;
  pagina.fill({ x, y, largura: LARGURA_RELATORIO, altura: ALTURA_CABECA }, FAIXA);
  for (const { titulo, largura, alinha } of colunas) {
    const area = { x: x + DENTRO, y: y + 4, largura: largura - 2 * DENTRO };
    drawFitted(pagina, area, { ...CABECA, texto: titulo, alinha });
    x += largura;
  }
  return { pagina, y: y + ALTURA_CABECA };
}

function drawTopo(pagina: Pagina, { titulo, conta, filtro }: Relatorio): number {
  pagina.text(titulo, { x: MARGEM, y: MARGEM + 5 }, { corpo: 15, fonte: "negrito" });
  pagina.text(
    conta,
    { x: MARGEM + LARGURA_RELATORIO, y: MARGEM + 5 },
    { corpo: 10, alinha: "direita", cinza: 0.2 },
  );
  const composicao = { corpo: 9, cinza: 0.2 };
  const linhas = breakTexto(filtro, LARGURA_RELATORIO, composicao);
  const area = {
    x: MARGEM,
    y: MARGEM + 7.5,
    largura: LARGURA_RELATORIO,
    altura: alturaLinhas(linhas.length, composicao),
  };
  drawLinhas(pagina, area, { ...composicao, linhas });
  return area.y + area.altura + 2;
}

function drawTopoCurto(pagina: Pagina, { titulo, conta }: Relatorio): number {
  const y = MARGEM + 3;
  pagina.text(titulo, { x: MARGEM, y }, { corpo: 9, fonte: "negrito" });
  pagina.text(conta, { x: MARGEM + LARGURA_RELATORIO, y }, { corpo: 8, alinha: "direita", cinza: 0.2 });
  return y + 2;
}

/** Draws the totals and the remark, all on one page. */
function drawFecho(from: Lugar, relatorio: Relatorio, turn: () => Lugar): void {
  const { totais, observacao } = relatorio;
  const composicao = { corpo: 8, fonte: "italico" } as const;
  const linhas = breakTexto(observacao, LARGURA_RELATORIO, composicao);
  const needed = 4 + ALTURA_TOTAL * (totais.linhas.length + 1) + 3 + alturaLinhas(linhas.length, composicao);
  const lugar = from.y + needed > FIM ? turn() : from;
  let y = lugar.y + 4;
  drawTotal(lugar.pagina, y, { celulas: totais.titulos, fonte: "negrito", fundo: FAIXA });
  totais.linhas.forEach(({ rotulo, quantidade, valor }, at) => {
    y += ALTURA_TOTAL;
    const isLast = at === totais.linhas.length - 1;
    drawTotal(lugar.pagina, y, {
      celulas: [rotulo, quantidade, valor],
      fonte: isLast ? "negrito" : "normal",
      fundo: isLast ? ZEBRA : null,
    });
  });
  y += ALTURA_TOTAL + 3;
  drawLinhas(
    lugar.pagina,
    { x: MARGEM, y, largura: LARGURA_RELATORIO, altura: FIM - y },
    { ...composicao, linhas },
  );
}

type Total = { celulas: readonly [string, string, string]; fonte: Estilo["fonte"]; fundo: number | null };

function drawTotal(pagina: Pagina, y: number, { celulas, fonte, fundo }: Total): void {
  const x = MARGEM + LARGURA_RELATORIO - LARGURA_TOTAIS;
  if (fundo !== null) pagina.fill({ x, y, largura: LARGURA_TOTAIS, altura: ALTURA_TOTAL }, fundo);
  const larguras = [40, 25, 45];
  let left = x;
  celulas.forEach((texto, at) => {
    const largura = larguras[at] ?? 0;
    const alinha = at === 0 ? "esquerda" : "direita";
    const area = { x: left + DENTRO, y: y + 3.3, largura: largura - 2 * DENTRO };
    drawFitted(pagina, area, { corpo: 8, fonte, texto, alinha });
    left += largura;
  });
  pagina.horizontal({ x, y: y + ALTURA_TOTAL }, LARGURA_TOTAIS, FINO);
}

function drawPe(pagina: Pagina, { gerado }: Relatorio, folha: string): void {
  const y = A4_PAISAGEM.altura - MARGEM;
  const room = { x: MARGEM, largura: LARGURA_RELATORIO };
  pagina.horizontal({ x: MARGEM, y: y - 3.5 }, LARGURA_RELATORIO, FINO);
  const pe: Estilo = { corpo: 7.5, cinza: 0.2 };
  drawFitted(pagina, { ...room, y, largura: LARGURA_RELATORIO - 40 }, { ...pe, texto: gerado });
  pagina.text(folha, { x: anchorOf(room, "direita"), y }, { ...pe, alinha: "direita" });
}
