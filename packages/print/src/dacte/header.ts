import type { PrintedCte } from "@malote/dfe";
import { drawBox, drawRow } from "../page/box.ts";
import { drawBarcode, drawNoQr, drawQr } from "../page/codes.ts";
import { formatPrintedSeries } from "../page/print-formats.ts";
import type { Area, Page } from "../pdf/page.ts";
import type { Logo } from "../print-request.ts";
import type { Block } from "./block.ts";
import { drawEmitente } from "./emitente.ts";
import { chave, diaHora, joinTexts } from "./format.ts";
import { dadosFsda } from "./fsda-digits.ts";
import { protocoloOf } from "./notices.ts";
import {
  CONSULTA,
  INDICADORES_IE,
  INDICADORES_IE_CURTOS,
  MODAIS,
  nameOf,
  SUBTITULO,
  TIPOS_CTE,
  TIPOS_SERVICO,
  TITULO,
  TOMADORES,
} from "./texts.ts";

/** The head of every page, with a function that writes the page number into it. */
export type PageHeader = Block & { drawPageNumber: (page: Page, area: Area, pageNumber: string) => void };

/** Heights and widths in millimetres. */
const TITULO_ALTURA = 10;
const NUMEROS_ALTURA = 6.5;
/** Bars of 1.5 cm, the minimum of the manual.   @source MOC CT-e 4.00 anexo II §2.17 */
const BARRAS_ALTURA = 17;
const BARRAS = 15.2;
/** With the blanks at both ends; a key with letters needs 115 mm.   @source NT Conjunta DF-e 2025.001 */
const BARRAS_LARGURA = 116;
const BARRAS_COLUNA = BARRAS_LARGURA + 1;
const CHAVE_ALTURA = 7.5;
const CAMPO1_ALTURA = 6.5;
/** Two lines, for a long nature of the service. */
const CAMPO2_ALTURA = 8;
/** The additional bar code is as high as that of the key (the manual sets only the latter), plus a blank. */
const FSDA_ALTURA = BARRAS + 1.4;
/** The QR code with a tenth of its size blank on all sides.   @source MOC CT-e 4.00 anexo II §2.18 */
const QR_COLUNA = 32;
const QR_MARGEM = 3.2;
const NUMEROS_ATE_FOLHA = { modelo: 12, serie: 11, numero: 21, pageNumber: 13 };

const PARTE_TOPO = TITULO_ALTURA + NUMEROS_ALTURA + BARRAS_ALTURA;

/** The head in portrait: issuer, title, numbers, bar code, key, QR code, type, authorization.
 * @source MOC CT-e 4.00 anexo II §5 */
export function portraitHeader(form: PrintedCte, logo: Logo | null): PageHeader {
  const fsda = fsdaOf(form);
  const campo1 = fsda === null ? CAMPO1_ALTURA : FSDA_ALTURA;
  const height = PARTE_TOPO + CHAVE_ALTURA + campo1 + CAMPO2_ALTURA;
  // A key with letters has wider bars, so the issuer's box is narrower; the fields below keep their
  // width.
  const isWide = hasQr(form) && /[A-Z]/.test(form.chave ?? "");
  const split = (area: Area): { left: number; emitente: number } => {
    const esquerda = Math.round(area.width * 0.335);
    return { left: esquerda, emitente: isWide ? area.width - QR_COLUNA - BARRAS_COLUNA : esquerda };
  };
  return {
    height,
    draw(page, area) {
      const { left: esquerda, emitente } = split(area);
      const y1 = area.y + PARTE_TOPO;
      const y2 = y1 + CHAVE_ALTURA;
      const y3 = y2 + campo1;
      drawEmitente(page, { ...area, width: emitente, height: PARTE_TOPO }, { emitente: form.emitente, logo });
      const left = { ...area, width: esquerda };
      drawTipos(page, { ...left, y: y1, height: CHAVE_ALTURA }, form);
      drawTomadorAndIndicator(page, { ...left, y: y2, height: campo1 }, form);
      drawNatureza(page, { ...left, y: y3, height: CAMPO2_ALTURA }, form);
      const right = { ...area, x: area.x + esquerda, width: area.width - esquerda };
      const bottom = area.x + area.width;
      const qr = { x: bottom - QR_COLUNA, y: area.y, width: QR_COLUNA };
      const x = area.x + emitente;
      drawTitle(page, { ...area, x, width: qr.x - x, height: TITULO_ALTURA }, form);
      drawModal(page, { ...qr, height: TITULO_ALTURA }, form);
      const to = hasQr(form) ? qr.x : bottom;
      const y = area.y + TITULO_ALTURA;
      const controle = { x, y, width: to - x, height: NUMEROS_ALTURA + BARRAS_ALTURA };
      drawControle(page, controle, form);
      drawChave(page, { ...right, y: y1, width: to - right.x, height: CHAVE_ALTURA }, form);
      drawQrCode(page, { ...qr, y, height: y2 - y }, form);
      drawCampo1(page, { ...right, y: y2, height: campo1 }, fsda);
      drawCampo2(page, { ...right, y: y3, height: CAMPO2_ALTURA }, { form, fsda });
    },
    drawPageNumber(page, area, pageNumber) {
      const { emitente } = split(area);
      fillPageNumber(page, { ...area, x: area.x + emitente, y: area.y + TITULO_ALTURA }, pageNumber);
    },
  };
}

/** The head in landscape: key and authorization are beside the bar code, so the head is lower. */
export function landscapeHeader(form: PrintedCte, logo: Logo | null): PageHeader {
  const fsda = fsdaOf(form);
  const height = TITULO_ALTURA + QR_COLUNA;
  // The rest on the right is wide enough for the bars of security paper, also with letters.
  const esquerda = 66;
  const meio = BARRAS_COLUNA;
  return {
    height,
    draw(page, area) {
      const row = height - PARTE_TOPO;
      drawEmitente(page, { ...area, width: esquerda, height: PARTE_TOPO }, { emitente: form.emitente, logo });
      drawNatureza(page, { ...area, y: area.y + height - row, width: esquerda, height: row }, form);
      const x = area.x + esquerda;
      drawTitle(page, { ...area, x, width: meio, height: TITULO_ALTURA }, form);
      const controle = {
        x,
        y: area.y + TITULO_ALTURA,
        width: meio,
        height: NUMEROS_ALTURA + BARRAS_ALTURA,
      };
      drawControle(page, controle, form);
      drawChave(page, { x, y: area.y + PARTE_TOPO, width: meio, height: row }, form);
      const x2 = x + meio;
      const width = area.width - esquerda - meio - (hasQr(form) ? QR_COLUNA : 0);
      drawPaisagemDireita(page, { x: x2, y: area.y, width, height }, { form, fsda });
      const x3 = area.x + area.width - QR_COLUNA;
      if (!hasQr(form)) return;
      drawModal(page, { x: x3, y: area.y, width: QR_COLUNA, height: TITULO_ALTURA }, form);
      const qr = { x: x3, y: area.y + TITULO_ALTURA, width: QR_COLUNA, height: QR_COLUNA };
      drawQrCode(page, qr, form);
    },
    drawPageNumber(page, area, pageNumber) {
      fillPageNumber(page, { ...area, x: area.x + esquerda, y: area.y + TITULO_ALTURA }, pageNumber);
    },
  };
}

function drawPaisagemDireita(
  page: Page,
  area: Area,
  { form, fsda }: { form: PrintedCte; fsda: string | null },
): void {
  const first = hasQr(form) ? 0 : TITULO_ALTURA;
  if (first > 0) drawModal(page, { ...area, height: first }, form);
  const campo1 = fsda === null ? 9 : FSDA_ALTURA;
  const rows = (area.height - first - campo1) / 3;
  let y = area.y + first;
  drawTipos(page, { ...area, y, height: rows }, form);
  y += rows;
  drawTomadorAndIndicator(page, { ...area, y, height: rows }, form);
  y += rows;
  drawCampo1(page, { ...area, y, height: campo1 }, fsda);
  drawCampo2(page, { ...area, y: y + campo1, height: rows }, { form, fsda });
}

/** The additional digits, if the CT-e was issued on security paper. */
function fsdaOf(form: PrintedCte): string | null {
  return form.identificacao.emissao === "5" ? dadosFsda(form) : null;
}

function drawTitle(page: Page, area: Area, { documento: kind }: PrintedCte): void {
  page.border(area);
  const middle = area.x + area.width / 2;
  page.text(
    nameOf(TITULO, kind),
    { x: middle, y: area.y + 5 },
    { font: "bold", fontSize: 14, align: "center" },
  );
  drawBox(
    page,
    { ...area, y: area.y + 5.6, height: area.height - 5.6 },
    { text: nameOf(SUBTITULO, kind), fontSize: 8, align: "center", vertical: "middle", border: null },
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
function drawControle(page: Page, area: Area, form: PrintedCte): void {
  drawNumeros(page, { ...area, height: NUMEROS_ALTURA }, form);
  const bars = { ...area, y: area.y + NUMEROS_ALTURA, height: area.height - NUMEROS_ALTURA };
  drawBars(page, bars, { text: form.chave ?? "", height: BARRAS });
}

function drawNumeros(
  page: Page,
  area: Area,
  { identificacao, destinatario, documento: kind }: PrintedCte,
): void {
  const { modelo, serie, numero, pageNumber } = NUMEROS_ATE_FOLHA;
  const style = { fontSize: 9.5, minFontSize: 6, font: "bold", align: "center" } as const;
  const suframa = { title: "SUFRAMA DEST.", text: destinatario?.suframa ?? "", weight: 1, ...style };
  drawRow(page, area, [
    { title: "MODELO", text: identificacao.modelo, width: modelo, ...style },
    { title: "SÉRIE", text: formatPrintedSeries(identificacao.serie), width: serie, ...style },
    { title: "NÚMERO", text: identificacao.numero, width: numero, ...style },
    { title: "FL", width: pageNumber },
    { title: "DATA E HORA DE EMISSÃO", text: diaHora(identificacao.emitidoEm), weight: 1.5, ...style },
    ...(kind === "cte" ? [suframa] : []),
  ]);
}

/** Fills the page number box, once the number of pages is known. */
function fillPageNumber(page: Page, { x, y }: Area, text: string): void {
  const { modelo, serie, numero, pageNumber } = NUMEROS_ATE_FOLHA;
  drawBox(
    page,
    { x: x + modelo + serie + numero, y, width: pageNumber, height: NUMEROS_ALTURA },
    { title: " ", text, fontSize: 9.5, minFontSize: 5, font: "bold", align: "center", border: null },
  );
}

function drawBars(page: Page, area: Area, { text, height }: { text: string; height: number }): void {
  page.border(area);
  const width = Math.min(area.width - 1, BARRAS_LARGURA);
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
  const side = Math.min(area.width, area.height) - 2 * QR_MARGEM;
  const x = area.x + (area.width - side) / 2;
  drawQr(page, { x, y: area.y + (area.height - side) / 2, side }, text);
}

function drawTipos(page: Page, area: Area, { identificacao }: PrintedCte): void {
  const style = { fontSize: 9, minFontSize: 6, font: "bold", vertical: "middle" } as const;
  drawRow(page, area, [
    { title: "TIPO DO CT-e", text: nameOf(TIPOS_CTE, identificacao.tipo), ...style },
    { title: "TIPO DO SERVIÇO", text: nameOf(TIPOS_SERVICO, identificacao.servico), ...style },
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
    text: nameOf(INDICADORES_IE, tomador.indicadorIe),
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
      text: nameOf(INDICADORES_IE_CURTOS, tomador.indicadorIe),
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
    drawBars(page, area, { text: fsda, height: BARRAS });
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
