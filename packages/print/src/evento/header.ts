import type { PrintedEvento } from "@malote/dfe";
import { drawBox } from "../page/box.ts";
import { drawBarcode } from "../page/codes.ts";
import { drawLogo } from "../page/marks.ts";
import type { Area, Page } from "../page/page.ts";
import type { Logo, PrintSituacao } from "../print-request.ts";
import { joinParts, meaningOf, writeChave, writeDocumento } from "../sections/write-values.ts";
import type { EventoDocument } from "./evento-document.ts";
import { registroOf } from "./registration.ts";
import { CHAVE, NOTICE, PORTALS, SUBTITLE, TITLES } from "./texts.ts";

/** The content of the head of a printed evento. */
export type EventoHeader = {
  form: PrintedEvento;
  situacao?: PrintSituacao;
  documento: EventoDocument | null;
  logo?: Logo | null;
};

const TITLE_HEIGHT = 26;
const CONTROL_HEIGHT = 19;
const EMITENTE_WIDTH = 72;
const PAGE_NUMBER_WIDTH = 18;
/** A key with letters needs 115 mm, with its blanks. */
const CONTROL_WIDTH = 126;
const BARS_HEIGHT = 10.5;

/** Draws the head of a page: the same on every page, except the issuer's logo, which only the first has.
 * Returns the y below it, and the area of the page number. */
export function drawHeader(
  page: Page,
  area: Area,
  pageHeader: EventoHeader,
): { y: number; pageNumber: Area } {
  const { x, y, width } = area;
  drawEmitente(page, { x, y, width: EMITENTE_WIDTH, height: TITLE_HEIGHT }, pageHeader);
  const title = { x: x + EMITENTE_WIDTH, y, width: width - EMITENTE_WIDTH, height: TITLE_HEIGHT };
  drawTitle(page, title, pageHeader);
  drawControl(page, { x, y: y + TITLE_HEIGHT, width, height: CONTROL_HEIGHT }, pageHeader);
  const pageNumber = {
    x: x + width - PAGE_NUMBER_WIDTH,
    y: y + TITLE_HEIGHT - 8,
    width: PAGE_NUMBER_WIDTH,
    height: 8,
  };
  return { y: y + TITLE_HEIGHT + CONTROL_HEIGHT, pageNumber };
}

/** The title of a printed evento. */
export function titleOf({ family, tpEvento, descricao }: PrintedEvento): string {
  return meaningOf(tpEvento, TITLES[family]) ?? descricao ?? "Evento";
}

function drawEmitente(page: Page, area: Area, { documento, logo }: EventoHeader): void {
  page.border(area);
  const square = { x: area.x + 1, y: area.y + 1.5, width: 20, height: area.height - 3 };
  const left = drawLogo(page, square, logo) ? square.width + 1.5 : 0;
  const box = { ...area, x: area.x + left, width: area.width - left };
  const emitente = documento?.emitente;
  const text = joinParts(
    [emitente?.name, writeDocumento(emitente?.documento ?? null), emitente?.place],
    "\n",
  );
  drawBox(page, box, {
    title: "EMITENTE DO DOCUMENTO",
    text,
    border: null,
    font: "bold",
    fontSize: 10,
    align: left === 0 ? "center" : "left",
    vertical: "middle",
  });
}

function drawTitle(page: Page, area: Area, { form, documento }: EventoHeader): void {
  page.border(area);
  const centered = { border: null, align: "center", vertical: "middle" } as const;
  const from = documento ? ` de ${documento.name}` : "";
  const text = titleOf(form).toUpperCase();
  drawBox(page, { ...area, height: 12 }, { ...centered, text, font: "bold", fontSize: 15, minFontSize: 8 });
  drawBox(
    page,
    { ...area, y: area.y + 12, height: 4.5 },
    { ...centered, text: `${SUBTITLE}${from}`, fontSize: 9 },
  );
  drawBox(
    page,
    { ...area, y: area.y + 17.5, height: 8, width: area.width - PAGE_NUMBER_WIDTH },
    { ...centered, text: NOTICE, fontSize: 7 },
  );
}

function drawControl(page: Page, area: Area, { form, situacao }: EventoHeader): void {
  const left = { ...area, width: CONTROL_WIDTH };
  page.border(left);
  const bars = { x: area.x + 4, y: area.y + 1.2, width: CONTROL_WIDTH - 8, height: BARS_HEIGHT };
  if (form.chave !== null) drawBarcode(page, bars, form.chave);
  drawBox(
    page,
    { ...left, y: bars.y + BARS_HEIGHT + 0.4, height: area.height - BARS_HEIGHT - 1.6 },
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
    { text: PORTALS[form.family], fontSize: 7.5, align: "center", vertical: "middle" },
  );
  drawBox(
    page,
    { ...right, y: right.y + 6, height: right.height - 6 },
    { ...registroOf(form, situacao), font: "bold", fontSize: 9.5, align: "center", vertical: "middle" },
  );
}
