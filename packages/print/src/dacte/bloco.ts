import { type Campo, drawCaixa, drawFaixa, fitCorpo, MARGEM_CAIXA, shareLargura } from "../folha/caixa.ts";
import {
  alturaLinha,
  alturaLinhas,
  breakTexto,
  type Composicao,
  drawLinhas,
  linhasEm,
} from "../folha/texto.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { widthOf } from "../pdf/pagina.ts";

/** A block as wide as the page, with its height in millimetres known before it is drawn. A block that may
 * be higher than a page has `split`: it returns the part that fits a height and the rest, or null if
 * nothing fits. */
export type Bloco = {
  altura: number;
  draw: (pagina: Pagina, area: Area) => void;
  split?: (altura: number) => [Bloco, Bloco] | null;
};

/** Heights in millimetres. */
export const ALTURA_BARRA = 3.5;
export const ALTURA_CAMPO = 6.5;

/** A text of one line is shrunk down to this size; a text of several lines has CORPO_LONGO. */
const CORPO_LEGIVEL = 6;
const CORPO_LONGO = 7;
/** Height of the title in a box. */
const TITULO_CAIXA = 2.5;
const CORPO_ROTULO = 5.5;
const CORPO_FICHA = 8;
const CORPO_FICHA_MIN = 6.5;
const FICHA: Composicao = { corpo: CORPO_FICHA, entrelinha: 1.08 };
const MARGEM_FICHA = 0.6;
/** Marks a text that continues on another page.   @source MOC CT-e 4.00 anexo II §2.11 */
const CONTINUA = " (CONTINUA NA FOLHA SEGUINTE)";
const CONTINUACAO = " (CONTINUAÇÃO)";
const CINZA_BARRA = 0.9;
/** A row that continues on the next page has at least this many lines on each. */
const LINHAS_MIN = 2;

/** Draws the title of a block on a grey bar. */
export function drawBarra(pagina: Pagina, area: Area, titulo: string): void {
  pagina.fill(area, CINZA_BARRA);
  pagina.border(area);
  const place = { x: area.x + area.largura / 2, y: area.y + area.altura / 2 + 0.8 };
  pagina.text(titulo, place, { fonte: "negrito", corpo: 6.5, alinha: "centro" });
}

/** Fields in a row, below an optional title. */
export function blocoFaixa(campos: readonly Campo[], largura: number, titulo = ""): Bloco {
  return blocoFaixas([campos], largura, titulo);
}

/** Rows of fields below a title, each as high as its longest text needs. */
export function blocoFaixas(faixas: readonly (readonly Campo[])[], largura: number, titulo = ""): Bloco {
  const top = titulo === "" ? 0 : ALTURA_BARRA;
  const alturas = faixas.map((campos) => alturaFaixa(campos, largura));
  return {
    altura: alturas.reduce((sum, each) => sum + each, top),
    draw(pagina, area) {
      if (titulo !== "") drawBarra(pagina, { ...area, altura: ALTURA_BARRA }, titulo);
      let y = area.y + top;
      faixas.forEach((campos, at) => {
        const altura = alturas[at] ?? ALTURA_CAMPO;
        drawFaixa(pagina, { ...area, y, altura }, campos);
        y += altura;
      });
    },
    split: (altura) => splitFaixas({ faixas, largura, titulo }, altura),
  };
}

type Faixas = { faixas: readonly (readonly Campo[])[]; largura: number; titulo: string };

/** Keeps the whole rows that fit, and splits the first one that does not by lines. */
function splitFaixas({ faixas, largura, titulo }: Faixas, altura: number): [Bloco, Bloco] | null {
  let room = altura - (titulo === "" ? 0 : ALTURA_BARRA);
  let whole = 0;
  for (const campos of faixas) {
    const next = alturaFaixa(campos, largura);
    if (next > room + 0.01) break;
    room -= next;
    whole += 1;
  }
  const cut = splitCampos(faixas[whole] ?? [], largura, room);
  const head = cut ? [...faixas.slice(0, whole), cut[0]] : faixas.slice(0, whole);
  const tail = cut ? [cut[1], ...faixas.slice(whole + 1)] : faixas.slice(whole);
  if (head.length === 0 || tail.length === 0) return null;
  const continued = titulo === "" || titulo.endsWith(CONTINUACAO) ? titulo : titulo + CONTINUACAO;
  return [blocoFaixas(head, largura, titulo), blocoFaixas(tail, largura, continued)];
}

/** Splits a row of fields into two; null if fewer than two lines of the longest fit. */
function splitCampos(campos: readonly Campo[], largura: number, altura: number): [Campo[], Campo[]] | null {
  const larguras = shareLargura(largura, campos);
  const room = altura - TITULO_CAIXA - MARGEM_CAIXA;
  const count = linhasEm(room, { corpo: CORPO_LONGO });
  if (count < LINHAS_MIN || campos.length === 0) return null;
  const parts = campos.map((campo, at): [Campo, Campo] => {
    const { texto, fonte = "normal" } = campo;
    const linhas = breakTexto(texto ?? "", (larguras[at] ?? 0) - 2 * MARGEM_CAIXA, {
      fonte,
      corpo: CORPO_LONGO,
    });
    if (linhas.length <= count) return [campo, { ...campo, texto: "" }];
    const long = { ...campo, corpo: CORPO_LONGO, corpoMinimo: CORPO_LONGO, fonte };
    return [
      { ...long, texto: linhas.slice(0, count).join("\n") },
      { ...long, texto: linhas.slice(count).join("\n") },
    ];
  });
  return [parts.map(([head]) => head), parts.map(([, tail]) => tail)];
}

/** The height of one text line, or of several where one line would need too small a font. */
function alturaFaixa(campos: readonly Campo[], largura: number): number {
  const larguras = shareLargura(largura, campos);
  const alturas = campos.map(({ texto, fonte = "normal" }, at) => {
    const room = (larguras[at] ?? 0) - 2 * MARGEM_CAIXA;
    if (!texto || widthOf(texto, fonte, CORPO_LEGIVEL) <= room) return ALTURA_CAMPO;
    const style = { fonte, corpo: CORPO_LONGO };
    return TITULO_CAIXA + alturaLinhas(breakTexto(texto, room, style).length, style) + MARGEM_CAIXA;
  });
  return Math.max(ALTURA_CAMPO, ...alturas);
}

/** A label with its text beside it, on as many lines as needed. `peso` is its share of the row. */
export type Rotulado = { rotulo: string; texto: string; peso?: number; isForte?: boolean };

type Ficha = readonly (readonly Rotulado[])[];

/** Frames of equal width in a row, each with rows of labelled texts; a long text continues on further
 * lines. */
export function blocoFichas(fichas: readonly Ficha[], largura: number): Bloco {
  const each = largura / fichas.length;
  return {
    altura: Math.max(...fichas.map((ficha) => alturaFicha(ficha, each))),
    draw(pagina, area) {
      fichas.forEach((ficha, at) => {
        drawFicha(pagina, { ...area, x: area.x + at * each, largura: each }, ficha);
      });
    },
    split(altura) {
      const parts = fichas.map((ficha) => splitFicha(ficha, each, altura));
      if (parts.every(([head]) => head.length === 0)) return null;
      return [
        blocoFichas(
          parts.map(([head]) => head),
          largura,
        ),
        blocoFichas(
          parts.map(([, tail]) => tail),
          largura,
        ),
      ];
    },
  };
}

/** The rows that fit a height, the last one split between two lines, and the rest. */
function splitFicha(ficha: Ficha, largura: number, altura: number): [Ficha, Ficha] {
  let room = altura - 2 * MARGEM_FICHA;
  const at = ficha.findIndex((linha) => {
    const next = alturaOfLinha(linha, largura);
    if (next > room + 0.01) return true;
    room -= next;
    return false;
  });
  const cut = ficha[at];
  if (!cut) return [ficha, []];
  const count = Math.floor(room / alturaLinha(FICHA));
  if (count < 1) return [ficha.slice(0, at), ficha.slice(at)];
  const parts = widthsOf(cut, largura).map(([each, width]): [Rotulado, Rotulado] => {
    const { linhas } = composeRotulado(each, width);
    if (linhas.length <= count) return [each, { ...each, rotulo: "", texto: "" }];
    const [head, tail] = [linhas.slice(0, count), linhas.slice(count)];
    return [
      { ...each, texto: head.join("\n") },
      { ...each, texto: tail.join("\n") },
    ];
  });
  return [
    [...ficha.slice(0, at), parts.map(([head]) => head)],
    [parts.map(([, tail]) => tail), ...ficha.slice(at + 1)],
  ];
}

function alturaFicha(linhas: Ficha, largura: number): number {
  const heights = linhas.map((linha) => alturaOfLinha(linha, largura));
  return heights.reduce((sum, each) => sum + each, 2 * MARGEM_FICHA);
}

function drawFicha(pagina: Pagina, area: Area, linhas: Ficha): void {
  pagina.border(area);
  let y = area.y + MARGEM_FICHA;
  for (const linha of linhas) {
    let { x } = area;
    for (const [each, largura] of widthsOf(linha, area.largura)) {
      drawRotulado(pagina, { x, y, largura, altura: area.y + area.altura - y }, each);
      x += largura;
    }
    y += alturaOfLinha(linha, area.largura);
  }
}

function drawRotulado(pagina: Pagina, area: Area, each: Rotulado): void {
  const { composicao, linhas, recuo } = composeRotulado(each, area.largura);
  const baseline = area.y + 2.15;
  pagina.text(each.rotulo, { x: area.x + MARGEM_CAIXA, y: baseline }, { corpo: CORPO_ROTULO });
  const place = { ...area, x: area.x + recuo, largura: area.largura - recuo };
  drawLinhas(pagina, place, { ...composicao, linhas });
}

function composeRotulado(
  { rotulo, texto, isForte = false }: Rotulado,
  largura: number,
): { composicao: Composicao; linhas: string[]; recuo: number } {
  const recuo = MARGEM_CAIXA + widthOf(rotulo, "normal", CORPO_ROTULO) + 1;
  const room = largura - recuo - MARGEM_CAIXA;
  const fonte = isForte ? "negrito" : "normal";
  // A slightly smaller font is better than two lines.
  const fitted = fitCorpo(texto, room, { fonte, corpo: CORPO_FICHA, corpoMinimo: CORPO_FICHA_MIN });
  const corpo = widthOf(texto, fonte, fitted) > room ? CORPO_FICHA : fitted;
  const composicao: Composicao = { ...FICHA, fonte, corpo };
  return { composicao, linhas: breakTexto(texto, room, composicao), recuo };
}

function alturaOfLinha(linha: readonly Rotulado[], total: number): number {
  const lines = widthsOf(linha, total).map(([each, largura]) => composeRotulado(each, largura).linhas.length);
  return Math.max(1, ...lines) * alturaLinha(FICHA);
}

function widthsOf(linha: readonly Rotulado[], total: number): [Rotulado, number][] {
  const pesos = linha.reduce((sum, { peso = 1 }) => sum + peso, 0);
  return linha.map((each) => [each, (total * (each.peso ?? 1)) / pesos]);
}

/** A framed text under a title, as high as the text within limits; what does not fit goes to `rest` when
 * drawn. */
export function blocoTexto(
  paragrafos: readonly string[],
  limites: { titulo: string; largura: number; minimo: number; maximo: number; rest: (texto: string) => void },
): Bloco {
  const texto: Composicao = { corpo: 7.5, entrelinha: 1.1 };
  const { titulo, largura, minimo, maximo, rest } = limites;
  const linhas = paragrafos.flatMap((each) => breakTexto(each, largura - 2 * MARGEM_CAIXA, texto));
  const wanted = ALTURA_BARRA + alturaLinhas(linhas.length, texto) + 1.2;
  const altura = Math.min(Math.max(wanted, minimo), Math.max(minimo, maximo));
  return {
    altura,
    draw(pagina, area) {
      pagina.border(area);
      const inside = {
        x: area.x + MARGEM_CAIXA,
        y: area.y + ALTURA_BARRA + 0.5,
        largura: area.largura - 2 * MARGEM_CAIXA,
        altura: area.altura - ALTURA_BARRA - 0.6,
      };
      const drawn = drawLinhas(pagina, inside, { ...texto, linhas });
      const isWhole = drawn >= linhas.length;
      drawBarra(pagina, { ...area, altura: ALTURA_BARRA }, isWhole ? titulo : `${titulo}${CONTINUA}`);
      if (!isWhole) rest(linhas.slice(drawn).join("\n"));
    },
  };
}

const ALTURA_AVISO = 4;

/** The most important notices in large letters; no block if there are none. */
export function blocoAvisos(avisos: readonly string[]): Bloco[] {
  if (avisos.length === 0) return [];
  return [
    {
      altura: avisos.length * ALTURA_AVISO + 1,
      draw(pagina, area) {
        pagina.border(area);
        avisos.forEach((texto, at) => {
          drawCaixa(
            pagina,
            { ...area, y: area.y + 0.5 + at * ALTURA_AVISO, altura: ALTURA_AVISO },
            { texto, corpo: 9.5, fonte: "negrito", alinha: "centro", vertical: "meio", borda: null },
          );
        });
      },
    },
  ];
}
