import type { Area, Pagina, Traco } from "../pdf/pagina.ts";
import { widthOf } from "../pdf/pagina.ts";
import { alturaLinhas, breakTexto, type Composicao, drawLinhas, linhasEm } from "./texto.ts";

/** A field: a small title in capitals and its content, which shrinks from `corpo` to `corpoMinimo`
 * (points) until it fits, on more lines if the height allows. */
export type Conteudo = Composicao & {
  titulo?: string;
  texto?: string | null;
  corpoMinimo?: number;
  corpoTitulo?: number;
  isTituloNegrito?: boolean;
  /** Vertical position of the content below the title; "base" unless it has several lines. */
  vertical?: "topo" | "meio" | "base";
  /** The rest is drawn elsewhere, so a truncated text has no ellipsis. */
  isContinuado?: boolean;
  /** No border when null. */
  borda?: Traco | null;
};

export const CORPO_TITULO = 5.5;
const CORPO_CAIXA = 9;
const CORPO_MINIMO = 5;
const PASSO = 0.5;
/** Blank between border and text. */
export const MARGEM_CAIXA = 0.7;
const BASE_TITULO = 2;
const FUNDO_TITULO = 2.45;
const ELLIPSIS = "\x85";

/** Draws a field in its box. Returns the lines that did not fit in the smallest font, as one text; "" if
 * all fit. */
export function drawCaixa(pagina: Pagina, area: Area, conteudo: Conteudo): string {
  const { borda = {}, titulo, texto } = conteudo;
  if (borda) pagina.border(area, borda);
  if (titulo) drawTitulo(pagina, area, conteudo);
  return texto ? drawConteudo(pagina, inside(area, titulo !== undefined && titulo !== ""), conteudo) : "";
}

/** A field of a row. Its width is `largura` in millimetres, or a share of the rest by weight (`peso`,
 * default 1). */
export type Campo = Conteudo & { largura?: number; peso?: number };

/** Draws fields in a row across an area. Returns what did not fit, by position in the row. */
export function drawFaixa(pagina: Pagina, area: Area, campos: readonly Campo[]): string[] {
  const larguras = shareLargura(area.largura, campos);
  let x = area.x;
  return campos.map((campo, at) => {
    const largura = larguras[at] ?? 0;
    const rest = drawCaixa(pagina, { ...area, x, largura }, campo);
    x += largura;
    return rest;
  });
}

/** The widths of fields that share a row, in millimetres. */
export function shareLargura(
  total: number,
  campos: readonly { largura?: number; peso?: number }[],
): number[] {
  const fixed = campos.reduce((sum, { largura }) => sum + (largura ?? 0), 0);
  const pesos = campos.reduce((sum, { largura, peso }) => sum + (largura === undefined ? (peso ?? 1) : 0), 0);
  return campos.map(({ largura, peso = 1 }) => largura ?? ((total - fixed) * peso) / pesos);
}

function drawTitulo(
  pagina: Pagina,
  area: Area,
  { titulo = "", corpoTitulo, isTituloNegrito }: Conteudo,
): void {
  const fonte = isTituloNegrito ? "negrito" : "normal";
  const wanted = corpoTitulo ?? CORPO_TITULO;
  const room = area.largura - 2 * MARGEM_CAIXA;
  const corpo = fitCorpo(titulo, room, { fonte, corpo: wanted, corpoMinimo: 3.5 });
  pagina.text(titulo, { x: area.x + MARGEM_CAIXA, y: area.y + BASE_TITULO }, { fonte, corpo });
}

/** The largest font size from `corpo` down to `corpoMinimo` at which a text fits one line of `largura`
 * millimetres. */
export function fitCorpo(
  texto: string,
  largura: number,
  {
    fonte = "normal",
    corpo = CORPO_CAIXA,
    corpoMinimo = CORPO_MINIMO,
  }: Composicao & { corpoMinimo?: number },
): number {
  const width = widthOf(texto, fonte, corpo);
  if (width <= largura) return corpo;
  return Math.max(corpoMinimo, Math.floor((corpo * largura * 10) / width) / 10);
}

function inside({ x, y, largura, altura }: Area, hasTitulo: boolean): Area {
  const top = hasTitulo ? FUNDO_TITULO : MARGEM_CAIXA / 2;
  return {
    x: x + MARGEM_CAIXA,
    y: y + top,
    largura: largura - 2 * MARGEM_CAIXA,
    altura: altura - top - MARGEM_CAIXA / 2,
  };
}

/** Says whether a box of that size truncates a field even in the smallest font. */
export function isCortado(
  conteudo: Conteudo,
  { largura, altura }: Pick<Area, "largura" | "altura">,
): boolean {
  const { titulo, texto } = conteudo;
  if (!texto) return false;
  const area = inside({ x: 0, y: 0, largura, altura }, titulo !== undefined && titulo !== "");
  const { composicao, linhas } = compose(texto, area, conteudo);
  return linhas.length > Math.max(1, linhasEm(area.altura, composicao));
}

function drawConteudo(pagina: Pagina, area: Area, conteudo: Conteudo): string {
  const { texto = "", isContinuado = false } = conteudo;
  const { composicao, linhas } = compose(texto ?? "", area, conteudo);
  const capacity = Math.max(1, linhasEm(area.altura, composicao));
  const shown = linhas.slice(0, capacity);
  if (linhas.length > capacity && !isContinuado) addEllipsis(shown, area.largura, composicao);
  const height = alturaLinhas(shown.length, composicao);
  const slack = Math.max(0, area.altura - height);
  const place = conteudo.vertical ?? (shown.length > 1 ? "topo" : "base");
  const y = area.y + (place === "topo" ? 0 : place === "meio" ? slack / 2 : slack);
  drawLinhas(pagina, { ...area, y, altura: Math.max(height, area.altura) }, { ...composicao, linhas: shown });
  return linhas.slice(capacity).join(" ");
}

/** Chooses the largest font size at which the whole text fits, or else the smallest. */
function compose(
  texto: string,
  area: Area,
  conteudo: Conteudo,
): { composicao: Composicao; linhas: string[] } {
  const {
    fonte = "normal",
    corpo = CORPO_CAIXA,
    corpoMinimo = CORPO_MINIMO,
    alinha,
    entrelinha,
    cinza,
  } = conteudo;
  for (let size = corpo; ; size -= PASSO) {
    const composicao: Composicao = { fonte, corpo: Math.max(size, corpoMinimo), alinha, entrelinha, cinza };
    const linhas = breakTexto(texto, area.largura, composicao);
    if (
      size <= corpoMinimo ||
      (linhas.length <= linhasEm(area.altura, composicao) && isWhole(linhas, texto))
    ) {
      return { composicao, linhas };
    }
  }
}

/** A single word is shrunk rather than broken. */
function isWhole(linhas: readonly string[], texto: string): boolean {
  return linhas.length <= 1 || texto.includes(" ") || texto.includes("\n");
}

function addEllipsis(linhas: string[], largura: number, composicao: Composicao): void {
  let last = linhas.at(-1) ?? "";
  const { fonte = "normal", corpo = CORPO_CAIXA } = composicao;
  while (last !== "" && widthOf(last + ELLIPSIS, fonte, corpo) > largura) last = last.slice(0, -1);
  linhas[linhas.length - 1] = last.trimEnd() + ELLIPSIS;
}
