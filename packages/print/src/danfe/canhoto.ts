import type { PapelNfe } from "@malote/dfe";
import { drawCaixa } from "../folha/caixa.ts";
import {
  formatDiaPapel,
  formatDinheiro,
  formatNumeroPapel,
  formatSeriePapel,
} from "../folha/formatos-papel.ts";
import { drawCorte } from "../folha/marcas.ts";
import { alturaLinha, alturaLinhas, breakTexto, linhasEm } from "../folha/texto.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { PONTOS_POR_MM } from "../pdf/pagina.ts";
import { joinWith, writeLogradouro } from "./formatos.ts";

export const ALTURA_CANHOTO = 15;
/** The gap between receipt and head, with the cut line in the middle. */
export const VAO_CANHOTO = 4;
const LARGURA_NUMERO = 38;
const LARGURA_DATA = 40;
const CORPO_DECLARACAO = 7;
const CORPO_MINIMO = 5;
/** Blank on both sides of the declaration. */
const FOLGA = 1.6;
const DATA = "DATA DE RECEBIMENTO";
const ASSINATURA = "IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR";

/** The receipt that the carrier returns, across the top of a page, with the cut line. */
export function drawCanhoto(pagina: Pagina, area: Area, papel: PapelNfe): void {
  const largura = area.largura - LARGURA_NUMERO;
  const half = area.altura / 2;
  drawCaixa(
    pagina,
    { ...area, largura, altura: half },
    { texto: declaracaoWithin(papel, { largura, altura: half }), corpo: 7, vertical: "meio" },
  );
  const below = { ...area, y: area.y + half, altura: half };
  drawCaixa(pagina, { ...below, largura: LARGURA_DATA }, { titulo: DATA });
  const x = area.x + LARGURA_DATA;
  drawCaixa(pagina, { ...below, x, largura: largura - LARGURA_DATA }, { titulo: ASSINATURA });
  drawCaixa(
    pagina,
    { ...area, x: area.x + largura, largura: LARGURA_NUMERO },
    {
      texto: ["NF-e", ...numeroOf(papel)].join("\n"),
      corpo: 11,
      fonte: "negrito",
      alinha: "centro",
      vertical: "meio",
    },
  );
  const y = area.y + area.altura + VAO_CANHOTO / 2;
  drawCorte(pagina, { x: area.x, y }, area.largura);
}

/** The same along the left side of a page, rotated by 90°. */
export function drawCanhotoVertical(pagina: Pagina, area: Area, papel: PapelNfe): void {
  const { x, y, largura, altura } = area;
  const numero = LARGURA_NUMERO;
  const half = largura / 2;
  const data = y + altura - LARGURA_DATA;
  pagina.border({ ...area, altura: numero });
  const middle = y + numero / 2;
  const lines = ["NF-e", ...numeroOf(papel)];
  lines.forEach((line, at) => {
    const place = { x: x + half + (at - 1) * 4.6 + 1.4, y: middle };
    pagina.text(line, place, { corpo: 11, fonte: "negrito", alinha: "centro", giro: 90 });
  });
  const body = { x, y: y + numero, largura: half, altura: altura - numero };
  pagina.border(body);
  pagina.border({ ...body, x: x + half, altura: data - body.y });
  pagina.border({ ...body, x: x + half, y: data, altura: LARGURA_DATA });
  drawTurned(pagina, body, declaracaoWithin(papel, { largura: body.altura, altura: body.largura }));
  const foot = { corpo: 5.5, giro: 90 };
  pagina.text(DATA, { x: x + half + 2, y: y + altura - 0.7 }, foot);
  pagina.text(ASSINATURA, { x: x + half + 2, y: data - 0.7 }, foot);
  const line = { x: x + largura + VAO_CANHOTO / 2, y };
  pagina.line(line, { ...line, y: y + altura }, { espessura: 0.5, tracejado: [1.6, 1.2] });
}

/** Draws upward lines of text in the largest font that fits. */
function drawTurned(pagina: Pagina, { x, y, largura, altura }: Area, texto: string): void {
  for (let corpo = CORPO_DECLARACAO; ; corpo -= 0.5) {
    const lines = breakTexto(texto, altura - FOLGA, { corpo });
    const count = linhasEm(largura - FOLGA / 2, { corpo });
    if (lines.length > count && corpo > CORPO_MINIMO) continue;
    const shown = lines.slice(0, count);
    const step = alturaLinha({ corpo });
    const left = x + (largura - alturaLinhas(shown.length, { corpo })) / 2;
    shown.forEach((line, at) => {
      const base = left + (0.72 * corpo) / PONTOS_POR_MM + at * step;
      pagina.text(line, { x: base, y: y + altura - FOLGA / 2 }, { corpo, giro: 90 });
    });
    return;
  }
}

/** The declaration, without the recipient's address if it does not fit. */
function declaracaoWithin(papel: PapelNfe, { largura, altura }: { largura: number; altura: number }): string {
  const { nome = null, endereco } = papel.destinatario ?? {};
  const onde =
    endereco && joinWith(", ", [writeLogradouro(endereco), endereco.bairro, endereco.municipio, endereco.uf]);
  const whole = declaracaoOf(papel, joinWith(" - ", [nome, onde]));
  const corpo = CORPO_MINIMO;
  const lines = breakTexto(whole, largura - FOLGA, { corpo });
  return lines.length <= linhasEm(altura - FOLGA / 2, { corpo }) ? whole : declaracaoOf(papel, nome ?? "");
}

function numeroOf({ numero, serie }: PapelNfe): string[] {
  return [`Nº ${formatNumeroPapel(numero)}`, `SÉRIE ${formatSeriePapel(serie)}`];
}

function declaracaoOf({ emitente, emissao, totais }: PapelNfe, destinatario: string): string {
  return joinWith(" ", [
    `RECEBEMOS DE ${emitente.nome ?? ""} OS PRODUTOS E/OU SERVIÇOS CONSTANTES DA NOTA FISCAL ELETRÔNICA INDICADA AO LADO.`,
    `EMISSÃO: ${formatDiaPapel(emissao)}.`,
    `VALOR TOTAL: R$ ${formatDinheiro(totais.nota)}.`,
    destinatario === "" ? "" : `DESTINATÁRIO: ${destinatario}`,
  ]);
}
