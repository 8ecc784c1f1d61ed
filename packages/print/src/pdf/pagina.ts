import { type Fonte, milesimosOf } from "./fontes.ts";
import type { Imagem } from "./imagem.ts";
import { encodeWinAnsi, escapeLiteral } from "./win-ansi.ts";

/** Millimetres from the upper left corner of the page. */
export type Ponto = { x: number; y: number };
/** A rectangle in millimetres, from its upper left corner. */
export type Area = Ponto & { largura: number; altura: number };
export type Alinha = "esquerda" | "centro" | "direita";

/** Text format: `corpo` in points, `cinza` from 0 (black) to 1 (white), `giro` in degrees
 * counter-clockwise. */
export type Estilo = { fonte?: Fonte; corpo?: number; alinha?: Alinha; cinza?: number; giro?: number };
/** Line format: `espessura` in points, `tracejado` the lengths of dash and gap in millimetres. */
export type Traco = { espessura?: number; cinza?: number; tracejado?: readonly [number, number] };

/** Points per millimetre. */
export const PONTOS_POR_MM = 72 / 25.4;
/** The unit inside a page is a hundredth of a point, so that all numbers are integers. */
const UNITS = 100;
const UNITS_PER_MM = PONTOS_POR_MM * UNITS;
const THIN: Traco = {};
const THIN_POINTS = 0.35;

const FONT_NAMES: Readonly<Record<Fonte, string>> = { normal: "/F1", negrito: "/F2", italico: "/F3" };

/** The width of a text on one line, in millimetres. */
export function widthOf(text: string, fonte: Fonte, corpo: number): number {
  return (milesimosOf(encodeWinAnsi(text), fonte) * corpo) / (1000 * PONTOS_POR_MM);
}

/** A page being drawn. Later drawing covers earlier drawing. */
export class Pagina {
  readonly largura: number;
  readonly altura: number;
  readonly imagens = new Map<Imagem, string>();
  #under = "";
  #content = "";
  #fonte: Fonte | null = null;
  #corpo = 0;
  #espessura = -1;
  #cinzaTraco = 0;
  #tracejado: Traco["tracejado"];
  #fill = 0;
  #top: number;

  /** @param formato width and height in millimetres */
  constructor({ largura, altura }: { largura: number; altura: number }) {
    this.largura = largura;
    this.altura = altura;
    this.#top = Math.round(altura * UNITS_PER_MM);
  }

  /** Draws a text on one line. The point is on its base line: start, middle or end of the text, by its
   * alignment. */
  text(texto: string, { x, y }: Ponto, estilo: Estilo = {}): void {
    const { fonte = "normal", corpo = 8, alinha = "esquerda", cinza = 0, giro = 0 } = estilo;
    if (texto === "") return;
    const codes = encodeWinAnsi(texto);
    let across = x * UNITS_PER_MM;
    const shift = alinha === "esquerda" ? 0 : shiftOf(milesimosOf(codes, fonte) * corpo, alinha);
    if (giro === 0) across -= shift;
    this.#fillWith(cinza);
    const change = this.#fontFor(fonte, corpo);
    const down = this.#top - Math.round(y * UNITS_PER_MM);
    const place =
      giro === 0 ? `${Math.round(across)} ${down} Td` : turned({ x: across, y: down }, { giro, shift });
    this.#content += `BT ${change}${place} (${escapeLiteral(codes)}) Tj ET\n`;
  }

  /** A line to the right. */
  horizontal(de: Ponto, comprimento: number, traco: Traco = THIN): void {
    this.line(de, { x: de.x + comprimento, y: de.y }, traco);
  }

  /** A line downwards. */
  vertical(de: Ponto, comprimento: number, traco: Traco = THIN): void {
    this.line(de, { x: de.x, y: de.y + comprimento }, traco);
  }

  line(de: Ponto, ate: Ponto, traco: Traco = THIN): void {
    this.#penFor(traco);
    this.#content += `${this.#across(de.x)} ${this.#down(de.y)} m ${this.#across(ate.x)} ${this.#down(ate.y)} l S\n`;
  }

  /** The border of a rectangle. */
  border(area: Area, traco: Traco = THIN): void {
    this.#penFor(traco);
    this.#content += `${this.#rect(area)} S\n`;
  }

  /** A rectangle filled with grey. */
  fill(area: Area, cinza: number): void {
    this.#fillWith(cinza);
    this.#content += `${this.#rect(area)} f\n`;
  }

  /** Many black rectangles as one path, for bars and modules. */
  fillAll(areas: readonly Area[]): void {
    if (areas.length === 0) return;
    this.#fillWith(0);
    let path = "";
    for (const area of areas) path += `${this.#rect(area)}\n`;
    this.#content += `${path}f\n`;
  }

  /** An image stretched over a rectangle. */
  picture(imagem: Imagem, area: Area): void {
    let name = this.imagens.get(imagem);
    if (name === undefined) {
      name = `/I${this.imagens.size + 1}`;
      this.imagens.set(imagem, name);
    }
    const matrix = [area.largura, 0, 0, area.altura].map((mm) => Math.round(mm * UNITS_PER_MM)).join(" ");
    this.#content += `q ${matrix} ${this.#across(area.x)} ${this.#down(area.y + area.altura)} cm ${name} Do Q\n`;
  }

  /** Draws below all other content of the page, earlier and later. */
  under(draw: (pagina: Pagina) => void): void {
    const below = new Pagina(this);
    draw(below);
    this.#under += `q\n${below.#content}Q\n`;
  }

  /** The page's content stream, in WinAnsi codes. */
  toOperators(): string {
    const scale = `${1 / UNITS} 0 0 ${1 / UNITS} 0 0 cm\n`;
    return `${scale}${this.#under}${this.#content}`;
  }

  #across(mm: number): number {
    return Math.round(mm * UNITS_PER_MM);
  }

  #down(mm: number): number {
    return this.#top - Math.round(mm * UNITS_PER_MM);
  }

  #rect({ x, y, largura, altura }: Area): string {
    const left = this.#across(x);
    const bottom = this.#down(y + altura);
    return `${left} ${bottom} ${this.#across(x + largura) - left} ${this.#down(y) - bottom} re`;
  }

  #fillWith(cinza: number): void {
    if (cinza === this.#fill) return;
    this.#fill = cinza;
    this.#content += `${cinza} g\n`;
  }

  /** The operator that selects a font and size; "" if they are already selected. */
  #fontFor(fonte: Fonte, corpo: number): string {
    if (fonte === this.#fonte && corpo === this.#corpo) return "";
    this.#fonte = fonte;
    this.#corpo = corpo;
    return `${FONT_NAMES[fonte]} ${Math.round(corpo * UNITS)} Tf `;
  }

  #penFor({ espessura = THIN_POINTS, cinza = 0, tracejado }: Traco): void {
    if (espessura === this.#espessura && cinza === this.#cinzaTraco && isSameDash(tracejado, this.#tracejado))
      return;
    this.#espessura = espessura;
    this.#cinzaTraco = cinza;
    this.#tracejado = tracejado;
    const dash = tracejado ? tracejado.map((mm) => Math.round(mm * UNITS_PER_MM)).join(" ") : "";
    this.#content += `${Math.round(espessura * UNITS)} w ${cinza} G [${dash}] 0 d\n`;
  }
}

function isSameDash(a: Traco["tracejado"], b: Traco["tracejado"]): boolean {
  return a === b || (a?.[0] === b?.[0] && a?.[1] === b?.[1]);
}

/** How far left of its point a text starts, in units; `advance` in thousandths of a point. */
function shiftOf(advance: number, alinha: Alinha): number {
  return (alinha === "centro" ? advance / 2 : advance) * (UNITS / 1000);
}

function turned({ x, y }: Ponto, { giro, shift }: { giro: number; shift: number }): string {
  const cos = Math.cos((giro * Math.PI) / 180);
  const sin = Math.sin((giro * Math.PI) / 180);
  const matrix = [cos, sin, -sin, cos].map((value) => value.toFixed(5)).join(" ");
  return `${matrix} ${Math.round(x - shift * cos)} ${Math.round(y - shift * sin)} Tm`;
}
