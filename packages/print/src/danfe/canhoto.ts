import type { PapelNfe } from "@malote/dfe";
import { drawCaixa } from "../folha/caixa.ts";
import {
  formatDiaPapel,
  formatDinheiro,
  formatNumeroPapel,
  formatSeriePapel,
} from "../folha/formatos-papel.ts";
import { drawCorte } from "../folha/marcas.ts";
import { breakTexto } from "../folha/texto.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { PONTOS_POR_MM } from "../pdf/pagina.ts";
import { joinWith, writeLogradouro } from "./formatos.ts";

export const ALTURA_CANHOTO = 15;
/** From the receipt to the head, with the line to cut along in the middle. */
export const VAO_CANHOTO = 4;
const LARGURA_NUMERO = 38;
const LARGURA_DATA = 40;
const DATA = "DATA DE RECEBIMENTO";
const ASSINATURA = "IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR";

/** The receipt that the carrier brings back, across the top of a page, with the line to cut along. */
export function drawCanhoto(pagina: Pagina, area: Area, papel: PapelNfe): void {
  const largura = area.largura - LARGURA_NUMERO;
  const half = area.altura / 2;
  drawCaixa(
    pagina,
    { ...area, largura, altura: half },
    { texto: declaracaoOf(papel), corpo: 7, corpoMinimo: 5, vertical: "meio" },
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

/** The same along the left side of a page, to be read turned by a quarter. */
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
  drawTurned(pagina, body, declaracaoOf(papel));
  const foot = { corpo: 5.5, giro: 90 };
  pagina.text(DATA, { x: x + half + 2, y: y + altura - 0.7 }, foot);
  pagina.text(ASSINATURA, { x: x + half + 2, y: data - 0.7 }, foot);
  const line = { x: x + largura + VAO_CANHOTO / 2, y };
  pagina.line(line, { ...line, y: y + altura }, { espessura: 0.5, tracejado: [1.6, 1.2] });
}

/** A text in lines that run upwards, in the largest size that fits. */
function drawTurned(pagina: Pagina, { x, y, largura, altura }: Area, texto: string): void {
  for (let corpo = 7; ; corpo -= 0.5) {
    const lines = breakTexto(texto, altura - 1.6, { corpo });
    const step = (corpo * 1.12) / PONTOS_POR_MM;
    if (lines.length * step > largura - 0.6 && corpo > 5) continue;
    const top = x + (largura - lines.length * step) / 2;
    lines.forEach((line, at) => {
      pagina.text(line, { x: top + (at + 0.78) * step, y: y + altura - 0.8 }, { corpo, giro: 90 });
    });
    return;
  }
}

function numeroOf({ numero, serie }: PapelNfe): string[] {
  return [`Nº ${formatNumeroPapel(numero)}`, `SÉRIE ${formatSeriePapel(serie)}`];
}

function declaracaoOf({ emitente, destinatario, emissao, totais }: PapelNfe): string {
  const endereco = destinatario?.endereco;
  const quem = joinWith(" - ", [
    destinatario?.nome,
    endereco && joinWith(", ", [writeLogradouro(endereco), endereco.bairro, endereco.municipio]),
    endereco?.uf,
  ]);
  return joinWith(" ", [
    `RECEBEMOS DE ${emitente.nome ?? ""} OS PRODUTOS E/OU SERVIÇOS CONSTANTES DA NOTA FISCAL ELETRÔNICA INDICADA AO LADO.`,
    `EMISSÃO: ${formatDiaPapel(emissao)}.`,
    `VALOR TOTAL: R$ ${formatDinheiro(totais.nota)}.`,
    quem === "" ? "" : `DESTINATÁRIO: ${quem}`,
  ]);
}
