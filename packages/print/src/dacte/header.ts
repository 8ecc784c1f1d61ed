import type { PrintedCte } from "@malote/dfe";
import { drawBox, drawRow } from "../page/box.ts";
import { drawBarcode, drawNoQr, drawQr } from "../page/codes.ts";
import type { Area, Page } from "../page/page.ts";
import { formatPrintedSeries } from "../page/print-formats.ts";
import type { Logo } from "../print-request.ts";
import type { Block } from "./block.ts";
import { drawEmitente } from "./emitente.ts";
import { chave, dayAndTime, joinTexts } from "./format.ts";
import { fsdaDigits } from "./fsda-digits.ts";
import { protocoloOf } from "./notices.ts";
import {
  CONSULTA,
  CTE_TYPES,
  IE_INDICATORS,
  MODAIS,
  nameOf,
  SERVICE_TYPES,
  SHORT_IE_INDICATORS,
  SUBTITLE,
  TITLE,
  TOMADORES,
} from "./texts.ts";

/** The head of every page, with a function that writes the page number into it. */
export type PageHeader = Block & { drawPageNumber: (page: Page, area: Area, pageNumber: string) => void };

/** Heights and widths in millimetres. */
const TITLE_HEIGHT = 10;
const NUMBERS_HEIGHT = 6.5;
/** Bars of 1.5 cm, the minimum of the manual.   @source MOC CT-e 4.00 anexo II §2.17 */
const BARS_ROW_HEIGHT = 17;
const BARS_HEIGHT_MM = 15.2;
/** With the blanks at both ends; a key with letters needs 115 mm.   @source NT Conjunta DF-e 2025.001 */
const BARS_WIDTH = 116;
const BARS_COLUMN_WIDTH = BARS_WIDTH + 1;
const CHAVE_HEIGHT = 7.5;
const FIELD1_HEIGHT = 6.5;
/** Two lines, for a long nature of the service. */
const FIELD2_HEIGHT = 8;
/** The additional bar code is as high as that of the key (the manual sets only the latter), plus a blank. */
const FSDA_HEIGHT = BARS_HEIGHT_MM + 1.4;
/** The QR code with a tenth of its size blank on all sides.   @source MOC CT-e 4.00 anexo II §2.18 */
const QR_COLUMN_WIDTH = 32;
const QR_MARGIN = 3.2;
const NUMBERS_BEFORE_PAGE = { modelo: 12, serie: 11, numero: 21, pageNumber: 13 };

const TOP_SHARE = TITLE_HEIGHT + NUMBERS_HEIGHT + BARS_ROW_HEIGHT;

/** The head in portrait: issuer, title, numbers, bar code, key, QR code, type, authorization.
 * @source MOC CT-e 4.00 anexo II §5 */
export function portraitHeader(form: PrintedCte, logo: Logo | null): PageHeader {
  const fsda = fsdaOf(form);
  const campo1 = fsda === null ? FIELD1_HEIGHT : FSDA_HEIGHT;
  const height = TOP_SHARE + CHAVE_HEIGHT + campo1 + FIELD2_HEIGHT;
  // A key with letters has wider bars, so the issuer's box is narrower; the fields below keep their
  // width.
  const isWide = hasQr(form) && /[A-Z]/.test(form.chave ?? "");
  const split = (area: Area): { left: number; emitente: number } => {
    const leftPart = Math.round(area.width * 0.335);
    return { left: leftPart, emitente: isWide ? area.width - QR_COLUMN_WIDTH - BARS_COLUMN_WIDTH : leftPart };
  };
  return {
    height,
    draw(page, area) {
      const { left: leftPart, emitente } = split(area);
      const y1 = area.y + TOP_SHARE;
      const y2 = y1 + CHAVE_HEIGHT;
      const y3 = y2 + campo1;
      drawEmitente(page, { ...area, width: emitente, height: TOP_SHARE }, { emitente: form.emitente, logo });
      const left = { ...area, width: leftPart };
      drawTypes(page, { ...left, y: y1, height: CHAVE_HEIGHT }, form);
      drawTomadorAndIndicator(page, { ...left, y: y2, height: campo1 }, form);
      drawNatureza(page, { ...left, y: y3, height: FIELD2_HEIGHT }, form);
      const right = { ...area, x: area.x + leftPart, width: area.width - leftPart };
      const bottom = area.x + area.width;
      const qr = { x: bottom - QR_COLUMN_WIDTH, y: area.y, width: QR_COLUMN_WIDTH };
      const x = area.x + emitente;
      drawTitle(page, { ...area, x, width: qr.x - x, height: TITLE_HEIGHT }, form);
      drawModal(page, { ...qr, height: TITLE_HEIGHT }, form);
      const to = hasQr(form) ? qr.x : bottom;
      const y = area.y + TITLE_HEIGHT;
      const controle = { x, y, width: to - x, height: NUMBERS_HEIGHT + BARS_ROW_HEIGHT };
      drawControl(page, controle, form);
      drawChave(page, { ...right, y: y1, width: to - right.x, height: CHAVE_HEIGHT }, form);
      drawQrCode(page, { ...qr, y, height: y2 - y }, form);
      drawCampo1(page, { ...right, y: y2, height: campo1 }, fsda);
      drawCampo2(page, { ...right, y: y3, height: FIELD2_HEIGHT }, { form, fsda });
    },
    drawPageNumber(page, area, pageNumber) {
      const { emitente } = split(area);
      fillPageNumber(page, { ...area, x: area.x + emitente, y: area.y + TITLE_HEIGHT }, pageNumber);
    },
  };
}

/** The head in landscape: key and authorization are beside the bar code, so the head is lower. */
export function landscapeHeader(form: PrintedCte, logo: Logo | null): PageHeader {
  const fsda = fsdaOf(form);
  const height = TITLE_HEIGHT + QR_COLUMN_WIDTH;
  // The rest on the right is wide enough for the bars of security paper, also with letters.
  const leftPart = 66;
  const meio = BARS_COLUMN_WIDTH;
  return {
    height,
    draw(page, area) {
      const row = height - TOP_SHARE;
      drawEmitente(page, { ...area, width: leftPart, height: TOP_SHARE }, { emitente: form.emitente, logo });
      drawNatureza(page, { ...area, y: area.y + height - row, width: leftPart, height: row }, form);
      const x = area.x + leftPart;
      drawTitle(page, { ...area, x, width: meio, height: TITLE_HEIGHT }, form);
      const controle = {
        x,
        y: area.y + TITLE_HEIGHT,
        width: meio,
        height: NUMBERS_HEIGHT + BARS_ROW_HEIGHT,
      };
      drawControl(page, controle, form);
      drawChave(page, { x, y: area.y + TOP_SHARE, width: meio, height: row }, form);
      const x2 = x + meio;
      const width = area.width - leftPart - meio - (hasQr(form) ? QR_COLUMN_WIDTH : 0);
      drawLandscapeRight(page, { x: x2, y: area.y, width, height }, { form, fsda });
      const x3 = area.x + area.width - QR_COLUMN_WIDTH;
      if (!hasQr(form)) return;
      drawModal(page, { x: x3, y: area.y, width: QR_COLUMN_WIDTH, height: TITLE_HEIGHT }, form);
      const qr = { x: x3, y: area.y + TITLE_HEIGHT, width: QR_COLUMN_WIDTH, height: QR_COLUMN_WIDTH };
      drawQrCode(page, qr, form);
    },
    drawPageNumber(page, area, pageNumber) {
      fillPageNumber(page, { ...area, x: area.x + leftPart, y: area.y + TITLE_HEIGHT }, pageNumber);
    },
  };
}

function drawLandscapeRight(
  page: Page,
  area: Area,
  { form, fsda }: { form: PrintedCte; fsda: string | null },
): void {
  const first = hasQr(form) ? 0 : TITLE_HEIGHT;
  if (first > 0) drawModal(page, { ...area, height: first }, form);
  const campo1 = fsda === null ? 9 : FSDA_HEIGHT;
  const rows = (area.height - first - campo1) / 3;
  let y = area.y + first;
  drawTypes(page, { ...area, y, height: rows }, form);
  y += rows;
  drawTomadorAndIndicator(page, { ...area, y, height: rows }, form);
  y += rows;
  drawCampo1(page, { ...area, y, height: campo1 }, fsda);
  drawCampo2(page, { ...area, y: y + campo1, height: rows }, { form, fsda });
}

/** The additional digits, if the CT-e was issued on security paper. */
function fsdaOf(form: PrintedCte): string | null {
  return form.identificacao.emissao === "5" ? fsdaDigits(form) : null;
}

function drawTitle(page: Page, area: Area, { documento: kind }: PrintedCte): void {
  page.border(area);
  const middle = area.x + area.width / 2;
  page.text(
    nameOf(TITLE, kind),
    { x: middle, y: area.y + 5 },
    { font: "bold", fontSize: 14, align: "center" },
  );
  drawBox(
    page,
    { ...area, y: area.y + 5.6, height: area.height - 5.6 },
    { text: nameOf(SUBTITLE, kind), fontSize: 8, align: "center", vertical: "middle", border: null },
  );
}

function drawModal(page: Page, area: Area, { identificacao }: PrintedCte): void {
  const text = nameOf(MODAIS, identificacao.modal).toUpperCase();
  drawBox(page, area, {
    title: "MODAL",
    text,
    fontSize: 11,
    font: "bold",
    align: "center",
    vertical: "middle",
  });
}

/** The numbers of the document, and the bar code of its key below them. */
function drawControl(page: Page, area: Area, form: PrintedCte): void {
  drawNumbers(page, { ...area, height: NUMBERS_HEIGHT }, form);
  const bars = { ...area, y: area.y + NUMBERS_HEIGHT, height: area.height - NUMBERS_HEIGHT };
  drawBars(page, bars, { text: form.chave ?? "", height: BARS_HEIGHT_MM });
}

function drawNumbers(
  page: Page,
  area: Area,
  { identificacao, destinatario, documento: kind }: PrintedCte,
): void {
  const { modelo, serie, numero, pageNumber } = NUMBERS_BEFORE_PAGE;
  const style = { fontSize: 9.5, minFontSize: 6, font: "bold", align: "center" } as const;
  const suframa = { title: "SUFRAMA DEST.", text: destinatario?.suframa ?? "", weight: 1, ...style };
  drawRow(page, area, [
    { title: "MODELO", text: identificacao.modelo, width: modelo, ...style },
    { title: "SÉRIE", text: formatPrintedSeries(identificacao.serie), width: serie, ...style },
    { title: "NÚMERO", text: identificacao.numero, width: numero, ...style },
    { title: "FL", width: pageNumber },
    { title: "DATA E HORA DE EMISSÃO", text: dayAndTime(identificacao.emitidoEm), weight: 1.5, ...style },
    ...(kind === "cte" ? [suframa] : []),
  ]);
}

/** Fills the page number box, once the number of pages is known. */
function fillPageNumber(page: Page, { x, y }: Area, text: string): void {
  const { modelo, serie, numero, pageNumber } = NUMBERS_BEFORE_PAGE;
  drawBox(
    page,
    { x: x + modelo + serie + numero, y, width: pageNumber, height: NUMBERS_HEIGHT },
    { title: " ", text, fontSize: 9.5, minFontSize: 5, font: "bold", align: "center", border: null },
  );
}

function drawBars(page: Page, area: Area, { text, height }: { text: string; height: number }): void {
  page.border(area);
  const width = Math.min(area.width - 1, BARS_WIDTH);
  const x = area.x + (area.width - width) / 2;
  drawBarcode(page, { x, y: area.y + (area.height - height) / 2, width, height }, text);
}

function drawChave(page: Page, area: Area, form: PrintedCte): void {
  const text = chave(form.chave);
  drawBox(page, area, {
    title: "CHAVE DE ACESSO",
    text,
    fontSize: 10,
    font: "bold",
    align: "center",
    vertical: "middle",
  });
}

/** Whether the document has a QR code, printable or not. */
function hasQr({ qrCode, semQrCode }: PrintedCte): boolean {
  return qrCode !== null || semQrCode;
}

function drawQrCode(page: Page, area: Area, { qrCode: text, semQrCode }: PrintedCte): void {
  if (semQrCode) drawNoQr(page, area);
  if (text === null) return;
  page.border(area);
  const side = Math.min(area.width, area.height) - 2 * QR_MARGIN;
  const x = area.x + (area.width - side) / 2;
  drawQr(page, { x, y: area.y + (area.height - side) / 2, side }, text);
}

function drawTypes(page: Page, area: Area, { identificacao }: PrintedCte): void {
  const style = { fontSize: 9, minFontSize: 6, font: "bold", vertical: "middle" } as const;
  drawRow(page, area, [
    { title: "TIPO DO CT-e", text: nameOf(CTE_TYPES, identificacao.tipo), ...style },
    { title: "TIPO DO SERVIÇO", text: nameOf(SERVICE_TYPES, identificacao.servico), ...style },
  ]);
}

function drawTomadorAndIndicator(
  page: Page,
  area: Area,
  { identificacao, tomador, documento: kind }: PrintedCte,
): void {
  const style = { fontSize: 9, minFontSize: 5.5, font: "bold", vertical: "middle" } as const;
  const indicador = {
    title: "INDICADOR DA IE DO TOMADOR",
    text: nameOf(IE_INDICATORS, tomador.indicadorIe),
    ...style,
  };
  if (kind === "os") {
    drawRow(page, area, [indicador]);
    return;
  }
  const globalizado = identificacao.globalizado === "1" ? "SIM" : "NÃO";
  drawRow(page, area, [
    { title: "CT-e GLOBALIZADO", text: globalizado, width: 19, ...style },
    { title: "TOMADOR DO SERVIÇO", text: nameOf(TOMADORES, tomador.codigo), ...style },
    {
      ...indicador,
      title: "IND. IE DO TOMADOR",
      text: nameOf(SHORT_IE_INDICATORS, tomador.indicadorIe),
      weight: 1.2,
    },
  ]);
}

function drawNatureza(page: Page, area: Area, { identificacao }: PrintedCte): void {
  drawBox(page, area, {
    title: "CFOP - NATUREZA DA PRESTAÇÃO",
    text: joinTexts([identificacao.cfop, identificacao.natureza]),
    fontSize: 9,
    font: "bold",
    vertical: "middle",
  });
}

/** Where to consult the key, or the additional bar code of security paper. */
function drawCampo1(page: Page, area: Area, fsda: string | null): void {
  if (fsda !== null) {
    drawBars(page, area, { text: fsda, height: BARS_HEIGHT_MM });
    return;
  }
  drawBox(page, area, { text: CONSULTA, fontSize: 8, align: "center", vertical: "middle" });
}

function drawCampo2(page: Page, area: Area, { form, fsda }: { form: PrintedCte; fsda: string | null }): void {
  const style = { fontSize: 10, minFontSize: 6, font: "bold", align: "center", vertical: "middle" } as const;
  const text = protocoloOf(form);
  const protocolo = { title: "PROTOCOLO DE AUTORIZAÇÃO DE USO", text, ...style };
  const data = { title: "DADOS DO CT-e", text: chave(fsda), ...style };
  drawRow(
    page,
    area,
    fsda === null ? [protocolo] : [data, { ...protocolo, title: "PROTOCOLO DE AUTORIZAÇÃO" }],
  );
}
