import type { PapelEvento } from "@malote/dfe";
import { joinParts, meaningOf, writeChave, writeDocumento } from "../blocos/escrita.ts";
import { drawCaixa } from "../folha/caixa.ts";
import { drawBarcode } from "../folha/codigos.ts";
import { drawLogo } from "../folha/marcas.ts";
import type { Logo, Situacao } from "../impressao.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import type { DocumentoDoEvento } from "./documento.ts";
import { registroOf } from "./registro.ts";
import { AVISO, CHAVE, PORTAIS, SUBTITULO, TITULOS } from "./texts.ts";

/** The content of the head of a printed evento. */
export type CabecalhoEvento = {
  papel: PapelEvento;
  situacao?: Situacao;
  documento: DocumentoDoEvento | null;
  logo?: Logo | null;
};

const ALTURA_TITULO = 26;
const ALTURA_CONTROLE = 19;
const LARGURA_EMITENTE = 72;
const LARGURA_FOLHA = 18;
/** A key with letters needs 115 mm, with its blanks. */
const LARGURA_CONTROLE = 126;
const ALTURA_BARRAS = 10.5;

/** Draws the head of a page: the same on every page, except the issuer's logo, which only the first has.
 * Returns the y below it, and the area of the page number. */
export function drawCabecalho(
  pagina: Pagina,
  area: Area,
  cabecalho: CabecalhoEvento,
): { y: number; folha: Area } {
  const { x, y, largura } = area;
  drawEmitente(pagina, { x, y, largura: LARGURA_EMITENTE, altura: ALTURA_TITULO }, cabecalho);
  const titulo = { x: x + LARGURA_EMITENTE, y, largura: largura - LARGURA_EMITENTE, altura: ALTURA_TITULO };
  drawTitulo(pagina, titulo, cabecalho);
  drawControle(pagina, { x, y: y + ALTURA_TITULO, largura, altura: ALTURA_CONTROLE }, cabecalho);
  const folha = {
    x: x + largura - LARGURA_FOLHA,
    y: y + ALTURA_TITULO - 8,
    largura: LARGURA_FOLHA,
    altura: 8,
  };
  return { y: y + ALTURA_TITULO + ALTURA_CONTROLE, folha };
}

/** The title of a printed evento. */
export function tituloOf({ familia, tpEvento, descricao }: PapelEvento): string {
  return meaningOf(tpEvento, TITULOS[familia]) ?? descricao ?? "Evento";
}

function drawEmitente(pagina: Pagina, area: Area, { documento, logo }: CabecalhoEvento): void {
  pagina.border(area);
  const square = { x: area.x + 1, y: area.y + 1.5, largura: 20, altura: area.altura - 3 };
  const left = drawLogo(pagina, square, logo) ? square.largura + 1.5 : 0;
  const box = { ...area, x: area.x + left, largura: area.largura - left };
  const emitente = documento?.emitente;
  const texto = joinParts(
    [emitente?.nome, writeDocumento(emitente?.documento ?? null), emitente?.lugar],
    "\n",
  );
  drawCaixa(pagina, box, {
    titulo: "EMITENTE DO DOCUMENTO",
    texto,
    borda: null,
    fonte: "negrito",
    corpo: 10,
    alinha: left === 0 ? "centro" : "esquerda",
    vertical: "meio",
  });
}

function drawTitulo(pagina: Pagina, area: Area, { papel, documento }: CabecalhoEvento): void {
  pagina.border(area);
  const centered = { borda: null, alinha: "centro", vertical: "meio" } as const;
  const de = documento ? ` de ${documento.nome}` : "";
  const texto = tituloOf(papel).toUpperCase();
  drawCaixa(
    pagina,
    { ...area, altura: 12 },
    { ...centered, texto, fonte: "negrito", corpo: 15, corpoMinimo: 8 },
  );
  drawCaixa(
    pagina,
    { ...area, y: area.y + 12, altura: 4.5 },
    { ...centered, texto: `${SUBTITULO}${de}`, corpo: 9 },
  );
  drawCaixa(
    pagina,
    { ...area, y: area.y + 17.5, altura: 8, largura: area.largura - LARGURA_FOLHA },
    { ...centered, texto: AVISO, corpo: 7 },
  );
}

function drawControle(pagina: Pagina, area: Area, { papel, situacao }: CabecalhoEvento): void {
  const left = { ...area, largura: LARGURA_CONTROLE };
  pagina.border(left);
  const bars = { x: area.x + 4, y: area.y + 1.2, largura: LARGURA_CONTROLE - 8, altura: ALTURA_BARRAS };
  if (papel.chave !== null) drawBarcode(pagina, bars, papel.chave);
  drawCaixa(
    pagina,
    { ...left, y: bars.y + ALTURA_BARRAS + 0.4, altura: area.altura - ALTURA_BARRAS - 1.6 },
    {
      titulo: CHAVE,
      texto: writeChave(papel.chave),
      borda: null,
      fonte: "negrito",
      corpo: 9.5,
      alinha: "centro",
    },
  );
  const right = { ...area, x: area.x + LARGURA_CONTROLE, largura: area.largura - LARGURA_CONTROLE };
  drawCaixa(
    pagina,
    { ...right, altura: 6 },
    { texto: PORTAIS[papel.familia], corpo: 7.5, alinha: "centro", vertical: "meio" },
  );
  drawCaixa(
    pagina,
    { ...right, y: right.y + 6, altura: right.altura - 6 },
    { ...registroOf(papel, situacao), fonte: "negrito", corpo: 9.5, alinha: "centro", vertical: "meio" },
  );
}
