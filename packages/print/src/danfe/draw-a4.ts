import type { PapelNfe } from "@malote/dfe";
import { drawCaixa, drawFaixa } from "../folha/caixa.ts";
import type { Espaco } from "../folha/espaco.ts";
import { A4_PAISAGEM, A4_RETRATO, Folhas, type Formato } from "../folha/folha.ts";
import { drawMarcaDagua } from "../folha/marcas.ts";
import { drawTabela } from "../folha/tabela.ts";
import type { Impresso, Logo, Situacao } from "../impressao.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { type Autorizacao, autorizacaoOf } from "./autorizacao.ts";
import { ALTURA_CABECALHO, drawCabecalho, drawFolha } from "./cabecalho.ts";
import { ALTURA_CANHOTO, drawCanhoto, drawCanhotoVertical, VAO_CANHOTO } from "./canhoto.ts";
import { Adicionais } from "./dados-adicionais.ts";
import { identificacaoOf } from "./identificacao.ts";
import { measureLinhas, tabelaOf } from "./produtos.ts";
import {
  type Quadro,
  quadroDestinatario,
  quadroIssqn,
  quadroLocal,
  quadroNatureza,
  quadroTransporte,
} from "./quadros.ts";
import {
  type Cobranca,
  quadroFatura,
  quadroIbsCbs,
  quadroImposto,
  quadroPagamento,
} from "./quadros-valores.ts";

export type Danfe = { papel: PapelNfe; situacao: Situacao; logo: Logo | null };

const MARGEM = 5;
const ALTURA_FAIXA = 6.8;
const ALTURA_TITULO = 3;
const ALTURA_CELULA = 4.2;
const ALTURA_CABECA_TABELA = 5;
const LARGURA_CELULA = 40;
const LARGURA_CANHOTO = 16;
/** Of the items on the first page, whatever the nota has to add. */
const ITENS_MINIMO = 45;

/** Draws a DANFE on A4, upright or across, on as many pages as it takes.   @source MOC NF-e 7.0, Anexo II */
export function drawA4(danfe: Danfe, isPaisagem: boolean): Impresso {
  return new DanfeA4(danfe, isPaisagem ? A4_PAISAGEM : A4_RETRATO).draw();
}

class DanfeA4 {
  readonly #papel: PapelNfe;
  readonly #logo: Logo | null;
  readonly #autorizacao: Autorizacao;
  readonly #formato: Formato;
  readonly #folhas = new Folhas();
  readonly #contagens: Area[] = [];
  readonly #adicionais: Adicionais;

  constructor({ papel, situacao, logo }: Danfe, formato: Formato) {
    this.#papel = papel;
    this.#logo = logo;
    this.#formato = formato;
    this.#autorizacao = autorizacaoOf(papel, situacao);
    this.#adicionais = new Adicionais(papel, this.#firstArea().largura);
  }

  draw(): Impresso {
    const first = this.#drawFirst();
    const tabela = tabelaOf(this.#papel, first.largura);
    const issqn = quadroIssqn(this.#papel);
    const foot = issqn ? heightOf(issqn) : 0;
    const room = first.fim - first.y - ALTURA_TITULO - ALTURA_CABECA_TABELA - foot;
    const itens = measureLinhas(tabela, room) + 0.5;
    const altura = this.#adicionais.heightWithin(room - Math.min(itens, Math.max(ITENS_MINIMO, room * 0.6)));
    const isWhole = itens <= room - altura;
    const fim = first.fim - altura - foot;
    if (issqn) drawQuadro({ ...first, y: fim }, issqn);
    this.#adicionais.draw({ ...first, y: fim + foot }, altura);
    const isCheia = isWhole || this.#adicionais.isDone;
    const place = openTabela({ ...first, fim });
    const end = drawTabela(place, { ...tabela, isCheia }, () => openTabela(this.#open()));
    this.#drawRest(end);
    return this.#finish();
  }

  /** What the first page had no room for. */
  #drawRest(end: Espaco): void {
    let espaco = end;
    if (this.#folhas.paginas.length === 1) espaco = { ...end, y: end.fim };
    while (!this.#adicionais.isDone) {
      const altura = this.#adicionais.heightWithin(espaco.fim - espaco.y);
      if (espaco.fim - espaco.y < this.#adicionais.minimo) {
        espaco = this.#open();
        continue;
      }
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

  /** What the receipt leaves of the first page. */
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
    for (const quadro of this.#quadros()) espaco = drawQuadro(espaco, quadro);
    return espaco;
  }

  #quadros(): (Quadro | Cobranca)[] {
    const papel = this.#papel;
    return [
      quadroDestinatario(papel),
      papel.retirada && quadroLocal("LOCAL DE RETIRADA", papel.retirada),
      papel.entrega && quadroLocal("LOCAL DE ENTREGA", papel.entrega),
      quadroFatura(papel),
      quadroPagamento(papel),
      quadroImposto(papel),
      quadroIbsCbs(papel),
      quadroTransporte(papel),
    ].filter((quadro) => quadro !== null);
  }

  /** A page after the first: as wide as that is, with the same head. */
  #open(): Espaco {
    return this.#drawHead(this.#folhas.add(this.#formato), { ...this.#firstArea(), y: MARGEM });
  }

  #drawHead(pagina: Pagina, { x, y, largura }: Area): Espaco {
    const area = { x, y, largura, altura: ALTURA_CABECALHO };
    this.#contagens.push(drawCabecalho(pagina, area, { papel: this.#papel, logo: this.#logo }));
    const espaco = { pagina, x, y: y + ALTURA_CABECALHO, largura, fim: this.#formato.altura - MARGEM };
    return drawQuadro(espaco, quadroNatureza(this.#papel, this.#autorizacao));
  }
}

function openTabela(espaco: Espaco): Espaco {
  drawTitulo(espaco, "DADOS DOS PRODUTOS / SERVIÇOS");
  return { ...espaco, y: espaco.y + ALTURA_TITULO };
}

export function drawTitulo({ pagina, x, y }: Espaco, titulo: string): void {
  pagina.text(titulo, { x: x + 0.3, y: y + 2.4 }, { corpo: 6, fonte: "negrito" });
}

function drawQuadro(espaco: Espaco, quadro: Quadro | Cobranca): Espaco {
  const { pagina, x, largura } = espaco;
  let { y } = espaco;
  if (quadro.titulo !== null) {
    drawTitulo(espaco, quadro.titulo);
    y += ALTURA_TITULO;
  }
  for (const faixa of quadro.faixas) {
    drawFaixa(pagina, { x, y, largura, altura: ALTURA_FAIXA }, faixa);
    y += ALTURA_FAIXA;
  }
  if ("celulas" in quadro) y = drawCelulas({ ...espaco, y }, quadro.celulas);
  return { ...espaco, y };
}

/** Duplicatas or payments side by side, each with something left, in the middle and right. */
function drawCelulas({ pagina, x, y, largura }: Espaco, celulas: readonly string[][]): number {
  const columns = Math.max(1, Math.floor(largura / LARGURA_CELULA));
  const width = largura / columns;
  celulas.forEach(([left, middle, right], at) => {
    const cell = {
      x: x + (at % columns) * width,
      y: y + Math.floor(at / columns) * ALTURA_CELULA,
      largura: width,
      altura: ALTURA_CELULA,
    };
    pagina.border(cell);
    const shares = middle === "" ? [0.62, 0, 0.38] : [0.26, 0.36, 0.38];
    let { x: left0 } = cell;
    [left, middle, right].forEach((texto, part) => {
      const share = (shares[part] ?? 0) * width;
      const alinha = part === 0 ? "esquerda" : part === 1 ? "centro" : "direita";
      const area = { ...cell, x: left0, largura: share };
      if (share > 0) drawCaixa(pagina, area, { texto, corpo: 8, alinha, vertical: "meio", borda: null });
      left0 += share;
    });
  });
  return y + Math.ceil(celulas.length / columns) * ALTURA_CELULA;
}

function heightOf({ titulo, faixas }: Quadro): number {
  return (titulo === null ? 0 : ALTURA_TITULO) + faixas.length * ALTURA_FAIXA;
}
