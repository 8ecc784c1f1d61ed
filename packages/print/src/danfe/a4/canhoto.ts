import type { PrintedNfe } from "@malote/dfe";
import { drawBox } from "../../page/box.ts";
import { drawTearLine } from "../../page/marks.ts";
import type { Area, Page } from "../../page/page.ts";
import { POINTS_PER_MM } from "../../page/page.ts";
import {
  formatMoney,
  formatPrintedDay,
  formatPrintedNumber,
  formatPrintedSeries,
} from "../../page/print-formats.ts";
import { breakText, lineHeightOf, linesHeight, linesWithin } from "../../page/text.ts";
import { joinWith, writeLogradouro } from "../formats.ts";

export const CANHOTO_HEIGHT = 15;
/** The gap between receipt and head, with the cut line in the middle. */
export const CANHOTO_GAP = 4;
const NUMBER_WIDTH = 38;
const DATE_WIDTH = 40;
const DECLARATION_FONT_SIZE = 7;
const MIN_FONT_SIZE = 5;
/** Blank on both sides of the declaration. */
const SLACK = 1.6;
const DATA = "DATA DE RECEBIMENTO";
const SIGNATURE = "IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR";

/** The receipt that the carrier returns, across the top of a page, with the cut line. */
export function drawCanhoto(page: Page, area: Area, form: PrintedNfe): void {
  const width = area.width - NUMBER_WIDTH;
  const half = area.height / 2;
  drawBox(
    page,
    { ...area, width, height: half },
    { text: declaracaoWithin(form, { width, height: half }), fontSize: 7, vertical: "middle" },
  );
  const below = { ...area, y: area.y + half, height: half };
  drawBox(page, { ...below, width: DATE_WIDTH }, { title: DATA });
  const x = area.x + DATE_WIDTH;
  drawBox(page, { ...below, x, width: width - DATE_WIDTH }, { title: SIGNATURE });
  drawBox(
    page,
    { ...area, x: area.x + width, width: NUMBER_WIDTH },
    {
      text: ["NF-e", ...numeroOf(form)].join("\n"),
      fontSize: 11,
      font: "bold",
      align: "center",
      vertical: "middle",
    },
  );
  const y = area.y + area.height + CANHOTO_GAP / 2;
  drawTearLine(page, { x: area.x, y }, area.width);
}

/** The same along the left side of a page, rotated by 90°. */
export function drawCanhotoVertical(page: Page, area: Area, form: PrintedNfe): void {
  const { x, y, width, height } = area;
  const numero = NUMBER_WIDTH;
  const half = width / 2;
  const data = y + height - DATE_WIDTH;
  page.border({ ...area, height: numero });
  const middle = y + numero / 2;
  const lines = ["NF-e", ...numeroOf(form)];
  lines.forEach((line, at) => {
    const place = { x: x + half + (at - 1) * 4.6 + 1.4, y: middle };
    page.text(line, place, { fontSize: 11, font: "bold", align: "center", rotation: 90 });
  });
  const body = { x, y: y + numero, width: half, height: height - numero };
  page.border(body);
  page.border({ ...body, x: x + half, height: data - body.y });
  page.border({ ...body, x: x + half, y: data, height: DATE_WIDTH });
  drawTurned(page, body, declaracaoWithin(form, { width: body.height, height: body.width }));
  const foot = { fontSize: 5.5, rotation: 90 };
  page.text(DATA, { x: x + half + 2, y: y + height - 0.7 }, foot);
  page.text(SIGNATURE, { x: x + half + 2, y: data - 0.7 }, foot);
  const line = { x: x + width + CANHOTO_GAP / 2, y };
  page.line(line, { ...line, y: y + height }, { thickness: 0.5, dashes: [1.6, 1.2] });
}

/** Draws upward lines of text in the largest font that fits. */
function drawTurned(page: Page, { x, y, width, height }: Area, text: string): void {
  for (let fontSize = DECLARATION_FONT_SIZE; ; fontSize -= 0.5) {
    const lines = breakText(text, height - SLACK, { fontSize });
    const count = linesWithin(width - SLACK / 2, { fontSize });
    if (lines.length > count && fontSize > MIN_FONT_SIZE) continue;
    const shown = lines.slice(0, count);
    const step = lineHeightOf({ fontSize });
    const left = x + (width - linesHeight(shown.length, { fontSize })) / 2;
    shown.forEach((line, at) => {
      const base = left + (0.72 * fontSize) / POINTS_PER_MM + at * step;
      page.text(line, { x: base, y: y + height - SLACK / 2 }, { fontSize, rotation: 90 });
    });
    return;
  }
}

/** The declaration, without the recipient's address if it does not fit. */
function declaracaoWithin(form: PrintedNfe, { width, height }: { width: number; height: number }): string {
  const { nome: name = null, endereco } = form.destinatario ?? {};
  const where =
    endereco && joinWith(", ", [writeLogradouro(endereco), endereco.bairro, endereco.municipio, endereco.uf]);
  const whole = declaracaoOf(form, joinWith(" - ", [name, where]));
  const fontSize = MIN_FONT_SIZE;
  const lines = breakText(whole, width - SLACK, { fontSize });
  return lines.length <= linesWithin(height - SLACK / 2, { fontSize })
    ? whole
    : declaracaoOf(form, name ?? "");
}

function numeroOf({ numero, serie }: PrintedNfe): string[] {
  return [`Nº ${formatPrintedNumber(numero)}`, `SÉRIE ${formatPrintedSeries(serie)}`];
}

function declaracaoOf({ emitente, emissao, totais }: PrintedNfe, destinatario: string): string {
  return joinWith(" ", [
    `RECEBEMOS DE ${emitente.nome ?? ""} OS PRODUTOS E/OU SERVIÇOS CONSTANTES DA NOTA FISCAL ELETRÔNICA INDICADA AO LADO.`,
    `EMISSÃO: ${formatPrintedDay(emissao)}.`,
    `VALOR TOTAL: R$ ${formatMoney(totais.nota)}.`,
    destinatario === "" ? "" : `DESTINATÁRIO: ${destinatario}`,
  ]);
}
