import type { PrintedCte } from "@malote/dfe";
import { drawBox, drawRow, type Field } from "../page/box.ts";
import { drawTearLine } from "../page/marks.ts";
import type { Area, Page } from "../page/page.ts";
import { formatPrintedNumber, formatPrintedSeries } from "../page/print-formats.ts";
import type { Block } from "./block.ts";
import { joinTexts } from "./format.ts";
import { DOCUMENT_NAME, nameOf, RECIBO, RECIBO_OS } from "./texts.ts";

const TEXT_HEIGHT = 4;
const LINE_HEIGHT_MM = 6;
const CUT = 3;
const LANDSCAPE_HEIGHT = 8;
const NUMBER_WIDTH = 38;

const TERMINO = "TÉRMINO DA PRESTAÇÃO - DATA/HORA";
const START = "INÍCIO DA PRESTAÇÃO - DATA/HORA";
const SIGNATURE = "ASSINATURA / CARIMBO";
const PORTRAIT_FIELDS: readonly (readonly Field[])[] = [
  [
    { title: "NOME", weight: 3 },
    { title: TERMINO, weight: 2 },
  ],
  [
    { title: "RG", weight: 1.2 },
    { title: SIGNATURE, weight: 1.8 },
    { title: START, weight: 2 },
  ],
];
const LANDSCAPE_FIELDS: readonly (readonly Field[])[] = [
  [
    { title: "NOME", weight: 3 },
    { title: "RG", weight: 1.4 },
    { title: SIGNATURE, weight: 2.4 },
    { title: START, weight: 1.6 },
    { title: TERMINO, weight: 1.6 },
  ],
];

/** The receipt that the receiver of the load signs and returns, and the tear-off line; lower on a
 * landscape page. */
export function canhotoBlock(form: PrintedCte, isLandscape: boolean): Block {
  const rows = isLandscape ? LANDSCAPE_FIELDS : PORTRAIT_FIELDS;
  const fields = isLandscape ? LANDSCAPE_HEIGHT : rows.length * LINE_HEIGHT_MM;
  return {
    height: TEXT_HEIGHT + fields + CUT,
    draw(page, area) {
      const text = form.documento === "os" ? RECIBO_OS : RECIBO;
      drawBox(
        page,
        { ...area, height: TEXT_HEIGHT },
        { text, fontSize: 6.5, align: "center", vertical: "middle" },
      );
      const below = { ...area, y: area.y + TEXT_HEIGHT, height: fields };
      drawFields(page, { ...below, width: area.width - NUMBER_WIDTH }, rows);
      const x = area.x + area.width - NUMBER_WIDTH;
      drawNumber(page, { ...below, x, width: NUMBER_WIDTH }, form);
      drawTearLine(page, { x: area.x, y: area.y + area.height - CUT / 2 }, area.width);
    },
  };
}

function drawFields(page: Page, area: Area, rows: readonly (readonly Field[])[]): void {
  const height = area.height / rows.length;
  rows.forEach((fields, at) => {
    drawRow(page, { ...area, y: area.y + at * height, height }, fields);
  });
}

function drawNumber(page: Page, area: Area, { documento, identificacao }: PrintedCte): void {
  const numero = `Nº ${formatPrintedNumber(identificacao.numero)}`;
  page.border(area);
  const serie = joinTexts(["SÉRIE", formatPrintedSeries(identificacao.serie)], " ");
  const name = nameOf(DOCUMENT_NAME, documento);
  const isLow = area.height < 2 * LINE_HEIGHT_MM;
  const lines: [string, number][] = isLow
    ? [
        [`${name} ${numero}`, 9.5],
        [serie, 9],
      ]
    : [
        [name, 10],
        [numero, 10],
        [serie, 9],
      ];
  const step = area.height / lines.length;
  lines.forEach(([text, fontSize], at) => {
    drawBox(
      page,
      { ...area, y: area.y + at * step, height: step },
      { text, fontSize, font: "bold", align: "center", vertical: "middle", border: null },
    );
  });
}
