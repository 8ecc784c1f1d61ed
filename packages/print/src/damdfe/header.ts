import type { PrintedMdfe } from "@malote/dfe";
import { drawBox, drawRow } from "../page/box.ts";
import { drawBarcode, drawNoQr, drawQr } from "../page/codes.ts";
import { drawLogo } from "../page/marks.ts";
import type { Area, Page } from "../page/page.ts";
import {
  formatCep,
  formatPhone,
  formatPrintedInstant,
  formatPrintedNumber,
  formatPrintedSeries,
} from "../page/print-formats.ts";
import type { Logo, PrintSituacao } from "../print-request.ts";
import { joinParts, writeChave, writeCode, writeDocumento } from "../sections/write-values.ts";
import { protocoloOf } from "./protocolo.ts";
import {
  AMBIENTE,
  CHAVE,
  CONSULTA,
  CONTROL,
  EMISSAO_TYPE,
  EMITENTE_TYPE,
  NAME,
  TITLE,
  TRANSPORTADOR_TYPE,
} from "./texts.ts";

/** The top of a page: its upper left corner and its width, in millimetres. */
export type PageTop = { x: number; y: number; width: number };

const EMITENTE_HEIGHT = 31;
const SHORT_HEIGHT = 11;
const CONTROL_HEIGHT = 19;
const ROW_HEIGHT = 7.4;
const QR_SIDE = 28;
const QR_WIDTH = 33;
const NAME_WIDTH = 74;
/** A key with letters needs 115 mm, with its blanks. */
const CONTROL_WIDTH = 126;
const BARS_HEIGHT = 10.5;

/** Draws the head of the first page. Returns the y below it, and the area of the page number. */
export function drawHeader(
  page: Page,
  top: PageTop,
  { form, situacao, logo }: { form: PrintedMdfe; situacao?: PrintSituacao; logo?: Logo | null },
): { y: number; pageNumber: Area } {
  const { x, y, width } = top;
  const hasQr = form.qrCode !== null || form.semQrCode;
  const qrWidth = hasQr ? QR_WIDTH : 0;
  const emitenteWidth = width - NAME_WIDTH - qrWidth;
  drawEmitente(page, { x, y, width: emitenteWidth, height: EMITENTE_HEIGHT }, { form, logo });
  const name = { x: x + emitenteWidth, y, width: NAME_WIDTH, height: EMITENTE_HEIGHT };
  const pageNumber = drawName(page, name, form);
  const box = { x: name.x + name.width, y, width: qrWidth, height: EMITENTE_HEIGHT };
  if (form.semQrCode) drawNoQr(page, box);
  if (form.qrCode !== null) {
    page.border(box);
    const blank = (QR_WIDTH - QR_SIDE) / 2;
    drawQr(page, { x: box.x + blank, y: y + (EMITENTE_HEIGHT - QR_SIDE) / 2, side: QR_SIDE }, form.qrCode);
  }
  drawControl(page, { x, y: y + EMITENTE_HEIGHT, width, height: CONTROL_HEIGHT }, { form, situacao });
  const rows = drawIdentification(page, { x, y: y + EMITENTE_HEIGHT + CONTROL_HEIGHT, width }, form);
  return { y: rows, pageNumber };
}

/** Draws the head of a later page: issuer, numbers and key. */
export function drawShortHeader(
  page: Page,
  top: PageTop,
  { form, situacao }: { form: PrintedMdfe; situacao?: PrintSituacao },
): { y: number; pageNumber: Area } {
  const { x, y, width } = top;
  const emitenteWidth = width - NAME_WIDTH;
  const { emitente } = form;
  drawBox(
    page,
    { x, y, width: emitenteWidth, height: SHORT_HEIGHT },
    {
      text: `${emitente.nome ?? ""}\n${joinParts([writeDocumento(emitente.documento), emitente.municipio, emitente.uf])}`,
      font: "bold",
      fontSize: 9,
      vertical: "middle",
    },
  );
  const area = { x: x + emitenteWidth, y, width: NAME_WIDTH, height: SHORT_HEIGHT };
  page.border(area);
  const pageNumber = drawNumbers(
    page,
    { ...area, y: y + SHORT_HEIGHT - ROW_HEIGHT, height: ROW_HEIGHT },
    form,
  );
  page.text(
    TITLE,
    { x: area.x + area.width / 2, y: y + 2.9 },
    { font: "bold", fontSize: 8, align: "center" },
  );
  drawControl(page, { x, y: y + SHORT_HEIGHT, width, height: CONTROL_HEIGHT }, { form, situacao });
  return { y: y + SHORT_HEIGHT + CONTROL_HEIGHT, pageNumber };
}

function drawEmitente(
  page: Page,
  area: Area,
  { form, logo }: { form: PrintedMdfe; logo?: Logo | null },
): void {
  page.border(area);
  const { emitente, modal } = form;
  const square = { x: area.x + 1, y: area.y + 1.5, width: 24, height: area.height - 3 };
  const left = drawLogo(page, square, logo) ? square.width + 1.5 : 0;
  const street = joinParts([joinParts([emitente.logradouro, emitente.numero], ", "), emitente.complemento]);
  const place = joinParts([
    emitente.bairro,
    joinParts([emitente.municipio, emitente.uf], "/"),
    emitente.cep && `CEP ${formatCep(emitente.cep)}`,
  ]);
  const numeros = joinParts([
    emitente.documento &&
      `${emitente.documento.length === 11 ? "CPF" : "CNPJ"} ${writeDocumento(emitente.documento)}`,
    emitente.ie && `IE ${emitente.ie}`,
  ]);
  const contato = joinParts([
    modal?.tipo === "rodoviario" && modal.rntrc !== null ? `RNTRC ${modal.rntrc}` : null,
    emitente.fone && `Fone ${formatPhone(emitente.fone)}`,
    emitente.email,
  ]);
  const names = joinParts(
    [emitente.nome, emitente.fantasia === emitente.nome ? null : emitente.fantasia],
    "\n",
  );
  const box = { ...area, x: area.x + left, width: area.width - left };
  const align = left === 0 ? "center" : "left";
  const plain = { border: null, align } as const;
  drawBox(
    page,
    { ...box, height: 12 },
    {
      ...plain,
      text: names,
      vertical: "base",
      font: "bold",
      fontSize: 10,
      minFontSize: 6,
    },
  );
  drawBox(
    page,
    { ...box, y: box.y + 12, height: box.height - 12.5 },
    { ...plain, text: joinParts([street, place, numeros, contato], "\n"), vertical: "top", fontSize: 8 },
  );
}

function drawName(page: Page, area: Area, form: PrintedMdfe): Area {
  page.border(area);
  const middle = area.x + area.width / 2;
  page.text(TITLE, { x: middle, y: area.y + 8 }, { font: "bold", fontSize: 18, align: "center" });
  drawBox(
    page,
    { ...area, y: area.y + 10, height: 10 },
    { text: NAME, border: null, align: "center", fontSize: 8.5, vertical: "top" },
  );
  return drawNumbers(page, { ...area, y: area.y + area.height - 9, height: 9 }, form);
}

/** Modelo, series, number and the page number box; returns the area of the latter. */
function drawNumbers(page: Page, area: Area, { ide }: PrintedMdfe): Area {
  const strong = { font: "bold", fontSize: 10, align: "center" } as const;
  const width = 16;
  drawRow(page, { ...area, width: area.width - width }, [
    { title: "MODELO", text: ide.modelo, width: 15, ...strong },
    { title: "SÉRIE", text: formatPrintedSeries(ide.serie), width: 13, ...strong },
    { title: "NÚMERO", text: formatPrintedNumber(ide.numero), ...strong },
  ]);
  return { ...area, x: area.x + area.width - width, width };
}

type HeaderRequest = { form: PrintedMdfe; situacao?: PrintSituacao };

function drawControl(page: Page, area: Area, { form, situacao }: HeaderRequest): void {
  const left = { ...area, width: CONTROL_WIDTH };
  page.border(left);
  drawBox(page, { ...left, height: 3 }, { title: CONTROL, border: null });
  const bars = { x: area.x + 4, y: area.y + 2.6, width: CONTROL_WIDTH - 8, height: BARS_HEIGHT };
  if (form.chave !== null) drawBarcode(page, bars, form.chave);
  drawBox(
    page,
    { ...left, y: bars.y + BARS_HEIGHT + 0.2, height: area.height - BARS_HEIGHT - 2.8 },
    {
      title: CHAVE,
      text: writeChave(form.chave),
      border: null,
      font: "bold",
      fontSize: 9.5,
      align: "center",
    },
  );
  const right = { ...area, x: area.x + CONTROL_WIDTH, width: area.width - CONTROL_WIDTH };
  drawBox(
    page,
    { ...right, height: 6 },
    { text: CONSULTA, fontSize: 7.5, align: "center", vertical: "middle" },
  );
  drawProtocolo(page, { ...right, y: right.y + 6, height: right.height - 6 }, { form, situacao });
}

function drawProtocolo(page: Page, area: Area, { form, situacao }: HeaderRequest): void {
  const strong = { font: "bold", align: "center", vertical: "middle" } as const;
  drawBox(page, area, { ...protocoloOf(form, situacao), ...strong });
}

function drawIdentification(page: Page, { x, y, width }: PageTop, { ide }: PrintedMdfe): number {
  const field = (
    title: string,
    text: string | null,
    weight: number,
  ): { title: string; text: string | null; weight: number; fontSize: number } => ({
    title,
    text,
    weight,
    fontSize: 9,
  });
  const lines = [
    [
      field("DATA E HORA DE EMISSÃO", formatPrintedInstant(ide.dataEmissao), 38),
      field("PREVISÃO DE INÍCIO DA VIAGEM", formatPrintedInstant(ide.inicioViagem), 40),
      field("UF CARREG.", ide.ufInicio, 16),
      field("UF DESCARREG.", ide.ufFim, 19),
      field("FORMA DE EMISSÃO", writeCode(ide.tipoEmissao, EMISSAO_TYPE), 42),
      field("AMBIENTE", writeCode(ide.ambiente, AMBIENTE), 43),
    ],
    [
      field("TIPO DO EMITENTE", writeCode(ide.tipoEmitente, EMITENTE_TYPE), 78),
      field("TIPO DO TRANSPORTADOR", writeCode(ide.tipoTransportador, TRANSPORTADOR_TYPE), 35),
      field("CARGA POSTERIOR", ide.isCarregaPosterior ? "Sim" : "Não", 42),
      field("CANAL VERDE", ide.isCanalVerde ? "Sim" : "Não", 43),
    ],
  ];
  lines.forEach((fields, at) => {
    drawRow(page, { x, y: y + at * ROW_HEIGHT, width, height: ROW_HEIGHT }, fields);
  });
  return y + lines.length * ROW_HEIGHT;
}
