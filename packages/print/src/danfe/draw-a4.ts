import type { PapelNfe } from "@malote/dfe";
import { drawFaixa } from "../folha/caixa.ts";
import type { Espaco } from "../folha/espaco.ts";
import { A4_PAISAGEM, A4_RETRATO, Folhas, type Formato } from "../folha/folha.ts";
import { drawMarcaDagua } from "../folha/marcas.ts";
import { drawTabela, type Tabela } from "../folha/tabela.ts";
import type { Impresso, Logo, Situacao } from "../impressao.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { type Autorizacao, autorizacaoOf } from "./autorizacao.ts";
import { ALTURA_CABECALHO, drawCabecalho, drawFolha } from "./cabecalho.ts";
import { ALTURA_CANHOTO, drawCanhoto, drawCanhotoVertical, VAO_CANHOTO } from "./canhoto.ts";
import { drawCelulas, heightOfCelulas } from "./celulas.ts";
import { measureLinhas } from "./colunas.ts";
import { cortadosOf } from "./cortados.ts";
import { Adicionais } from "./dados-adicionais.ts";
import { identificacaoOf } from "./identificacao.ts";
import { type LeiauteA4, leiauteOf } from "./leiautes.ts";
import type { Quadro } from "./quadros.ts";
import type { Cobranca } from "./quadros-valores.ts";

export type Danfe = { papel: PapelNfe; situacao: Situacao; logo: Logo | null };

const MARGEM = 5;
const ALTURA_TITULO = 3;
const LARGURA_CANHOTO = 16;
/** The title of the items and the heads of their columns. */
const CABECA_TABELA = 8;
/** The minimum height for the start of a table. */
const ITENS_MINIMO = 15;
/** The share of the first page that items get, however long the remarks are. */
const ITENS_PARTE = 0.6;

/** Draws a DANFE on A4, in portrait or landscape, on as many pages as needed, in the layout of its day of
 * issue.
 * @source MOC NF-e 7.0, Anexo II; NT 2026.010 */
export function drawA4(danfe: Danfe, isPaisagem: boolean): Impresso {
  return new DanfeA4(danfe, isPaisagem ? A4_PAISAGEM : A4_RETRATO).draw();
}

/** Row height in millimetres and title size in points. */
type Molde = { alturaFaixa: number; corpoTitulo: number | undefined };

class DanfeA4 {
  readonly #papel: PapelNfe;
  readonly #logo: Logo | null;
  readonly #autorizacao: Autorizacao;
  readonly #leiaute: LeiauteA4;
  readonly #formato: Formato;
  readonly #folhas = new Folhas();
  readonly #contagens: Area[] = [];
  readonly #adicionais: Adicionais;

  constructor({ papel, situacao, logo }: Danfe, formato: Formato) {
    this.#papel = papel;
    this.#logo = logo;
    this.#formato = formato;
    this.#autorizacao = autorizacaoOf(papel, situacao);
    this.#leiaute = leiauteOf(papel);
    const { largura } = this.#firstArea();
    const quadros = [this.#leiaute.natureza(papel, this.#autorizacao), ...this.#quadros()];
    this.#adicionais = new Adicionais(papel, largura, cortadosOf(quadros, largura, this.#molde.alturaFaixa));
  }

  draw(): Impresso {
    const first = this.#drawFirst();
    const tabela = this.#leiaute.tabela(this.#papel, first.largura);
    const rodape = this.#leiaute.rodape(this.#papel);
    const room = first.fim - first.y - CABECA_TABELA - (rodape ? this.#heightOf(rodape) : 0);
    const end =
      room < ITENS_MINIMO + this.#adicionais.minimo
        ? this.#drawItens(rodape ? this.#drawQuadro(first, rodape) : first, tabela)
        : this.#drawWithFoot(first, { tabela, rodape, room });
    this.#drawRest(end);
    return this.#finish();
  }

  /** The first page as in the manual: the remarks are at its bottom. */
  #drawWithFoot(
    first: Espaco,
    { tabela, rodape, room }: { tabela: Tabela; rodape: Quadro | null; room: number },
  ): Espaco {
    const itens = measureLinhas(tabela, room) + 0.5;
    const kept = Math.max(ITENS_MINIMO, Math.min(itens, room * ITENS_PARTE));
    const altura = this.#heightOfAdicionais({
      room,
      itens,
      wanted: this.#adicionais.heightWithin(room - kept),
    });
    const fim = first.fim - altura;
    const espaco = { ...first, fim: rodape ? fim - this.#heightOf(rodape) : fim };
    if (rodape) this.#drawQuadro({ ...first, y: espaco.fim }, rodape);
    this.#adicionais.draw({ ...first, y: fim }, altura);
    const end = this.#drawItens(espaco, tabela, itens <= room - altura);
    return this.#folhas.paginas.length === 1 ? { ...end, y: first.fim, fim: first.fim } : end;
  }

  /** The height of the remarks: reduced if that leaves no blank instead of items, or saves a page. */
  #heightOfAdicionais({ room, itens, wanted }: { room: number; itens: number; wanted: number }): number {
    const { minimo, inteira } = this.#adicionais;
    const rest = room - Math.max(itens, ITENS_MINIMO);
    if (this.#leiaute.poupaPagina && inteira <= rest) return Math.min(wanted, rest);
    return room - wanted < ITENS_MINIMO ? Math.max(minimo, room - ITENS_MINIMO) : wanted;
  }

  /** @param isWhole all of them fit this page */
  #drawItens(espaco: Espaco, tabela: Tabela, isWhole = false): Espaco {
    const place = espaco.fim - espaco.y < CABECA_TABELA + ITENS_MINIMO ? this.#open() : espaco;
    const isCheia = isWhole || this.#adicionais.isDone;
    return drawTabela(openTabela(place), { ...tabela, isCheia }, () => openTabela(this.#open()));
  }

  /** Draws the remarks that did not fit the first page. */
  #drawRest(end: Espaco): void {
    let espaco = end;
    while (!this.#adicionais.isDone) {
      if (espaco.fim - espaco.y < this.#adicionais.minimo) espaco = this.#open();
      const altura = this.#adicionais.heightWithin(espaco.fim - espaco.y);
      this.#adicionais.draw(espaco, altura);
      espaco = { ...espaco, y: espaco.fim };
    }
  }

  #finish(): Impresso {
    this.#folhas.number((pagina, folha) => {
      const place = this.#contagens[folha.numero - 1];
      if (place) drawFolha(pagina, place, folha);
    });
    const { carimbos } = this.#autorizacao;
    if (carimbos.length > 0) {
      for (const pagina of this.#folhas.paginas) drawMarcaDagua(pagina, carimbos.join(" - "));
    }
    return this.#folhas.finish(identificacaoOf(this.#papel));
  }

  get #isPaisagem(): boolean {
    return this.#formato.largura > this.#formato.altura;
  }

  get #molde(): Molde {
    const { alturaFaixa, corpoTitulo } = this.#leiaute;
    return { alturaFaixa: alturaFaixa[this.#isPaisagem ? "paisagem" : "retrato"], corpoTitulo };
  }

  #heightOf({ titulo, faixas }: Quadro): number {
    return (titulo === null ? 0 : ALTURA_TITULO) + faixas.length * this.#molde.alturaFaixa;
  }

  /** The area of the first page besides the receipt. */
  #firstArea(): Area {
    const { largura, altura } = this.#formato;
    const whole = { x: MARGEM, y: MARGEM, largura: largura - 2 * MARGEM, altura: altura - 2 * MARGEM };
    if (!this.#isPaisagem) return whole;
    const left = LARGURA_CANHOTO + VAO_CANHOTO;
    return { ...whole, x: whole.x + left, largura: whole.largura - left };
  }

  #drawFirst(): Espaco {
    const pagina = this.#folhas.add(this.#formato);
    const area = this.#firstArea();
    let { y } = area;
    if (this.#isPaisagem) {
      drawCanhotoVertical(pagina, { ...area, x: MARGEM, largura: LARGURA_CANHOTO }, this.#papel);
    } else {
      drawCanhoto(pagina, { ...area, altura: ALTURA_CANHOTO }, this.#papel);
      y += ALTURA_CANHOTO + VAO_CANHOTO;
    }
    let espaco = this.#drawHead(pagina, { ...area, y });
    for (const quadro of this.#quadros()) espaco = this.#drawQuadro(espaco, quadro);
    return espaco;
  }

  /** Draws a block, on the next page if it does not fit this one. */
  #drawQuadro(espaco: Espaco, quadro: Quadro | Cobranca): Espaco {
    const celulas = "celulas" in quadro ? heightOfCelulas(quadro.celulas.length, espaco.largura) : 0;
    const isOver = espaco.y + this.#heightOf(quadro) + celulas > espaco.fim + 0.1;
    return drawQuadro(isOver ? this.#open() : espaco, quadro, this.#molde);
  }

  #quadros(): (Quadro | Cobranca)[] {
    return this.#leiaute.quadros(this.#papel, this.#isPaisagem).filter((quadro) => quadro !== null);
  }

  /** A page after the first, with the same width and head. */
  #open(): Espaco {
    return this.#drawHead(this.#folhas.add(this.#formato), { ...this.#firstArea(), y: MARGEM });
  }

  #drawHead(pagina: Pagina, { x, y, largura }: Area): Espaco {
    const area = { x, y, largura, altura: ALTURA_CABECALHO };
    this.#contagens.push(drawCabecalho(pagina, area, { papel: this.#papel, logo: this.#logo }));
    const espaco = { pagina, x, y: y + ALTURA_CABECALHO, largura, fim: this.#formato.altura - MARGEM };
    return drawQuadro(espaco, this.#leiaute.natureza(this.#papel, this.#autorizacao), this.#molde);
  }
}

function openTabela(espaco: Espaco): Espaco {
  drawTitulo(espaco, "DADOS DOS PRODUTOS / SERVIÇOS");
  return { ...espaco, y: espaco.y + ALTURA_TITULO };
}

function drawTitulo({ pagina, x, y }: Espaco, titulo: string): void {
  pagina.text(titulo, { x: x + 0.3, y: y + 2.4 }, { corpo: 6, fonte: "negrito" });
}

function drawQuadro(espaco: Espaco, quadro: Quadro | Cobranca, { alturaFaixa, corpoTitulo }: Molde): Espaco {
  const { pagina, x, largura } = espaco;
  let { y } = espaco;
  if (quadro.titulo !== null) {
    drawTitulo(espaco, quadro.titulo);
    y += ALTURA_TITULO;
  }
  for (const faixa of quadro.faixas) {
    const campos = faixa.map((campo) => ({ ...campo, corpoTitulo }));
    drawFaixa(pagina, { x, y, largura, altura: alturaFaixa }, campos);
    y += alturaFaixa;
  }
  if ("celulas" in quadro) y = drawCelulas({ ...espaco, y }, quadro.celulas);
  return { ...espaco, y };
}
